import { appendAll } from '../../base/append-all.ts';
import type { TypeExpr, TypeField } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { parseAnnotations, strayAnnotations } from './parse-expression.ts';
import { before, replacing, rewriting, shown } from './problem.ts';
import { skipBalanced, skipToField, startsField, startsMember } from './recovery.ts';
import { isWord, T } from './token.ts';

/** Reads a type; where none stands it is reported and the node is `missing`. */
export function parseType(c: Cursor): TypeExpr {
  const start = c.start;
  if (c.kind === T.pipe) {
    c.unexpected('A union begins with its first alternative, not with `|`.', [replacing('Remove `|`', c.span, '')]);
    c.advance();
  }
  const first = parseAlternative(c);
  if (c.kind !== T.pipe) return first;
  const members = [first];
  while (c.accept(T.pipe)) members.push(parseAlternative(c));
  return { kind: 'union', span: c.from(start), members };
}

/** A base type, with the `[]` of TypeScript behind it. */
function parseAlternative(c: Cursor): TypeExpr {
  let type = parseBase(c);
  while (c.kind === T.andAnd) {
    const isReported = c.span.end.offset - c.span.start.offset === 1;
    if (!isReported) c.unexpected('Types are not joined; write all fields in one object type.');
    c.advance();
    parseBase(c);
    type = { kind: 'missing', span: c.from(type.span.start) };
  }
  while (c.kind === T.openBracket && c.peek(1) === T.closeBracket && c.isAdjacent) {
    const span = { start: c.span.start, end: c.spanAt(c.index + 1).end };
    const edits = [
      { span: before(type.span), text: 'Array<' },
      { span, text: '>' },
    ];
    c.unexpected('There is no `T[]`; write `Array<T>`.', [rewriting('Write Array<...>', edits)]);
    c.advance();
    c.advance();
    type = { kind: 'array', span: c.from(type.span.start), element: type };
  }
  return type;
}

function parseBase(c: Cursor): TypeExpr {
  const span = c.span;
  switch (c.kind) {
    case T.identifier:
      return parseNamed(c);
    case T.string: {
      const value = c.text;
      c.advance();
      return { kind: 'literal', span, value };
    }
    case T.number:
      return { kind: 'literal', span, value: takeNumber(c) };
    case T.minus:
      if (c.peek(1) !== T.number) break;
      c.advance();
      return { kind: 'literal', value: -takeNumber(c), span: c.from(span.start) };
    case T.true:
    case T.false: {
      const value = c.kind === T.true;
      c.advance();
      return { kind: 'literal', span, value };
    }
    case T.null:
      c.advance();
      return { kind: 'literal', span, value: null };
    case T.openBrace:
      return parseObjectType(c);
    case T.openParen:
      return parseParenthesised(c);
    case T.at:
      strayAnnotations(c);
      return parseBase(c);
    case T.bad:
    case T.badName:
      c.advance();
      return { kind: 'missing', span };
    default:
      break;
  }
  c.unexpected(`Expected a type, not ${c.described}.`);
  if (c.kind === T.reserved) c.advance();
  return { kind: 'missing', span: c.gap };
}

function takeNumber(c: Cursor): number {
  const value = c.tokens.values[c.index];
  c.advance();
  return typeof value === 'number' ? value : 0;
}

function parseNamed(c: Cursor): TypeExpr {
  const at = c.index;
  const span = c.span;
  const name = c.text;
  c.advance();
  if (c.kind !== T.less) return { kind: 'name', span, name };
  const isKnown = name === 'Array' || name === 'Record';
  if (!isKnown)
    c.complain(at, `There is no generic \`${shown(name)}\`; known are \`Array<T>\` and \`Record<string, T>\`.`);
  if (!c.enter('type')) return { kind: 'missing', span };
  c.advance();
  const parameters = [parseType(c)];
  while (c.accept(T.comma)) parameters.push(parseType(c));
  c.leave('type');
  const [first, second] = parameters;
  const wanted = name === 'Record' ? 2 : 1;
  if (isKnown && parameters.length !== wanted) {
    c.unexpected(
      name === 'Array' ? '`Array` takes one type.' : '`Record` takes the type of keys and the type of values.',
    );
  }
  closeGeneric(c);
  if (!isKnown || first === undefined) return { kind: 'missing', span: c.from(span.start) };
  if (name === 'Array') return { kind: 'array', span: c.from(span.start), element: first };
  const value: TypeExpr = second ?? { kind: 'missing', span: c.from(span.start) };
  return { kind: 'record', span: c.from(span.start), key: first, value };
}

/** The `>` of a generic. `>=`, as in `Array<number>= []`, is one token and therefore none. */
function closeGeneric(c: Cursor): void {
  if (c.kind === T.greaterEqual) {
    c.unexpected('`>=` is one operator; write a space between `>` and `=`.', [
      replacing('Insert a space', c.span, '> ='),
    ]);
    c.tokens.kinds[c.index] = T.equal;
    c.moveTo(c.index);
    return;
  }
  c.expect(T.greater, `Expected \`>\`, not ${c.described}.`);
}

function parseParenthesised(c: Cursor): TypeExpr {
  const open = c.span;
  const at = c.index;
  if (!c.enter('type')) return { kind: 'missing', span: open };
  c.advance();
  const inner = parseType(c);
  c.leave('type');
  const edits = [
    { span: open, text: '' },
    { span: c.span, text: '' },
  ];
  const isArray = c.kind === T.closeParen && c.peek(1) === T.openBracket;
  c.complain(
    at,
    'Types stand in no parentheses.',
    c.kind === T.closeParen && !isArray ? [rewriting('Remove the parentheses', edits)] : [],
  );
  c.expect(T.closeParen, `Expected \`)\`, not ${c.described}.`);
  return inner;
}

function parseObjectType(c: Cursor): TypeExpr {
  const start = c.start;
  const fields: TypeField[] = [];
  if (!c.enter('type')) return { kind: 'missing', span: c.gap };
  c.advance();
  while (c.kind !== T.closeBrace && c.kind !== T.end) {
    const at = c.index;
    const annotations = parseAnnotations(c);
    if (c.kind === T.closeBrace) {
      appendAll(c.dangling, annotations);
      break;
    }
    // A field of a type has no `=`: the type was never closed, and a field of the state follows.
    if (startsMember(c) || startsField(c)) break;
    const field = parseTypeField(c, annotations);
    if (field !== null) fields.push(field);
    else skipToField(c);
    if (c.kind === T.semicolon) {
      c.unexpected('Fields are separated by commas or blanks.', [replacing('Write a comma', c.span, ',')]);
      c.advance();
    } else if (!c.accept(T.comma) && c.index === at) c.advance();
  }
  c.leave('type');
  c.expect(T.closeBrace, `Expected a field or \`}\`, not ${c.described}.`);
  return { kind: 'object', span: c.from(start), fields };
}

function parseTypeField(c: Cursor, annotations: TypeField['annotations']): TypeField | null {
  const start = c.start;
  if (!isWord(c.kind)) {
    c.unexpected(`Expected a field name, not ${c.described}.`);
    if (c.kind === T.openBracket) skipBalanced(c);
    return null;
  }
  const name = c.takeName();
  const optional = c.accept(T.question);
  if (!c.expect(T.colon, `Expected \`:\` and a type behind \`${shown(name.text)}\`, not ${c.described}.`)) return null;
  const type = parseType(c);
  return { name, optional, type, annotations, span: c.from(start) };
}
