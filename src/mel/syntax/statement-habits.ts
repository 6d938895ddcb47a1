import type { Stmt, WhenStmt } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { parseExpression } from './parse-expression.ts';
import { replacing } from './problem.ts';
import { skipBalanced, skipToStatement, startsMember, startsStatement } from './recovery.ts';
import { T } from './token.ts';

type ReadBlock = (c: Cursor, missing: string) => Stmt[];

/**
 * A statement of JavaScript that begins with a reserved word: reported, and read so that its body is
 * still checked. Null: no reserved word stands here; `skipped`: nothing of it is worth keeping.
 */
export function foreignStatement(c: Cursor, readBlock: ReadBlock): WhenStmt | 'skipped' | null {
  if (c.kind !== T.reserved) return null;
  const keyword = c.span;
  const word = c.text;
  c.reserved(word === 'if' ? [replacing('Write `when`', keyword, 'when')] : []);
  c.advance();
  if (word === 'if') {
    const condition = parseExpression(c);
    if (c.kind !== T.openBrace) return 'skipped';
    const body = readBlock(c, '`if`');
    return { kind: 'when', condition, body, keyword, annotations: [], span: c.from(keyword.start) };
  }
  if (word === 'return' || word === 'throw') {
    if (!startsStatement(c) && c.kind !== T.closeBrace && c.kind !== T.semicolon && !startsMember(c))
      parseExpression(c);
    return 'skipped';
  }
  if (word === 'let' || word === 'const' || word === 'var') {
    if (c.kind === T.identifier && c.peek(1) === T.equal) {
      c.advance();
      c.advance();
      parseExpression(c);
      return 'skipped';
    }
  }
  if (c.kind === T.identifier && !startsStatement(c)) c.advance();
  if (c.kind === T.openParen) skipBalanced(c);
  if (c.kind === T.openBrace && word !== 'switch' && word !== 'class') {
    const body = readBlock(c, `\`${word}\``);
    const condition = { kind: 'missing', span: keyword } as const;
    return { kind: 'when', condition, body, keyword, annotations: [], span: c.from(keyword.start) };
  }
  // `else if`: the next reserved word is reported by itself.
  if (c.kind !== T.reserved) skipToStatement(c);
  return 'skipped';
}
