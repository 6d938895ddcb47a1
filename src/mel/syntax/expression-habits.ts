import { appendAll } from '../../base/append-all.ts';
import type { Edit, Fix, Position } from '../diagnostic.ts';
import type { BinaryOperator, Expr, MethodCall, Name, ObjectEntry } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { METHODS, METHODS_BY_TYPE, methodMessage, NAMESPACES } from './habits.ts';
import { before, behind, replacing, rewriting, shown } from './problem.ts';
import { skipBalanced, startsMember, startsStatement } from './recovery.ts';
import { isKeyword, T } from './token.ts';

type ReadExpression = (c: Cursor) => Expr;

/** The operator meant by `===`, `!==`, `=` or `|` behind an operand, reported; null where none stands. */
export function wrongOperator(c: Cursor): BinaryOperator | null {
  switch (c.kind) {
    case T.strictEqual:
      c.unexpected('There is no `===`; `==` compares by type and value.', [replacing('Write `==`', c.span, '==')]);
      return '==';
    case T.strictNotEqual:
      c.unexpected('There is no `!==`; `!=` compares by type and value.', [replacing('Write `!=`', c.span, '!=')]);
      return '!=';
    case T.equal:
      if (c.peek(1) === T.less && c.tokens.ends[c.index] === c.tokens.starts[c.index + 1]) return swapped(c);
      c.unexpected('An expression assigns nothing; `==` compares, and `patch path = value` changes state.', [
        replacing('Write `==`', c.span, '=='),
      ]);
      return '==';
    case T.pipe:
      c.unexpected('There is no `|` in expressions; the logical operator is `||`.', [
        replacing('Write `||`', c.span, '||'),
      ]);
      return '||';
    default:
      return null;
  }
}

/** `=<`: reported; the cursor stands at its second half. */
function swapped(c: Cursor): BinaryOperator {
  const span = { start: c.span.start, end: c.spanAt(c.index + 1).end };
  c.unexpected('There is no `=<`; less or equal is `<=`.', [replacing('Write `<=`', span, '<=')]);
  c.advance();
  return '<=';
}

/** `in` between operands, reported: what it means depends on what is behind it. */
export function membership(c: Cursor, left: Expr, readOperand: ReadExpression): Expr | null {
  if (!c.isWordText('in') || c.peek(1) === T.colon || c.peek(1) === T.equal || !c.isOnSameLine) return null;
  c.unexpected('There is no `in`; write `includes(xs, x)` for an array, `hasKey(r, key)` for a Record.');
  c.advance();
  readOperand(c);
  return { kind: 'missing', span: c.from(left.span.start) };
}

/** Functions whose argument may be a callback. */
const TAKE_CALLBACKS = /^(filter|map|find|every|some|any|all|forEach|flatMap|findIndex|sort|reduce)$/;
/** Tokens looked over for the call around an arrow. */
const FARTHEST = 200;

/** `=>` that is no arrow function, reported as the `>=` that was meant; null for an arrow function. */
export function arrowOperator(c: Cursor, left: Expr): BinaryOperator | null {
  if (c.kind !== T.arrow) return null;
  const parameter = left.kind === 'group' ? left.inner : left;
  if ((parameter.kind === 'name' || parameter.kind === 'missing') && isCallbackHere(c)) return null;
  c.unexpected('There is no `=>`; greater or equal is `>=`.', [replacing('Write `>=`', c.span, '>=')]);
  return '>=';
}

/** Whether the tokens around are arguments of a function that takes callbacks. */
function isCallbackHere(c: Cursor): boolean {
  if (c.peek(1) === T.openBrace) return true;
  let depth = 0;
  for (let at = c.index - 1; at > 0 && at > c.index - FARTHEST; at -= 1) {
    const kind = c.tokens.kinds[at];
    if (kind === T.closeParen || kind === T.closeBracket || kind === T.closeBrace) depth += 1;
    else if (kind === T.openParen || kind === T.openBracket || kind === T.openBrace) {
      if (depth > 0) depth -= 1;
      else return kind === T.openParen && TAKE_CALLBACKS.test(c.textAt(at - 1));
    }
  }
  return false;
}

/** `and` and `or` between operands, reported, as the operators they mean. */
export function wordOperator(c: Cursor): '&&' | '||' | null {
  if (c.kind !== T.identifier || c.peek(1) === T.colon) return null;
  const word = c.text;
  if (word !== 'and' && word !== 'or') return null;
  const operator = word === 'and' ? '&&' : '||';
  c.unexpected(`\`${word}\` is a function; between two operands write \`${operator}\`.`, [
    replacing(`Write \`${operator}\``, c.span, operator),
  ]);
  return operator;
}

/** `not x`, `typeof x`: a word before its operand, reported. Null where the word is a plain name. */
export function notWord(c: Cursor, read: ReadExpression): Expr | null {
  const word = c.text;
  if (word !== 'not' && word !== 'typeof') return null;
  const next = c.peek(1);
  const isName =
    next === T.identifier && c.peek(2) !== T.colon && !/^(include|onceIntent|and|or)$/.test(c.textAt(c.index + 1));
  if (!isName && next !== T.true && next !== T.false && next !== T.item && next !== T.dollar) return null;
  const span = c.span;
  const fixes =
    word === 'not' ? [replacing('Write `!`', { start: span.start, end: c.spanAt(c.index + 1).start }, '!')] : [];
  c.unexpected(`\`${word}\` is a function: write \`${word === 'not' ? '!x' : 'typeof(x)'}\`.`, fixes);
  c.advance();
  if (!c.enter('expression')) return { kind: 'missing', span };
  read(c);
  c.leave('expression');
  return { kind: 'missing', span: c.from(span.start) };
}

/** A second `*`: a power in JavaScript. The current token is the second star. */
export function doubleStar(c: Cursor, left: Expr): void {
  const edits: Edit[] = [{ span: before(left.span), text: 'pow(' }];
  const stars = { start: c.spanAt(c.index - 1).start, end: c.span.end };
  const isSimple =
    c.peek(1) === T.number || (c.peek(1) === T.identifier && c.peek(2) !== T.openParen && c.peek(2) !== T.dot);
  edits.push({ span: { start: left.span.end, end: stars.end }, text: ',' });
  edits.push({ span: behind(c.spanAt(c.index + 1)), text: ')' });
  c.unexpected('There is no `**`; write `pow(a, b)`.', isSimple ? [rewriting('Use pow', edits)] : []);
  c.advance();
}

/** Whether the second half of a `++` or `--` stands here that no operand follows. */
export function isStep(c: Cursor): boolean {
  if (!c.isAdjacent || (c.kind !== T.plus && c.kind !== T.minus) || c.peek(-1) !== c.kind) return false;
  const next = c.peek(1);
  return next === T.end || next === T.closeBrace || next === T.closeParen || isKeyword(next);
}

/** `a++`: reported at its second half, which is the current token. */
export function step(c: Cursor, left: Expr): Expr {
  const sign = c.kind === T.plus ? '+' : '-';
  c.unexpected(`There is no \`${sign}${sign}\`; write \`patch a = a ${sign} 1\`.`);
  c.advance();
  return { kind: 'missing', span: c.from(left.span.start) };
}

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

/** `s.trim()` and other calls of what is no plain name, reported. Null where the parenthesis is no call. */
export function callOnValue(c: Cursor, object: Expr, read: ReadExpression): Expr | null {
  const isMethod = object.kind === 'property' || (object.kind === 'dollar' && object.segments.length > 0);
  if (!isMethod && object.kind === 'missing') {
    skipBalanced(c);
    return { kind: 'missing', span: c.from(object.span.start) };
  }
  const open = c.span;
  let method: Pick<MethodCall, 'name' | 'receiver'> | null = null;
  if (!isMethod) c.unexpected('Only builtin functions are called, by their name.');
  else method = reportMethod(c, object);
  if (!c.enter('expression')) return { kind: 'missing', span: object.span };
  c.advance();
  const args: Expr[] = [];
  while (c.kind !== T.closeParen && c.kind !== T.end) {
    const at = c.index;
    args.push(read(c));
    if (!c.accept(T.comma) || c.index === at) break;
  }
  c.leave('expression');
  const close = c.span;
  const isClosed = c.expect(T.closeParen, `Expected \`)\`, not ${c.described}.`);
  const span = c.from(object.span.start);
  if (method === null || !isClosed || !METHODS_BY_TYPE.has(method.name)) return { kind: 'missing', span };
  return { kind: 'missing', span, method: { ...method, args, open, close } };
}

/** Reports the method before the parenthesis that stands here; gives it and its receiver. */
function reportMethod(
  c: Cursor,
  object: Extract<Expr, { kind: 'property' | 'dollar' }>,
): Pick<MethodCall, 'name' | 'receiver'> | null {
  if (object.kind === 'property' && object.object.kind === 'name' && NAMESPACES.has(object.object.name)) {
    reportNamespace(c, object.object, object.property);
    return null;
  }
  const name = object.kind === 'property' ? object.property.text : (object.segments.at(-1) ?? '');
  const receiver = receiverOf(object, name);
  const builtin = METHODS.get(name);
  const edits: Edit[] = [
    { span: before(object.span), text: `${builtin ?? name}(` },
    { span: { start: receiver.span.end, end: c.span.end }, text: c.peek(1) === T.closeParen ? '' : ', ' },
  ];
  const fixes = builtin === undefined ? [] : [rewriting(`Write ${builtin}(...)`, edits)];
  c.complain(c.index, methodMessage(name, builtin), fixes);
  return { name, receiver };
}

/** What stands before the dot in front of the name of a method. */
function receiverOf(object: Extract<Expr, { kind: 'property' | 'dollar' }>, name: string): Expr {
  if (object.kind === 'property') return object.object;
  const { start, end } = object.span;
  const back = name.length + 1;
  const nameEnd = { ...end, offset: end.offset - back, column: end.column - back };
  return { ...object, span: { start, end: nameEnd }, segments: object.segments.slice(0, -1) };
}

/** `Math.max(a, b)`. */
function reportNamespace(c: Cursor, holder: Extract<Expr, { kind: 'name' }>, called: Name): void {
  const isBuiltin = NAMESPACES.get(holder.name)?.has(called.text) === true;
  const advice = isBuiltin ? `; write \`${called.text}(...)\`` : '';
  const head = { start: holder.span.start, end: called.span.start };
  c.complain(
    c.index,
    `There is no \`${holder.name}\`${advice}.`,
    isBuiltin ? [replacing(`Remove \`${holder.name}.\``, head, '')] : [],
  );
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
