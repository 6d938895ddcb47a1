import type {
  ActionDecl,
  Annotation,
  ContextField,
  Expr,
  FlowDecl,
  Member,
  Name,
  Param,
  StateField,
  Stmt,
  TypeExpr,
} from './ast.ts';
import type { Cursor } from './cursor.ts';
import { nearest } from './nearest.ts';
import { parseAnnotations, parseExpression } from './parse-expression.ts';
import { parseBlock, parseCondition } from './parse-statement.ts';
import { parseType } from './parse-type.ts';
import { before, behind, replacing, shown } from './problem.ts';
import { skipBalanced, skipToField, skipToMember, startsMember } from './recovery.ts';
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
    return { kind: 'context', fields: parseContextFields(c), annotations, span: c.from(start) };
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
  const meant = c.kind === T.identifier && !MEMBERS.includes(c.text) ? nearest(c.text, MEMBERS) : null;
  const fixes = meant === null ? [] : [replacing(`Write \`${meant}\``, c.span, meant)];
  const hint = meant === null ? shapeOf(c.text) : ` Did you mean \`${meant}\`?`;
  c.unexpected(`Expected a member (${MEMBERS.join(', ')}) or \`}\`, not ${c.described}.${hint}`, fixes);
  return 'none';
}

/** How the members go that only their second token makes members. */
function shapeOf(word: string): string {
  if (word === 'context') return ' A context is `context { ... }`.';
  return word === 'flow' ? ' A flow is `flow name(...) { ... }`.' : '';
}

/** The name of a declaration. A keyword there is reported and kept, so that the rest is still checked. */
function parseDeclaredName(c: Cursor, what: string): Name | null {
  if (c.kind === T.identifier || c.kind === T.badName) return c.takeName();
  if (isWord(c.kind)) {
    c.unexpected(`\`${c.text}\` is a keyword and cannot name ${what}; choose another name.`);
    return startsMember(c) ? null : c.takeName();
  }
  c.unexpected(`Expected the name of ${what}, not ${c.described}.`);
  if (c.kind === T.string || c.kind === T.number || c.kind === T.bad) c.advance();
  return null;
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

interface RawField {
  readonly name: Name;
  readonly type: TypeExpr;
  readonly initializer: Expr | null;
  readonly annotations: readonly Annotation[];
  readonly span: StateField['span'];
}

function parseContextFields(c: Cursor): ContextField[] {
  return parseFields(c, 'context');
}

/** The fields of a state or context block, braces included. */
function parseFields(c: Cursor, block: 'state' | 'context'): RawField[] {
  const fields: RawField[] = [];
  const open = c.span;
  if (!c.expect(T.openBrace, `Expected \`{\` and the fields of the ${block}, not ${c.described}.`)) return fields;
  while (c.kind !== T.closeBrace && c.kind !== T.end) {
    const at = c.index;
    const annotations = parseAnnotations(c);
    if (c.kind === T.closeBrace || startsMember(c)) {
      c.dangling.push(...annotations);
      break;
    }
    const field = parseField(c, annotations, block);
    if (field !== null) fields.push(field);
    else skipToField(c);
    if (c.kind === T.comma || c.kind === T.semicolon) {
      const what = c.kind === T.comma ? 'comma' : 'semicolon';
      c.unexpected(`Fields are separated by nothing but blanks; remove the ${what}.`, [
        replacing(`Remove the ${what}`, c.span, ''),
      ]);
      c.advance();
    }
    if (c.index === at) c.advance();
  }
  if (!c.accept(T.closeBrace)) {
    c.unexpected(
      `The ${block} is not closed: expected \`}\`, not ${c.described}.`,
      [replacing(`Close the ${block}`, c.gap, '} ')],
      [{ message: `The ${block} begins here.`, span: open }],
    );
  }
  return fields;
}

function parseField(c: Cursor, annotations: readonly Annotation[], block: 'state' | 'context'): RawField | null {
  const start = c.start;
  const name = parseFieldName(c, `a field of the ${block}`);
  if (name === null) return null;
  if (c.kind === T.question) {
    c.unexpected('A field is always there; a value that may be missing has the type `T | null`.', [
      replacing('Remove `?`', c.span, ''),
    ]);
    c.advance();
  }
  const hasType = c.expect(T.colon, `Expected \`:\` and the type of \`${shown(name.text)}\`, not ${c.described}.`);
  if (!hasType && c.kind !== T.equal) return null;
  const type: TypeExpr = hasType ? parseType(c) : { kind: 'missing', span: c.gap };
  let initializer: Expr | null = null;
  if (c.kind === T.equal) {
    if (block === 'context') c.unexpected('A field of the context has no initializer: the caller supplies it.');
    c.advance();
    initializer = parseExpression(c);
  }
  return { name, type, initializer: block === 'context' ? null : initializer, annotations, span: c.from(start) };
}

function parseFieldName(c: Cursor, what: string): Name | null {
  if (c.kind === T.string && c.peek(1) === T.colon) {
    const isPlain = /^[A-Za-z_]\w*$/.test(c.text);
    c.unexpected(
      `The name of ${what} stands in no quotes.`,
      isPlain ? [replacing('Remove the quotes', c.span, c.text)] : [],
    );
    return c.takeName();
  }
  if (isWord(c.kind) && c.kind > T.badName) {
    c.unexpected(`\`${c.text}\` is a keyword and cannot name ${what}; choose another name.`);
    // `const x: number`: the word stands before the name.
    if (c.peek(1) === T.identifier) c.advance();
    return c.takeName();
  }
  return parseDeclaredName(c, what);
}

function parseParams(c: Cursor, owner: string): Param[] {
  const params: Param[] = [];
  if (c.kind !== T.openParen) {
    const fixes = c.kind === T.openBrace ? [replacing('Insert `()`', behind({ start: c.end, end: c.end }), '()')] : [];
    c.unexpected(`Expected \`(\` and the parameters of ${owner}, not ${c.described}.`, fixes);
    return params;
  }
  c.advance();
  while (c.kind !== T.closeParen && c.kind !== T.end) {
    const at = c.index;
    const param = parseParam(c);
    if (param !== null) params.push(param);
    else skipToParam(c);
    if (c.kind === T.comma) {
      c.advance();
      if (c.kind === T.closeParen) {
        const comma = c.spanAt(c.index - 1);
        c.complain(c.index - 1, 'No comma stands behind the last parameter.', [
          replacing('Remove the comma', comma, ''),
        ]);
      }
      continue;
    }
    if (c.kind === T.closeParen) break;
    if (c.kind === T.identifier && c.peek(1) === T.colon) {
      c.unexpected('Parameters are separated by commas.', [
        replacing('Insert a comma', behind({ start: c.end, end: c.end }), ','),
      ]);
      continue;
    }
    c.unexpected(`Expected \`,\` or \`)\`, not ${c.described}.`);
    if (c.index === at) break;
    skipToParam(c);
    if (c.kind !== T.comma) break;
  }
  c.expect(T.closeParen, `Expected \`)\` behind the parameters, not ${c.described}.`);
  return params;
}

function skipToParam(c: Cursor): void {
  while (
    c.kind !== T.comma &&
    c.kind !== T.closeParen &&
    c.kind !== T.openBrace &&
    c.kind !== T.end &&
    !startsMember(c)
  ) {
    skipBalanced(c);
  }
}

function parseParam(c: Cursor): Param | null {
  const annotations = parseAnnotations(c);
  const start = c.start;
  const name = parseDeclaredName(c, 'a parameter');
  if (name === null) {
    c.dangling.push(...annotations);
    return null;
  }
  if (c.kind === T.question) {
    c.unexpected('Parameters are required; one that may be null has the type `T | null`.', [
      replacing('Remove `?`', c.span, ''),
    ]);
    c.advance();
  }
  const hasType = c.expect(T.colon, `Expected \`:\` and the type of \`${shown(name.text)}\`, not ${c.described}.`);
  const type: TypeExpr = hasType ? parseType(c) : { kind: 'missing', span: c.gap };
  if (c.kind === T.equal) {
    c.unexpected('Parameters have no defaults; the caller passes every one.');
    c.advance();
    parseExpression(c);
  }
  return { name, type, annotations, span: c.from(start) };
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
