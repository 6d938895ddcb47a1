import type { Path, PathSegment } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { parseExpression } from './parse-expression.ts';
import { replacing } from './problem.ts';
import { isKeyword, isWord, T } from './token.ts';

/** Reads `root.a[e].b`; null where no path begins, which is reported. */
export function parsePath(c: Cursor, what: string): Path | null {
  const start = c.start;
  if (c.kind === T.dollar && c.peek(1) !== T.end) {
    c.unexpected(`${what} is a path into the state, not ${c.described}.`);
    c.advance();
    return null;
  }
  if (c.kind === T.reserved && c.text === 'this' && c.peek(1) === T.dot) {
    c.reserved([replacing('Remove `this.`', { start, end: c.spanAt(c.index + 1).end }, '')]);
    c.advance();
    c.advance();
  } else if (c.kind !== T.identifier && c.kind !== T.badName) {
    c.unexpected(`${what} is a path into the state, not ${c.described}.`);
    // `patch state.x = 1`: the keyword was meant as a name, so the rest of the path follows.
    if (!isKeyword(c.kind) || (c.peek(1) !== T.dot && c.peek(1) !== T.equal)) return null;
  }
  if (!isWord(c.kind)) {
    c.unexpected(`${what} is a path into the state, not ${c.described}.`);
    return null;
  }
  const root = c.takeName();
  const segments: PathSegment[] = [];
  for (;;) {
    const segment = parseSegment(c);
    if (segment === null) break;
    segments.push(segment);
  }
  return { span: c.from(start), root, segments };
}

function parseSegment(c: Cursor): PathSegment | null {
  const start = c.start;
  if (c.kind === T.questionDot) {
    c.unexpected('There is no optional chaining in a path.', [replacing('Write `.`', c.span, '.')]);
  } else if (c.kind === T.openBracket) {
    c.advance();
    const index = parseExpression(c);
    c.expect(T.closeBracket, `Expected \`]\` behind the index, not ${c.described}.`);
    return { kind: 'index', span: c.from(start), index };
  } else if (c.kind !== T.dot) return null;
  c.advance();
  if (!isWord(c.kind)) {
    c.unexpected(`Expected a property name behind \`.\`, not ${c.described}.`);
    return null;
  }
  const name = c.takeName();
  return { kind: 'property', span: name.span, name: name.text };
}
