import { appendAll } from '../../base/append-all.ts';
import type { Expr, ObjectEntry } from './ast.ts';
import type { Cursor, ReadExpression } from './cursor.ts';
import { reservedOperand, shorthand } from './expression-habits.ts';
import { notWord } from './operator-habits.ts';
import { readAnnotations } from './parse-annotation.ts';
import { readArguments } from './parse-arguments.ts';
import { behind, replacing } from './problem.ts';
import { skipBalanced, skipToSeparator, startsField, startsMember, startsStatement } from './recovery.ts';
import { isKeyword, isWord, T } from './token.ts';

/** Reads the innermost part of an expression. */
export function parsePrimary(c: Cursor, read: ReadExpression): Expr {
  switch (c.kind) {
    case T.identifier:
      return parseNameOrCall(c, read);
    case T.number: {
      const value = c.tokens.values[c.index];
      const span = c.span;
      c.advance();
      return { kind: 'number', span, value: typeof value === 'number' ? value : 0 };
    }
    case T.string: {
      const node: Expr = { kind: 'string', span: c.span, value: c.text };
      c.advance();
      return node;
    }
    case T.true:
    case T.false: {
      const node: Expr = { kind: 'boolean', span: c.span, value: c.kind === T.true };
      c.advance();
      return node;
    }
    case T.null: {
      const span = c.span;
      c.advance();
      return { kind: 'null', span };
    }
    case T.item: {
      const span = c.span;
      c.advance();
      return { kind: 'item', span };
    }
    case T.dollar: {
      const [root = '', ...segments] = c.text.slice(1).split('.');
      const span = c.span;
      c.advance();
      return { kind: 'dollar', span, root, segments };
    }
    case T.openParen:
      return parseGroup(c, read);
    case T.openBrace:
      return parseObject(c, read);
    case T.openBracket:
      return parseArray(c, read);
    default:
      return parseOddPrimary(c, read);
  }
}

function parseNameOrCall(c: Cursor, read: ReadExpression): Expr {
  if (c.peek(1) === T.openParen) {
    const callee = c.takeName();
    const args = readArguments(c, read);
    return { kind: 'call', span: c.from(callee.span.start), callee, args };
  }
  const negated = notWord(c, read);
  if (negated !== null) return negated;
  const span = c.span;
  const name = c.text;
  c.advance();
  return { kind: 'name', span, name };
}

function parseGroup(c: Cursor, read: ReadExpression): Expr {
  const start = c.start;
  if (!c.enter('expression')) return { kind: 'missing', span: c.gap };
  c.advance();
  const inner = read(c);
  c.leave('expression');
  // Parameters of an arrow function: what is wrong is the arrow, not the comma.
  if (c.kind === T.comma && c.peek(2) === T.closeParen && c.peek(3) === T.arrow) {
    c.advance();
    c.advance();
  }
  c.expect(T.closeParen, `Expected \`)\`, not ${c.described}.`);
  return { kind: 'group', span: c.from(start), inner };
}

function parseArray(c: Cursor, read: ReadExpression): Expr {
  const start = c.start;
  const elements: Expr[] = [];
  if (!c.enter('expression')) return { kind: 'missing', span: c.gap };
  c.advance();
  while (c.kind !== T.closeBracket && c.kind !== T.end) {
    if (c.kind === T.comma) {
      c.unexpected('An array has no holes; write `null` where a value is missing.');
      c.advance();
      continue;
    }
    const at = c.index;
    elements.push(read(c));
    if (c.accept(T.comma)) continue;
    if (c.kind === T.closeBracket || c.index === at) break;
    c.unexpected(`Expected \`,\` or \`]\`, not ${c.described}.`);
    skipToSeparator(c);
    if (!c.accept(T.comma)) break;
  }
  c.leave('expression');
  c.expect(T.closeBracket, `Expected \`,\` or \`]\`, not ${c.described}.`);
  return { kind: 'array', span: c.from(start), elements };
}

function parseObject(c: Cursor, read: ReadExpression): Expr {
  const start = c.start;
  const entries: ObjectEntry[] = [];
  if (!c.enter('expression')) return { kind: 'missing', span: c.gap };
  c.advance();
  while (c.kind !== T.closeBrace && c.kind !== T.end) {
    const at = c.index;
    const entry = parseEntry(c, read);
    if (entry !== null) entries.push(entry);
    if (c.accept(T.comma)) continue;
    if (c.kind === T.closeBrace) break;
    if (c.kind === T.semicolon) {
      c.unexpected('Entries are separated by commas.', [replacing('Write a comma', c.span, ',')]);
      c.advance();
      continue;
    }
    if ((isWord(c.kind) || c.kind === T.string) && c.peek(1) === T.colon && c.index > at && !startsField(c)) {
      c.unexpected('Expected `,` before the next entry.', [
        replacing('Insert a comma', behind({ start: c.end, end: c.end }), ','),
      ]);
      continue;
    }
    c.unexpected(`Expected \`,\` or \`}\`, not ${c.described}.`);
    skipToSeparator(c);
    if (!c.accept(T.comma)) break;
  }
  c.leave('expression');
  c.expect(T.closeBrace, `Expected \`,\` or \`}\`, not ${c.described}.`);
  return { kind: 'object', span: c.from(start), entries };
}

function parseEntry(c: Cursor, read: ReadExpression): ObjectEntry | null {
  const start = c.start;
  if (c.kind === T.spread) {
    c.advance();
    const operand = read(c);
    return { kind: 'spread', span: c.from(start), operand };
  }
  if (c.kind === T.openBracket) {
    c.unexpected('Keys are not computed; write the name, or `patch path[key] = value` into a Record.');
    skipBalanced(c);
    if (c.accept(T.colon)) read(c);
    return null;
  }
  if (!isWord(c.kind) && c.kind !== T.string) {
    c.unexpected(`Expected a key, not ${c.described}.`);
    return null;
  }
  if (c.peek(1) !== T.colon) return shorthand(c);
  const key = c.takeName();
  c.advance();
  const value = read(c);
  return { kind: 'field', span: c.from(start), key, value };
}

function parseOddPrimary(c: Cursor, read: ReadExpression): Expr {
  const span = c.span;
  switch (c.kind) {
    case T.merge:
      if (c.peek(1) !== T.openParen) break;
      return parseNameOrCall(c, read);
    case T.reserved:
      return reservedOperand(c, read);
    case T.badName:
      c.advance();
      if (c.kind === T.openParen) readArguments(c, read);
      return { kind: 'missing', span };
    case T.bad:
      c.advance();
      if (c.kind === T.openParen) skipBalanced(c);
      else if (meantAsOperand(c)) parsePrimary(c, read);
      return { kind: 'missing', span };
    case T.at:
      appendAll(c.dangling, readAnnotations(c, read));
      return parsePrimary(c, read);
    case T.dot:
      if (c.peek(1) !== T.number) break;
      c.unexpected('A number does not begin with a dot.', [
        replacing('Insert 0', { start: span.start, end: span.start }, '0'),
      ]);
      c.advance();
      return parsePrimary(c, read);
    case T.spread:
      c.unexpected(
        'Arrays and arguments are not spread; join arrays with `concat(xs, ys)`, add values with `append(xs, v)`.',
      );
      if (!c.enter('expression')) return { kind: 'missing', span };
      c.advance();
      read(c);
      c.leave('expression');
      return { kind: 'missing', span: c.from(span.start) };
    case T.less:
      c.unexpected('Expected a value, not `<`.');
      return { kind: 'missing', span: c.gap };
    default:
      break;
  }
  c.unexpected(`Expected a value, not ${c.described}.`);
  // A keyword that begins nothing here was meant as a name.
  if (isKeyword(c.kind) && c.isOnSameLine && !startsMember(c) && !startsStatement(c) && c.kind !== T.with) c.advance();
  return { kind: 'missing', span: c.gap };
}

/** Whether the unknown character before this token was meant as an operator of it. */
function meantAsOperand(c: Cursor): boolean {
  if (!c.isOnSameLine) return false;
  return c.kind === T.number || (c.kind === T.identifier && c.peek(1) !== T.colon);
}
