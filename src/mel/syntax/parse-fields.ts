import { appendAll } from '../../base/append-all.ts';
import type { Span } from '../diagnostic.ts';
import type { Annotation, Expr, Name, TypeExpr } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { parseAnnotations, parseExpression } from './parse-expression.ts';
import { parseDeclaredName } from './parse-name.ts';
import { parseType } from './parse-type.ts';
import { replacing, shown } from './problem.ts';
import { skipToField, startsField, startsMember } from './recovery.ts';
import { isWord, T } from './token.ts';

/** Tokens of a broken line that are looked over, so that a source of one long line stays cheap. */
const MAX_SKIPPED = 200;

/** A field of a state or context block. */
export interface BlockField {
  readonly name: Name;
  readonly type: TypeExpr;
  readonly initializer: Expr | null;
  readonly annotations: readonly Annotation[];
  readonly span: Span;
}

/** The fields of a state or context block, braces included. */
export function parseFields(c: Cursor, block: 'state' | 'context'): BlockField[] {
  const fields: BlockField[] = [];
  const open = c.span;
  if (!c.expect(T.openBrace, `Expected \`{\` and the fields of the ${block}, not ${c.described}.`)) return fields;
  while (c.kind !== T.closeBrace && c.kind !== T.end) {
    const at = c.index;
    const annotations = parseAnnotations(c);
    if (c.kind === T.closeBrace || startsMember(c)) {
      appendAll(c.dangling, annotations);
      break;
    }
    const field = parseField(c, annotations, block);
    if (field !== null) fields.push(field);
    else skipToField(c);
    if (c.hasComplainedSince(at)) skipBrokenField(c);
    if (c.kind === T.comma || c.kind === T.semicolon) {
      const what = c.kind === T.comma ? 'comma' : 'semicolon';
      c.unexpected(`Fields are separated by nothing but blanks; remove the ${what}.`, [
        replacing(`Remove the ${what}`, c.span, ''),
      ]);
      c.advance();
    }
    if (c.index === at) c.advance();
  }
  if (!c.accept(T.closeBrace)) {
    c.unexpected(
      `The ${block} is not closed: expected \`}\`, not ${c.described}.`,
      [replacing(`Close the ${block}`, c.gap, '} ')],
      [{ message: `The ${block} begins here.`, span: open }],
    );
  }
  return fields;
}

/** Behind what was reported in a field, the rest of its line says little; the next field does. */
function skipBrokenField(c: Cursor): void {
  const line = c.tokens.lineOf[c.index - 1];
  let ahead = 0;
  while (ahead < MAX_SKIPPED && c.tokens.lineOf[c.index + ahead] === line && c.peek(ahead) !== T.end) ahead += 1;
  const end = c.index + ahead;
  const from = c.index;
  c.moveTo(end);
  if (!startsField(c)) c.moveTo(from);
}

function parseField(c: Cursor, annotations: readonly Annotation[], block: 'state' | 'context'): BlockField | null {
  const start = c.start;
  const name = parseFieldName(c, `a field of the ${block}`);
  if (name === null) return null;
  if (c.kind === T.question) {
    c.unexpected('A field is always there; a value that may be missing has the type `T | null`.', [
      replacing('Remove `?`', c.span, ''),
    ]);
    c.advance();
  }
  const hasType = c.expect(T.colon, `Expected \`:\` and the type of \`${shown(name.text)}\`, not ${c.described}.`);
  if (!hasType && c.kind !== T.equal) return null;
  const type: TypeExpr = hasType ? parseType(c) : { kind: 'missing', span: c.gap };
  let initializer: Expr | null = null;
  if (block === 'state' && startsLiteral(c)) {
    c.unexpected(`Expected \`=\` before the initial value of \`${shown(name.text)}\`.`, [
      replacing('Insert `=`', c.gap, '= '),
    ]);
    initializer = parseExpression(c);
  }
  if (c.kind === T.equal) {
    if (block === 'context') c.unexpected('A field of the context has no initializer: the caller supplies it.');
    c.advance();
    initializer = parseExpression(c);
  }
  return { name, type, initializer: block === 'context' ? null : initializer, annotations, span: c.from(start) };
}

/** Whether a value stands on the line of the type before it that can be no name of a field. */
function startsLiteral(c: Cursor): boolean {
  if (!c.isOnSameLine || (c.kind === T.string && c.peek(1) === T.colon)) return false;
  return (
    c.kind === T.number ||
    c.kind === T.string ||
    c.kind === T.true ||
    c.kind === T.false ||
    c.kind === T.null ||
    c.kind === T.openBracket ||
    (c.kind === T.minus && c.peek(1) === T.number)
  );
}

function parseFieldName(c: Cursor, what: string): Name | null {
  if (c.kind === T.string && c.peek(1) === T.colon) {
    const isPlain = /^[A-Za-z_]\w*$/.test(c.text);
    c.unexpected(
      `The name of ${what} stands in no quotes.`,
      isPlain ? [replacing('Remove the quotes', c.span, c.text)] : [],
    );
    return c.takeName();
  }
  if (isWord(c.kind) && c.kind > T.badName) {
    c.unexpected(`\`${c.text}\` is a keyword and cannot name ${what}; choose another name.`);
    // `const x: number`: the word stands before the name.
    if (c.peek(1) === T.identifier) c.advance();
    return c.takeName();
  }
  return parseDeclaredName(c, what);
}
