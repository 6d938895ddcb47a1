import type { Span } from '../diagnostic.ts';
import type { Annotation, EffectArg, EffectStmt } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { parseExpression, strayAnnotations } from './parse-expression.ts';
import { parsePath } from './parse-path.ts';
import { behind, replacing, shown } from './problem.ts';
import { skipBalanced, skipToField, skipToStatement, startsMember, startsStatement } from './recovery.ts';
import { isWord, T } from './token.ts';

/** Reads an effect behind its keyword; null where it has no type, which is reported. */
export function parseEffect(c: Cursor, keyword: Span, annotations: readonly Annotation[]): EffectStmt | null {
  const type = parseEffectType(c);
  if (type === null) {
    skipToStatement(c);
    return null;
  }
  const args: EffectArg[] = [];
  const isCalled = c.expect(T.openParen, `An effect is called with an object: expected \`({\`, not ${c.described}.`);
  if (c.kind !== T.openBrace) {
    const isEmpty = isCalled && c.kind === T.closeParen;
    const fixes = isEmpty ? [replacing('Write `{}`', behind({ start: c.end, end: c.end }), '{}')] : [];
    c.unexpected(`The arguments of an effect stand in braces: expected \`{\`, not ${c.described}.`, fixes);
    if (isCalled && !isEmpty)
      while (c.kind !== T.closeParen && c.kind !== T.end && !startsStatement(c) && !startsMember(c)) skipBalanced(c);
  } else parseEffectArgs(c, args);
  if (isCalled) c.expect(T.closeParen, `Expected \`)\` behind the arguments of the effect, not ${c.described}.`);
  return { kind: 'effect', type, args, keyword, annotations, span: c.from(keyword.start) };
}

function parseEffectType(c: Cursor) {
  if (!isWord(c.kind)) {
    c.unexpected(
      c.kind === T.string
        ? 'The type of an effect is written without quotes.'
        : `Expected the type of an effect, not ${c.described}.`,
      c.kind === T.string && /^\w+(\.\w+)*$/.test(c.text) ? [replacing('Remove the quotes', c.span, c.text)] : [],
    );
    if (c.kind !== T.string) return null;
    return c.takeName();
  }
  let { text, span } = c.takeName();
  while (c.kind === T.dot) {
    c.advance();
    if (!isWord(c.kind)) {
      c.unexpected(`Expected a name behind \`.\`, not ${c.described}.`);
      break;
    }
    text += `.${c.text}`;
    c.advance();
    span = c.from(span.start);
  }
  return { text, span };
}

function parseEffectArgs(c: Cursor, args: EffectArg[]): void {
  c.advance();
  while (c.kind !== T.closeBrace && c.kind !== T.end) {
    const at = c.index;
    strayAnnotations(c);
    if (startsMember(c)) break;
    const arg = parseEffectArg(c);
    if (arg !== null) args.push(arg);
    if (c.accept(T.comma)) continue;
    if (c.kind === T.semicolon) {
      c.unexpected('Arguments are separated by commas.', [replacing('Write a comma', c.span, ',')]);
      c.advance();
    }
    const isNext = isWord(c.kind) && c.peek(1) === T.colon;
    if (c.kind === T.closeBrace || (isNext && c.index > at)) continue;
    c.unexpected(`Expected an argument \`name: value\` or \`}\`, not ${c.described}.`);
    if (c.index === at) c.advance();
    skipToField(c);
  }
  c.expect(T.closeBrace, `Expected \`}\` behind the arguments of the effect, not ${c.described}.`);
}

function parseEffectArg(c: Cursor): EffectArg | null {
  const start = c.start;
  if (!isWord(c.kind)) {
    if (c.kind === T.spread) c.unexpected('The arguments of an effect are written out; nothing is spread into them.');
    return null;
  }
  const name = c.takeName();
  if (c.kind !== T.colon) {
    const isShorthand = c.kind === T.comma || c.kind === T.closeBrace;
    const fixes = isShorthand ? [replacing('Write it out', behind(name.span), `: ${name.text}`)] : [];
    c.unexpected(`Expected \`:\` and a value behind \`${shown(name.text)}\`, not ${c.described}.`, fixes);
    return null;
  }
  c.advance();
  if (name.text === 'into' || name.text === 'pass' || name.text === 'fail') {
    const path = parsePath(c, `\`${name.text}\``);
    return path === null ? null : { kind: 'path', span: c.from(start), name, path };
  }
  const value = parseExpression(c);
  return { kind: 'value', span: c.from(start), name, value };
}
