import { appendAll } from '../../base/append-all.ts';
import type { Span } from '../diagnostic.ts';
import type { Annotation, BinaryOperator, Expr } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { arrowAfter, numberSuffix, optionalChaining } from './expression-habits.ts';
import { callOnValue } from './method-habits.ts';
import { arrowOperator, doubleStar, isStep, membership, step, wordOperator, wrongOperator } from './operator-habits.ts';
import { readAnnotations } from './parse-annotation.ts';
import { readArguments } from './parse-arguments.ts';
import { parsePrimary } from './parse-primary.ts';
import { replacing } from './problem.ts';
import { startsDeclaration } from './recovery.ts';
import { isWord, T } from './token.ts';

/** How tight an operator binds, by token kind; 0 for what is no binary operator. */
const PRECEDENCE = new Uint8Array(128);
const OPERATORS: BinaryOperator[] = [];
for (const [kind, operator, precedence] of [
  [T.questionQuestion, '??', 1],
  [T.orOr, '||', 2],
  [T.andAnd, '&&', 3],
  [T.equalEqual, '==', 4],
  [T.notEqual, '!=', 4],
  [T.less, '<', 5],
  [T.lessEqual, '<=', 5],
  [T.greater, '>', 5],
  [T.greaterEqual, '>=', 5],
  [T.plus, '+', 6],
  [T.minus, '-', 6],
  [T.star, '*', 7],
  [T.slash, '/', 7],
  [T.percent, '%', 7],
] as const) {
  PRECEDENCE[kind] = precedence;
  OPERATORS[kind] = operator;
}

/** Reads an expression; where none stands it is reported and the node is `missing`. */
export function parseExpression(c: Cursor): Expr {
  const condition = parseBinary(c, 1);
  if (c.kind !== T.question) return condition;
  if (!c.enter('expression')) return condition;
  c.advance();
  const then = parseExpression(c);
  let otherwise: Expr;
  if (c.expect(T.colon, `A conditional is \`c ? a : b\`: expected \`:\`, not ${c.described}.`)) {
    otherwise = parseExpression(c);
  } else {
    otherwise = { kind: 'missing', span: c.gap };
  }
  c.leave('expression');
  return { kind: 'ternary', span: c.from(condition.span.start), condition, then, otherwise };
}

/** Operators that bind at least as tight as `weakest`; chains of equal ones are a loop, not a recursion. */
function parseBinary(c: Cursor, weakest: number): Expr {
  let left = parseUnary(c);
  for (;;) {
    const precedence = PRECEDENCE[c.kind] ?? 0;
    if (precedence === 0) {
      const mended = mendOperator(c, left, weakest);
      if (mended === null) return left;
      left = mended;
      continue;
    }
    if (precedence < weakest) return left;
    const operator = OPERATORS[c.kind] ?? '+';
    if (precedence === 1 && !c.enter('expression')) return left;
    c.advance();
    if (operator === '*' && c.kind === T.star && c.isAdjacent) doubleStar(c, left);
    else if (isStep(c)) return step(c, left);
    const right = parseBinary(c, precedence === 1 ? 1 : precedence + 1);
    if (precedence === 1) c.leave('expression');
    left = { kind: 'binary', span: { start: left.span.start, end: right.span.end }, operator, left, right };
  }
}

/** Operators of other languages: reported, then read as what was meant. Null: the expression ends here. */
function mendOperator(c: Cursor, left: Expr, weakest: number): Expr | null {
  const meant = wrongOperator(c) ?? wordOperator(c) ?? arrowOperator(c, left);
  if (meant !== null) {
    const precedence = PRECEDENCE[OPERATORS.indexOf(meant)] ?? 2;
    if (precedence < weakest) return null;
    c.advance();
    const right = parseBinary(c, precedence + 1);
    return { kind: 'binary', span: { start: left.span.start, end: right.span.end }, operator: meant, left, right };
  }
  if (c.kind === T.arrow) return arrowAfter(c, left, parseExpression);
  if (weakest <= 5) {
    const member = membership(c, left, (cursor) => parseBinary(cursor, 6));
    if (member !== null) return member;
  }
  if (c.kind === T.bad && startsOperand(c.peek(1))) {
    c.advance();
    const right = parseBinary(c, 7);
    return { kind: 'missing', span: { start: left.span.start, end: right.span.end } };
  }
  return null;
}

/** Whether a token of this kind can only begin an operand, so that a character before it was meant as operator. */
function startsOperand(kind: number): boolean {
  return kind === T.number || kind === T.string || kind === T.item || kind === T.dollar || kind === T.openParen;
}

function parseUnary(c: Cursor): Expr {
  if (c.kind === T.bang || c.kind === T.minus) {
    const operator = c.kind === T.bang ? '!' : '-';
    const start = c.start;
    if (!c.enter('expression')) return { kind: 'missing', span: c.gap };
    c.advance();
    const operand = parseUnary(c);
    c.leave('expression');
    return { kind: 'unary', span: { start, end: operand.span.end }, operator, operand };
  }
  if (c.kind === T.plus && startsUnaryOperand(c.peek(1))) {
    c.unexpected('There is no unary `+`; `toNumber(x)` makes a number.', [replacing('Remove `+`', c.span, '')]);
    if (!c.enter('expression')) return { kind: 'missing', span: c.gap };
    c.advance();
    const operand = parseUnary(c);
    c.leave('expression');
    return operand;
  }
  return parsePostfix(c);
}

function startsUnaryOperand(kind: number): boolean {
  return startsOperand(kind) || kind === T.identifier || kind === T.plus || kind === T.minus;
}

function parsePostfix(c: Cursor): Expr {
  let object = parsePrimary(c, parseExpression);
  if (object.kind === 'number') object = numberSuffix(c, object);
  for (;;) {
    if (c.kind === T.dot) object = parseProperty(c, object);
    else if (c.kind === T.openBracket) {
      if (!c.enter('expression')) return object;
      c.advance();
      const index = parseExpression(c);
      c.leave('expression');
      c.expect(T.closeBracket, `Expected \`]\` behind the index, not ${c.described}.`);
      object = { kind: 'index', span: c.from(object.span.start), object, index };
    } else if (c.kind === T.questionDot) {
      object = optionalChaining(c, object);
    } else if (c.kind === T.openParen) {
      const called = callOnValue(c, object, parseExpression);
      if (called === null) return object;
      object = called;
    } else return object;
  }
}

function parseProperty(c: Cursor, object: Expr): Expr {
  c.advance();
  if (isWord(c.kind) && !startsDeclaration(c)) {
    const property = c.takeName();
    return { kind: 'property', span: { start: object.span.start, end: property.span.end }, object, property };
  }
  const dot: Span = c.spanAt(c.index - 1);
  if (object.kind === 'number') {
    const isRange = c.kind === T.dot || c.kind === T.number;
    c.complain(
      c.index - 1,
      isRange ? 'There are no ranges of numbers.' : 'A number does not end in a dot.',
      isRange ? [] : [replacing('Remove the dot', dot, '')],
    );
    if (isRange) {
      c.accept(T.dot);
      c.accept(T.number);
      return { kind: 'missing', span: c.from(object.span.start) };
    }
    return object;
  }
  const fixes = c.kind === T.openBracket ? [replacing('Remove the dot', dot, '')] : [];
  c.unexpected(`Expected a property name behind \`.\`, not ${c.described}.`, fixes);
  if (c.kind === T.openBracket) return object;
  return { kind: 'missing', span: { start: object.span.start, end: dot.end } };
}

/** Reads the annotations that stand here, in order. */
export function parseAnnotations(c: Cursor): readonly Annotation[] {
  return readAnnotations(c, parseExpression);
}

/** Annotations where nothing can carry them: kept to be reported. */
export function strayAnnotations(c: Cursor): void {
  if (c.kind === T.at) appendAll(c.dangling, parseAnnotations(c));
}

/** Reads what stands between the parentheses of a call, the opening one being the current token. */
export function parseArguments(c: Cursor): Expr[] {
  return readArguments(c, parseExpression);
}
