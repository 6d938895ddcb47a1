import { appendAll } from '../../base/append-all.ts';
import type { Param, TypeExpr } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { parseAnnotations, parseExpression } from './parse-expression.ts';
import { parseDeclaredName } from './parse-name.ts';
import { parseType } from './parse-type.ts';
import { behind, replacing, shown } from './problem.ts';
import { skipBalanced, startsMember } from './recovery.ts';
import { T } from './token.ts';

/** Reads the parameters of an action or flow, parentheses included. */
export function parseParams(c: Cursor, owner: string): Param[] {
  const params: Param[] = [];
  if (c.kind !== T.openParen) {
    const fixes = c.kind === T.openBrace ? [replacing('Insert `()`', behind({ start: c.end, end: c.end }), '()')] : [];
    c.unexpected(`Expected \`(\` and the parameters of ${owner}, not ${c.described}.`, fixes);
    return params;
  }
  c.advance();
  while (c.kind !== T.closeParen && c.kind !== T.end) {
    const at = c.index;
    const param = parseParam(c);
    if (param !== null) params.push(param);
    else skipToParam(c);
    if (c.kind === T.comma) {
      c.advance();
      if (c.kind === T.closeParen) {
        const comma = c.spanAt(c.index - 1);
        c.complain(c.index - 1, 'No comma stands behind the last parameter.', [
          replacing('Remove the comma', comma, ''),
        ]);
      }
      continue;
    }
    if (c.kind === T.closeParen) break;
    if (c.kind === T.identifier && c.peek(1) === T.colon) {
      c.unexpected('Parameters are separated by commas.', [
        replacing('Insert a comma', behind({ start: c.end, end: c.end }), ','),
      ]);
      continue;
    }
    c.unexpected(`Expected \`,\` or \`)\`, not ${c.described}.`);
    if (c.index === at) break;
    skipToParam(c);
    if (c.kind !== T.comma) break;
  }
  c.expect(T.closeParen, `Expected \`)\` behind the parameters, not ${c.described}.`);
  return params;
}

function skipToParam(c: Cursor): void {
  while (
    c.kind !== T.comma &&
    c.kind !== T.closeParen &&
    c.kind !== T.openBrace &&
    c.kind !== T.end &&
    !startsMember(c)
  ) {
    skipBalanced(c);
  }
}

function parseParam(c: Cursor): Param | null {
  const annotations = parseAnnotations(c);
  const start = c.start;
  const name = parseDeclaredName(c, 'a parameter');
  if (name === null) {
    appendAll(c.dangling, annotations);
    return null;
  }
  if (c.kind === T.question) {
    c.unexpected('Parameters are required; one that may be null has the type `T | null`.', [
      replacing('Remove `?`', c.span, ''),
    ]);
    c.advance();
  }
  const hasType = c.expect(T.colon, `Expected \`:\` and the type of \`${shown(name.text)}\`, not ${c.described}.`);
  const type: TypeExpr = hasType ? parseType(c) : { kind: 'missing', span: c.gap };
  if (c.kind === T.equal) {
    c.unexpected('Parameters have no defaults; the caller passes every one.');
    c.advance();
    parseExpression(c);
  }
  return { name, type, annotations, span: c.from(start) };
}
