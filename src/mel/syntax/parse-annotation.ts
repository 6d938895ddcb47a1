import type { Annotation, Expr } from './ast.ts';
import type { Cursor, ReadExpression } from './cursor.ts';
import { startsMember } from './recovery.ts';
import { isWord, T } from './token.ts';

const NONE: readonly Annotation[] = [];

/** Reads the annotations that stand here, in order; `read` reads their payloads. */
export function readAnnotations(c: Cursor, read: ReadExpression): readonly Annotation[] {
  if (c.kind !== T.at) return NONE;
  const annotations: Annotation[] = [];
  while (c.kind === T.at) {
    const annotation = parseAnnotation(c, read);
    if (annotation !== null) annotations.push(annotation);
  }
  return annotations;
}

function parseAnnotation(c: Cursor, read: ReadExpression): Annotation | null {
  const start = c.start;
  c.advance();
  if (!c.isWordText('meta')) {
    c.unexpected(`Expected \`meta\` behind \`@\`, not ${c.described}: it is the only annotation.`);
    if (isWord(c.kind) && !startsMember(c)) c.advance();
    if (c.kind === T.openParen) readRest(c, read);
    return null;
  }
  c.advance();
  if (!c.expect(T.openParen, `Expected \`(\` behind \`@meta\`, not ${c.described}.`)) return null;
  if (c.kind !== T.string) {
    c.unexpected(`The tag of \`@meta\` is a string, not ${c.described}.`);
    if (c.kind === T.bad) c.advance();
    else if (c.kind !== T.closeParen) readPayload(c, read);
    if (c.accept(T.comma)) readPayload(c, read);
    c.accept(T.closeParen);
    return null;
  }
  const tag = c.text;
  c.advance();
  const payload = c.accept(T.comma) ? readPayload(c, read) : null;
  if (c.kind === T.comma) {
    c.unexpected('`@meta` takes a tag and at most one payload.');
    while (c.accept(T.comma)) readPayload(c, read);
  }
  c.expect(T.closeParen, `Expected \`)\` behind the annotation, not ${c.described}.`);
  return { span: c.from(start), tag, payload };
}

/** One level deeper, because a payload may hold annotations again, wrong as they are there. */
function readPayload(c: Cursor, read: ReadExpression): Expr {
  if (!c.enter('expression')) return { kind: 'missing', span: c.gap };
  const payload = read(c);
  c.leave('expression');
  return payload;
}

function readRest(c: Cursor, read: ReadExpression): void {
  c.advance();
  while (c.kind !== T.closeParen && c.kind !== T.end) {
    const at = c.index;
    readPayload(c, read);
    if (!c.accept(T.comma) || c.index === at) break;
  }
  c.accept(T.closeParen);
}
