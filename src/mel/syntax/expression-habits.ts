import { appendAll } from '../../base/append-all.ts';
import type { Edit, Fix, Position } from '../diagnostic.ts';
import type { Expr, ObjectEntry } from './ast.ts';
import type { Cursor, ReadExpression } from './cursor.ts';
import { behind, replacing, rewriting, shown } from './problem.ts';
import { skipBalanced, startsMember, startsStatement } from './recovery.ts';
import { T } from './token.ts';

/** `1_000`, `10n`, `5px`: a word glued to a number. */
export function numberSuffix(c: Cursor, literal: Expr): Expr {
  if (c.kind !== T.identifier || !c.isAdjacent || c.peek(1) === T.colon) return literal;
  const isSeparator = /^_[0-9_]+$/.test(c.text);
  const digits = c.text.replaceAll('_', '');
  c.unexpected(
    isSeparator
      ? 'Digits are not separated.'
      : `A number has no suffix; \`${shown(c.text)}\` may not follow it directly.`,
    [replacing(isSeparator ? 'Write the digits together' : 'Remove the suffix', c.span, isSeparator ? digits : '')],
  );
  c.advance();
  return { kind: 'missing', span: c.from(literal.span.start) };
}

/** `a?.b`: reported and read as `a.b`. */
export function optionalChaining(c: Cursor, object: Expr): Expr {
  const next = c.peek(1);
  const instead = next === T.openBracket || next === T.openParen ? '' : '.';
  c.unexpected('There is no optional chaining: a property of null is null, so `a.b` does the same.', [
    replacing(instead === '' ? 'Remove `?.`' : 'Write `.`', c.span, instead),
  ]);
  c.advance();
  if (c.kind < T.identifier) return object;
  const property = c.takeName();
  return { kind: 'property', span: { start: object.span.start, end: property.span.end }, object, property };
}

/** `x => body`: reported at the arrow; the fix names the element `$item`. */
export function arrowAfter(c: Cursor, left: Expr, read: ReadExpression): Expr {
  const arrow = c.index;
  const parameter = left.kind === 'group' ? left.inner : left;
  c.advance();
  const from = c.index;
  const hasBody = c.kind !== T.openBrace;
  const reported = c.diagnostics.length;
  if (hasBody) {
    if (c.enter('expression')) read(c);
    c.leave('expression');
  } else skipBalanced(c);
  const follow = c.diagnostics.splice(reported);
  const isMendable = hasBody && parameter.kind === 'name' && follow.length === 0 && c.limit === null;
  const fixes = isMendable ? [rewriting('Use $item', itemEdits(c, parameter.name, left.span.start, from))] : [];
  c.report(
    'MEL_PARSER',
    'There are no arrow functions; the element of a collection is `$item`: `map(xs, $item + 1)`.',
    c.spanAt(arrow),
    fixes,
  );
  appendAll(c.diagnostics, follow);
  return { kind: 'missing', span: c.from(left.span.start) };
}

/** Drops the head of an arrow function and names its parameter `$item` from the token at `from` to here. */
function itemEdits(c: Cursor, parameter: string, start: Position, from: number): readonly Edit[] {
  const edits: Edit[] = [{ span: { start, end: c.spanAt(from).start }, text: '' }];
  for (let at = from; at < c.index; at += 1) {
    const isUse = c.tokens.kinds[at] === T.identifier && c.textAt(at) === parameter;
    const isOther = c.tokens.kinds[at - 1] === T.dot || c.tokens.kinds[at + 1] === T.colon;
    if (isUse && !isOther) edits.push({ span: c.spanAt(at), text: '$item' });
  }
  return edits;
}

/** `{a}`: reported and read as `{a: a}`. Null where not even that was meant. */
export function shorthand(c: Cursor): ObjectEntry | null {
  const span = c.span;
  const next = c.peek(1);
  if (c.kind === T.identifier && (next === T.comma || next === T.closeBrace)) {
    c.unexpected(`There are no shorthand properties; write \`${shown(c.text)}: ${shown(c.text)}\`.`, [
      replacing('Write it out', behind(span), `: ${c.text}`),
    ]);
    const key = c.takeName();
    return { kind: 'field', span, key, value: { kind: 'name', span, name: key.text } };
  }
  c.advance();
  c.unexpected(
    `Expected \`:\` behind the key, not ${c.described}.`,
    c.kind === T.equal ? [replacing('Write `:`', c.span, ':')] : [],
  );
  if (c.kind === T.equal) {
    c.advance();
    return null;
  }
  if (c.kind === T.openParen) skipBalanced(c);
  return null;
}

/** `if (c) a else b` and `if(c, a, b)` where a value is due. */
function choiceInWords(c: Cursor, read: ReadExpression): Expr {
  const word = c.span;
  // What would mend it is known only when the rest is read.
  const fixes: Fix[] = [];
  c.reserved(fixes);
  c.advance();
  const open = c.span;
  skipBalanced(c);
  const close = c.spanAt(c.index - 1);
  if (!startsValue(c)) {
    fixes.push(replacing('Write `cond`', word, 'cond'));
    return { kind: 'missing', span: c.from(word.start) };
  }
  readInside(c, read);
  if (c.kind === T.reserved && c.text === 'else') {
    const between = c.span;
    c.advance();
    readInside(c, read);
    const edits = [
      { span: { start: word.start, end: open.start }, text: '' },
      { span: behind(close), text: ' ?' },
      { span: between, text: ':' },
    ];
    fixes.push(rewriting('Write `c ? a : b`', edits));
  }
  return { kind: 'missing', span: c.from(word.start) };
}

/** Whether a value stands next, on the same line, that nothing else can be. */
function startsValue(c: Cursor): boolean {
  if (!c.isOnSameLine) return false;
  switch (c.kind) {
    case T.number:
    case T.string:
    case T.dollar:
    case T.true:
    case T.false:
    case T.null:
      return true;
    case T.identifier:
      return c.peek(1) !== T.colon && !startsStatement(c) && !startsMember(c);
    default:
      return false;
  }
}

function readInside(c: Cursor, read: ReadExpression): void {
  if (c.enter('expression')) read(c);
  c.leave('expression');
}

/** A reserved word where a value is due: reported; what follows it is read so that it raises nothing more. */
export function reservedOperand(c: Cursor, read: ReadExpression): Expr {
  const word = c.text;
  const span = c.span;
  if (word === 'if' && c.peek(1) === T.openParen) return choiceInWords(c, read);
  const fixes =
    word === 'this' && c.peek(1) === T.dot
      ? [replacing('Remove `this.`', { start: span.start, end: c.spanAt(c.index + 1).end }, '')]
      : [];
  c.reserved(fixes);
  c.advance();
  if (word === 'function') {
    if (c.kind === T.identifier) c.advance();
    if (c.kind === T.openParen) skipBalanced(c);
    if (c.kind === T.openBrace) skipBalanced(c);
  } else if (c.kind === T.openParen) skipBalanced(c);
  else if (/^(new|await|void|delete|yield|async)$/.test(word) && (c.kind === T.identifier || c.kind === T.dollar)) {
    readInside(c, read);
  }
  return { kind: 'missing', span: c.from(span.start) };
}
