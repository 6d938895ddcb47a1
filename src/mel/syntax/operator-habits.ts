import type { Edit } from '../diagnostic.ts';
import type { BinaryOperator, Expr } from './ast.ts';
import type { Cursor, ReadExpression } from './cursor.ts';
import { before, behind, replacing, rewriting } from './problem.ts';
import { isKeyword, T } from './token.ts';

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
