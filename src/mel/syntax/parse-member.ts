import type { ActionDecl, Annotation, Expr, FlowDecl, Member, Stmt, TypeExpr } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { nearest } from './nearest.ts';
import { parseExpression } from './parse-expression.ts';
import { parseFields } from './parse-fields.ts';
import { parseDeclaredName } from './parse-name.ts';
import { parseParams } from './parse-params.ts';
import { parseBlock, parseCondition } from './parse-statement.ts';
import { parseType } from './parse-type.ts';
import { before, replacing } from './problem.ts';
import { skipToMember, startsMember } from './recovery.ts';
import { isWord, T } from './token.ts';

const MEMBERS = ['type', 'state', 'context', 'computed', 'action', 'flow'];

/** Reads one member. `none`: no member begins here, which is reported; null: it had no name to keep it by. */
export function parseMember(c: Cursor, annotations: readonly Annotation[]): Member | 'none' | null {
  const start = c.start;
  switch (c.kind) {
    case T.state:
      c.advance();
      return { kind: 'state', fields: parseFields(c, 'state'), annotations, span: c.from(start) };
    case T.computed: {
      c.advance();
      const name = parseDeclaredName(c, 'a computed value');
      const expr = parseDefinition(c, 'computed');
      return name === null ? null : { kind: 'computed', name, expr, annotations, span: c.from(start) };
    }
    case T.type: {
      c.advance();
      const name = parseDeclaredName(c, 'a type');
      const type = parseTypeDefinition(c);
      return name === null ? null : { kind: 'type', name, type, annotations, span: c.from(start) };
    }
    case T.action:
      c.advance();
      return parseAction(c, annotations, start);
    default:
      break;
  }
  if (c.isWordText('context') && c.peek(1) === T.openBrace) {
    c.advance();
    return { kind: 'context', fields: parseFields(c, 'context'), annotations, span: c.from(start) };
  }
  if (c.isWordText('flow') && isWord(c.peek(1))) {
    c.advance();
    return parseFlow(c, annotations, start);
  }
  return noMember(c);
}

function noMember(c: Cursor): 'none' | null {
  if (c.kind === T.semicolon) {
    c.unexpected('Members end without a semicolon.', [replacing('Remove the semicolon', c.span, '')]);
    c.advance();
    return null;
  }
  if (c.kind === T.comma) {
    c.unexpected('Members are separated by nothing but blanks.', [replacing('Remove the comma', c.span, '')]);
    c.advance();
    skipToMember(c);
    return null;
  }
  const meant = c.kind === T.identifier && !MEMBERS.includes(c.text) ? nearest(c.text, MEMBERS) : undefined;
  const fixes = meant === undefined ? [] : [replacing(`Write \`${meant}\``, c.span, meant)];
  const hint = meant === undefined ? shapeOf(c.text) : ` Did you mean \`${meant}\`?`;
  c.unexpected(`Expected a member (${MEMBERS.join(', ')}) or \`}\`, not ${c.described}.${hint}`, fixes);
  return 'none';
}

/** How the members go that only their second token makes members. */
function shapeOf(word: string): string {
  if (word === 'context') return ' A context is `context { ... }`.';
  return word === 'flow' ? ' A flow is `flow name(...) { ... }`.' : '';
}

function parseDefinition(c: Cursor, what: string): Expr {
  if (c.kind === T.colon) {
    c.unexpected(`The type of a ${what} value follows from its expression and is not written.`);
    c.advance();
    parseType(c);
  }
  if (c.expect(T.equal, `Expected \`=\`, not ${c.described}.`)) return parseExpression(c);
  const span = c.gap;
  if (c.kind === T.arrow) {
    c.advance();
    parseExpression(c);
  } else if (!startsMember(c)) skipToMember(c);
  return { kind: 'missing', span };
}

function parseTypeDefinition(c: Cursor): TypeExpr {
  if (c.accept(T.equal)) return parseType(c);
  const isObject = c.kind === T.openBrace;
  c.unexpected(
    `Expected \`=\` and a type, not ${c.described}.`,
    isObject ? [replacing('Insert `=`', before(c.span), '= ')] : [],
  );
  if (isObject) return parseType(c);
  const span = c.gap;
  if (!startsMember(c)) skipToMember(c);
  return { kind: 'missing', span };
}

function parseAction(
  c: Cursor,
  annotations: readonly Annotation[],
  start: ActionDecl['span']['start'],
): ActionDecl | null {
  const name = parseDeclaredName(c, 'an action');
  const params = parseParams(c, 'the action');
  let available: Expr | null = null;
  let dispatchable: Expr | null = null;
  while (c.kind === T.available || c.kind === T.dispatchable) {
    const isAvailable = c.kind === T.available;
    if (isAvailable ? available !== null : dispatchable !== null) {
      c.unexpected(`An action has at most one \`${c.text} when\`; join the conditions with \`&&\`.`);
    } else if (isAvailable && dispatchable !== null) {
      c.unexpected('`available when` stands before `dispatchable when`.');
    }
    const gate = parseGate(c);
    if (isAvailable) available ??= gate;
    else dispatchable ??= gate;
  }
  if (c.kind === T.when) {
    c.unexpected('A gate is `available when ...` or `dispatchable when ...`.', [
      replacing('Insert `dispatchable`', before(c.span), 'dispatchable '),
    ]);
    c.advance();
    dispatchable ??= parseCondition(c, '`when`');
  }
  const body = parseBlock(c, 'the action');
  if (name === null) return null;
  return { kind: 'action', name, params, available, dispatchable, body, annotations, span: c.from(start) };
}

function parseGate(c: Cursor): Expr {
  const word = c.text;
  c.advance();
  if (!c.accept(T.when)) {
    const fix =
      c.kind === T.openParen || c.kind === T.identifier ? [replacing('Insert `when`', before(c.span), 'when ')] : [];
    c.unexpected(`Expected \`when\` behind \`${word}\`, not ${c.described}.`, fix);
    if (c.kind === T.openBrace) return { kind: 'missing', span: c.gap };
    if (c.kind === T.reserved || c.kind === T.colon || c.kind === T.equal) c.advance();
  }
  return parseCondition(c, `\`${word} when\``);
}

function parseFlow(c: Cursor, annotations: readonly Annotation[], start: FlowDecl['span']['start']): FlowDecl | null {
  const name = parseDeclaredName(c, 'a flow');
  const params = parseParams(c, 'the flow');
  const statements = parseBlock(c, 'the flow');
  if (name === null) return null;
  const body = statements.filter((statement) => !refuseAtTop(c, statement));
  return { kind: 'flow', name, params, body, annotations, span: c.from(start) };
}

/** `fail` and `stop` need a guard of the flow itself; the grammar has no place for them outside. */
function refuseAtTop(c: Cursor, statement: Stmt): boolean {
  if (statement.kind !== 'fail' && statement.kind !== 'stop') return false;
  c.report('MEL_PARSER', `\`${statement.kind}\` stands inside a \`when\` of the flow.`, statement.keyword);
  return true;
}
