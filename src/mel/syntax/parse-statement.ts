import { appendAll } from '../../base/append-all.ts';
import type { Fix, Span } from '../diagnostic.ts';
import type { Annotation, Expr, PatchStmt, Stmt } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { nearest } from './nearest.ts';
import { parseEffect } from './parse-effect.ts';
import { parseAnnotations, parseArguments, parseExpression } from './parse-expression.ts';
import { parsePath } from './parse-path.ts';
import { replacing } from './problem.ts';
import { skipBalanced, skipToStatement, startsMember, startsStatement } from './recovery.ts';
import { foreignStatement } from './statement-habits.ts';
import { isWord, T } from './token.ts';

const STATEMENTS = ['when', 'once', 'onceIntent', 'patch', 'effect', 'fail', 'stop', 'include'];

/** Reads a block in braces; `missing` says what the block belongs to. */
export function parseBlock(c: Cursor, missing: string): Stmt[] {
  const statements: Stmt[] = [];
  const open = c.span;
  if (c.kind !== T.openBrace) {
    c.unexpected(`Expected \`{\` and the body of ${missing}, not ${c.described}.`);
    if (c.kind === T.arrow || c.kind === T.colon) c.advance();
    if (c.kind !== T.openBrace) return statements;
  }
  if (!c.enter('block')) return statements;
  c.advance();
  while (c.kind !== T.closeBrace && c.kind !== T.end) {
    if (startsMember(c)) break;
    const at = c.index;
    const annotations = parseAnnotations(c);
    if (c.kind === T.closeBrace || startsMember(c)) {
      appendAll(c.dangling, annotations);
      break;
    }
    const statement = parseStatement(c, annotations);
    if (statement !== null) statements.push(statement);
    else appendAll(c.dangling, annotations);
    if (c.index === at) c.advance();
  }
  c.leave('block');
  if (!c.accept(T.closeBrace)) {
    c.unexpected(
      `The body of ${missing} is not closed: expected \`}\`, not ${c.described}.`,
      [replacing('Close the body', c.gap, '} ')],
      [{ message: 'The body begins here.', span: open }],
    );
  }
  return statements;
}

/** Reads one statement; null where none could be made of what stands there, which is reported. */
function parseStatement(c: Cursor, annotations: readonly Annotation[]): Stmt | null {
  const keyword = c.span;
  if (startsStatement(c) || isStatementWord(c.kind)) return parseKnownStatement(c, keyword, annotations);
  if (c.kind === T.semicolon) {
    c.unexpected('Statements end without a semicolon.', [replacing('Remove the semicolon', keyword, '')]);
    c.advance();
    return null;
  }
  const foreign = foreignStatement(c, parseBlock);
  if (foreign === 'skipped') return null;
  if (foreign !== null) return { ...foreign, annotations };
  if (c.kind === T.openBrace) return parseBareBlock(c, annotations);
  const assigned = parseBareAssignment(c, annotations);
  if (assigned !== 'none') return assigned;
  const meant = c.kind === T.identifier && !STATEMENTS.includes(c.text) ? nearest(c.text, STATEMENTS) : undefined;
  const fixes = meant === undefined ? [] : [replacing(`Write \`${meant}\``, keyword, meant)];
  const hint = meant === undefined ? shapeOf(c.text) : ` Did you mean \`${meant}\`?`;
  c.unexpected(`Expected a statement or \`}\`, not ${c.described}.${hint}`, fixes);
  skipBalanced(c);
  skipToStatement(c);
  return null;
}

function isStatementWord(kind: number): boolean {
  return (
    kind === T.when || kind === T.once || kind === T.patch || kind === T.effect || kind === T.fail || kind === T.stop
  );
}

/** How the statements go that begin otherwise than the reader thought. */
function shapeOf(word: string): string {
  if (word === 'onceIntent') return ' `onceIntent` is followed by `{` or `when`.';
  if (word === 'include') return ' A flow is included by `include name(...)`.';
  if (word === 'unset') return ' A key is removed by `patch path unset`.';
  return word === 'merge' ? ' Objects are merged by `patch path merge value`.' : '';
}

/** `{ ... }` without a guard. */
function parseBareBlock(c: Cursor, annotations: readonly Annotation[]): Stmt {
  const keyword = c.span;
  c.unexpected('A block belongs to a guard.', [replacing('Insert `when true`', c.gap, 'when true ')]);
  const body = parseBlock(c, 'the block');
  const condition = { kind: 'missing', span: keyword } as const;
  return { kind: 'when', condition, body, keyword, annotations, span: c.from(keyword.start) };
}

function parseKnownStatement(c: Cursor, keyword: Span, annotations: readonly Annotation[]): Stmt | null {
  const kind = c.kind;
  const word = c.text;
  c.advance();
  switch (kind) {
    case T.when: {
      const condition = parseCondition(c, '`when`');
      const body = parseBlock(c, '`when`');
      return { kind: 'when', condition, body, keyword, annotations, span: c.from(keyword.start) };
    }
    case T.once:
      return parseOnce(c, keyword, annotations);
    case T.patch:
      return parsePatch(c, keyword, annotations);
    case T.effect:
      return parseEffect(c, keyword, annotations);
    case T.fail: {
      const code = parseText(c, 'The code of `fail`');
      if (c.kind === T.string || (c.kind === T.comma && c.peek(1) === T.string)) mendMessage(c);
      const message = c.accept(T.with) ? parseExpression(c) : null;
      if (code === null) return null;
      return { kind: 'fail', code, message, keyword, annotations, span: c.from(keyword.start) };
    }
    case T.stop: {
      const reason = parseText(c, 'The reason of `stop`');
      if (reason === null) return null;
      return { kind: 'stop', reason, keyword, annotations, span: c.from(keyword.start) };
    }
    default:
      break;
  }
  if (word === 'include') {
    const flow = c.takeName();
    const args = parseArguments(c);
    return { kind: 'include', flow, args, keyword, annotations, span: c.from(keyword.start) };
  }
  const condition = c.accept(T.when) ? parseCondition(c, '`when`') : null;
  const body = parseBlock(c, '`onceIntent`');
  return { kind: 'onceIntent', condition, body, keyword, annotations, span: c.from(keyword.start) };
}

/** The condition before a block; `{` opens the block unless an object plainly begins there. */
export function parseCondition(c: Cursor, what: string): Expr {
  if (c.kind === T.openBrace && !startsObject(c)) {
    c.unexpected(`Expected the condition of ${what}, not \`{\`.`);
    return { kind: 'missing', span: c.gap };
  }
  return parseExpression(c);
}

function startsObject(c: Cursor): boolean {
  const next = c.peek(1);
  if (next === T.spread) return true;
  if (next === T.closeBrace) {
    const behindEmpty = c.peek(2);
    return (
      behindEmpty >= T.plus && behindEmpty <= T.openBracket && behindEmpty !== T.at && behindEmpty !== T.closeBrace
    );
  }
  return (isWord(next) || next === T.string) && c.peek(2) === T.colon;
}

function parseOnce(c: Cursor, keyword: Span, annotations: readonly Annotation[]): Stmt | null {
  const isOpen = c.expect(T.openParen, `\`once\` has its marker in parentheses: expected \`(\`, not ${c.described}.`);
  const marker = isOpen ? parsePath(c, 'The marker of `once`') : null;
  if (isOpen && !c.accept(T.closeParen)) {
    c.unexpected(`Expected \`)\` behind the marker, not ${c.described}.`);
    while (
      c.kind !== T.closeParen &&
      c.kind !== T.openBrace &&
      c.kind !== T.when &&
      c.kind !== T.end &&
      !startsStatement(c)
    ) {
      c.advance();
    }
    c.accept(T.closeParen);
  }
  const condition = c.accept(T.when) ? parseCondition(c, '`once`') : null;
  const body = parseBlock(c, '`once`');
  const span = c.from(keyword.start);
  if (marker !== null) return { kind: 'once', marker, condition, body, keyword, annotations, span };
  // The body is still worth checking.
  return { kind: 'when', condition: { kind: 'missing', span: keyword }, body, keyword, annotations, span };
}

function parsePatch(c: Cursor, keyword: Span, annotations: readonly Annotation[]): PatchStmt | null {
  const target = parsePath(c, 'The target of `patch`');
  if (target === null) {
    if (c.accept(T.equal)) parseExpression(c);
    else if (!startsStatement(c)) skipToStatement(c);
    return null;
  }
  const operation = parseOperation(c, target.span);
  return { kind: 'patch', target, operation, keyword, annotations, span: c.from(keyword.start) };
}

function parseOperation(c: Cursor, target: Span): PatchStmt['operation'] {
  if (c.accept(T.equal)) return { kind: 'set', value: parseExpression(c) };
  if (c.accept(T.unset)) return { kind: 'unset' };
  if (c.accept(T.merge)) return { kind: 'merge', value: parseExpression(c) };
  const missing = `Expected \`=\`, \`merge\` or \`unset\` behind the path, not ${c.described}.`;
  const isArithmetic = c.kind >= T.plus && c.kind <= T.percent;
  if (isArithmetic && c.peek(1) === T.equal && c.tokens.ends[c.index] === c.tokens.starts[c.index + 1]) {
    const written = c.tokens.text.slice(target.start.offset, target.end.offset);
    const operator = c.tokens.text.slice(c.tokens.starts[c.index], c.tokens.ends[c.index]);
    const span = { start: c.span.start, end: c.spanAt(c.index + 1).end };
    const instead = `= ${written} ${operator}`;
    c.unexpected(`There is no \`${operator}=\`; write \`${instead} ...\`.`, [replacing('Write it out', span, instead)]);
    c.advance();
    c.advance();
    parseExpression(c);
    return { kind: 'set', value: { kind: 'missing', span } };
  }
  if (isArithmetic && c.peek(1) === c.kind) {
    const written = c.tokens.text.slice(target.start.offset, target.end.offset);
    const sign = c.kind === T.plus ? '+' : '-';
    const span = { start: c.span.start, end: c.spanAt(c.index + 1).end };
    const isStep = c.kind === T.plus || c.kind === T.minus;
    c.unexpected(missing, isStep ? [replacing('Write it out', span, ` = ${written} ${sign} 1`)] : []);
    c.advance();
    c.advance();
    return { kind: 'set', value: { kind: 'missing', span: c.gap } };
  }
  const isColon = c.kind === T.colon || c.kind === T.equalEqual;
  c.unexpected(missing, isColon ? [replacing('Write `=`', c.span, '=')] : []);
  if (isColon) {
    c.advance();
    return { kind: 'set', value: parseExpression(c) };
  }
  const span = c.gap;
  if (!startsStatement(c)) skipToStatement(c);
  return { kind: 'set', value: { kind: 'missing', span } };
}

/** `fail "CODE" "message"`: the word `with` is missing; a comma in its place is skipped. */
function mendMessage(c: Cursor): void {
  const isComma = c.kind === T.comma;
  const fix = isComma ? replacing('Write `with`', c.span, ' with') : replacing('Insert `with`', c.gap, 'with ');
  c.unexpected('The message of `fail` stands behind `with`.', [fix]);
  if (isComma) c.advance();
  parseExpression(c);
}

/** The literal of `fail` and `stop`. */
function parseText(c: Cursor, what: string): { readonly value: string; readonly span: Span } | null {
  const span = c.span;
  if (c.kind === T.string) {
    const value = c.text;
    c.advance();
    return { value, span };
  }
  const isCalled = c.kind === T.openParen && c.peek(1) === T.string && c.peek(2) === T.closeParen;
  const call = { start: span.start, end: c.spanAt(Math.min(c.index + 2, c.tokens.count - 1)).end };
  const inner = c.spanAt(Math.min(c.index + 1, c.tokens.count - 1));
  const instead = ` ${c.tokens.text.slice(inner.start.offset, inner.end.offset)}`;
  c.unexpected(
    `${what} is a string literal, not ${c.described}.`,
    isCalled ? [replacing('Remove the parentheses', call, instead)] : [],
  );
  if (c.kind === T.bad) c.advance();
  else if (c.kind === T.openParen) skipBalanced(c);
  else if (!startsStatement(c) && c.kind !== T.closeBrace && c.kind !== T.with && !startsMember(c)) parseExpression(c);
  return null;
}

/** What makes a patch of an assignment: `a = 1`, `a += 1`, `a++`; the operator stands `ahead` tokens from here. */
function patchInstead(c: Cursor, ahead: number): Fix {
  const insert = { span: c.gap, text: 'patch ' };
  const kind = c.peek(ahead);
  const next = c.peek(ahead + 1);
  const isStep = next === kind && (kind === T.plus || kind === T.minus);
  if (kind < T.plus || kind > T.percent || (next !== T.equal && !isStep))
    return { title: 'Insert `patch`', edits: [insert] };
  const at = c.index + ahead;
  const path = c.tokens.text.slice(c.tokens.starts[c.index], c.tokens.ends[at - 1]);
  const operator = c.tokens.text.slice(c.tokens.starts[at], c.tokens.ends[at]);
  const span = { start: c.spanAt(at).start, end: c.spanAt(at + 1).end };
  const gap = c.tokens.ends[at - 1] === c.tokens.starts[at] ? ' ' : '';
  const text = `${gap}= ${path} ${operator}${isStep ? ' 1' : ''}`;
  return { title: 'Write it as a patch', edits: [insert, { span, text }] };
}

/** Builtins whose result takes the place of their first argument. */
const CHANGES: ReadonlySet<string> = new Set([
  'updateById',
  'removeById',
  'append',
  'filter',
  'slice',
  'unique',
  'reverse',
]);

/** A call as a statement: `updateById(xs, id, u)`, `xs.push(v)` or an effect without its keyword; `ahead` tokens to its parenthesis. */
function reportCall(c: Cursor, ahead: number): void {
  const name = c.textAt(c.index + ahead - 1);
  const first = c.textAt(c.index + 2);
  if (ahead === 1 && CHANGES.has(name)) {
    const isPath = c.peek(2) === T.identifier && (c.peek(3) === T.comma || c.peek(3) === T.closeParen);
    const head = `patch ${isPath ? first : 'path'} = `;
    c.unexpected(
      `A function changes nothing by itself; write \`${head}${name}(...)\`.`,
      isPath ? [replacing('Patch what it changes', c.gap, head)] : [],
    );
    return;
  }
  if (ahead > 1 && name === 'push') {
    const from = c.tokens.starts[c.index];
    const path = c.tokens.text.slice(from, c.tokens.ends[c.index + ahead - 3]);
    const head = `patch ${path} = append(${path}, `;
    const span = { start: c.start, end: c.spanAt(c.index + ahead).end };
    c.unexpected(`Values have no methods; write \`${head}...)\`.`, [replacing('Use append', span, head)]);
    return;
  }
  c.unexpected('Only effects are called: `effect api.call({ ... })`.');
}

/** `a.b = 1` without its keyword, and calls as statements; `none` where the tokens say otherwise. */
function parseBareAssignment(c: Cursor, annotations: readonly Annotation[]): PatchStmt | null | 'none' {
  if (c.kind !== T.identifier) return 'none';
  let ahead = 1;
  while (c.peek(ahead) === T.dot && isWord(c.peek(ahead + 1))) ahead += 2;
  const next = c.peek(ahead);
  if (next === T.openParen) {
    const isKnown = STATEMENTS.includes(c.text) || nearest(c.text, STATEMENTS) !== undefined;
    if (ahead === 1 && isKnown) return 'none';
    reportCall(c, ahead);
    c.moveTo(c.index + ahead);
    skipBalanced(c);
    if (c.kind === T.openBrace) skipBalanced(c);
    return null;
  }
  const isAssigned = next === T.equal || (next >= T.plus && next <= T.percent) || next === T.openBracket;
  if (!isAssigned && ahead === 1) return 'none';
  const keyword = c.span;
  c.unexpected('State changes by `patch path = value`.', [patchInstead(c, ahead)]);
  const target = parsePath(c, 'The target of `patch`');
  if (target === null) return null;
  if (c.kind !== T.equal) {
    skipToStatement(c);
    return null;
  }
  c.advance();
  const value = parseExpression(c);
  return {
    kind: 'patch',
    target,
    operation: { kind: 'set', value },
    keyword,
    annotations,
    span: c.from(keyword.start),
  };
}
