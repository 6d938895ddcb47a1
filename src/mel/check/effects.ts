import type { EffectArg, EffectStmt } from '../syntax/ast.ts';
import type { AccessPath } from './access-path.ts';
import { assignable } from './assignable.ts';
import { BUILTIN_EFFECTS, type BuiltinEffect, elementOf } from './builtin-effects.ts';
import { type Expected, inferExpr } from './infer.ts';
import { mayFit } from './may-fit.ts';
import { accessPath, checkPath, pathText } from './paths.ts';
import type { Report } from './report.ts';
import type { Scope } from './scope.ts';
import { showType } from './show-type.ts';
import { suggest, suggestion, useInstead } from './suggest.ts';
import { admitsNull, alternatives, BOOLEAN, primitiveKind, type Type, type TypeTable, UNKNOWN } from './type.ts';

/** Checks an effect and its arguments; gives the paths it may write while the pass goes on. */
export function checkEffect(stmt: EffectStmt, scope: Scope, report: Report): readonly AccessPath[] {
  const { text, span } = stmt.type;
  if (text === 'system' || text.startsWith('system.')) {
    report('E_RESERVED_EFFECT', span, 'effects in the `system.` namespace belong to the runtime');
  }
  reportRepeated(stmt, report);
  const position: Scope = { ...scope, position: 'effectArg', item: null };
  const builtin = BUILTIN_EFFECTS.get(text);
  if (builtin !== undefined) checkBuiltin(stmt, builtin, position, report);
  else {
    if (/^(array|record)\./.test(text)) reportNoBuiltin(stmt, scope, report);
    for (const arg of stmt.args) {
      if (arg.kind === 'path') checkPath(arg.path, scope, report);
      else inferExpr(arg.value, position, report);
    }
  }
  return stmt.args.flatMap((arg) => (arg.kind === 'path' ? [accessPath(arg.path)] : []));
}

/** A host may have effects of these names, though that is hardly what was meant. */
function reportNoBuiltin({ type: { text, span } }: EffectStmt, { types }: Scope, report: Report): void {
  const [room = '', name = ''] = text.split('.');
  const names = [...BUILTIN_EFFECTS.keys()].filter((known) => known.startsWith(`${room}.`));
  const near = suggest(
    name,
    names.map((known) => known.slice(room.length + 1)),
    types,
  );
  const close = near === undefined ? undefined : `${room}.${near}`;
  const message = `there is no built-in effect \`${text}\`, so the host would have to carry it out`;
  report('W_UNKNOWN_EFFECT', span, message + suggestion(close), useInstead(close, span));
}

function reportRepeated(stmt: EffectStmt, report: Report): void {
  const seen = new Map<string, EffectArg>();
  for (const arg of stmt.args) {
    const first = seen.get(arg.name.text);
    if (first === undefined) {
      seen.set(arg.name.text, arg);
      continue;
    }
    report('E_DUPLICATE', arg.name.span, `argument \`${arg.name.text}\` stands twice`, {
      notes: [{ message: 'given first here', span: first.name.span }],
    });
  }
}

function checkBuiltin(stmt: EffectStmt, builtin: BuiltinEffect, scope: Scope, report: Report): void {
  const name = stmt.type.text;
  const needed = ['source', ...builtin.required];
  const known = new Set([...needed, ...builtin.optional, ...builtin.paths]);
  const given = new Set(stmt.args.map((arg) => arg.name.text));
  const missing = [...needed, ...builtin.paths].filter((arg) => !given.has(arg));
  if (missing.length > 0) {
    report('E_ARG_COUNT', stmt.type.span, `\`${name}\` needs ${missing.map((arg) => `\`${arg}\``).join(' and ')}`);
  }
  const element = checkSource(stmt, builtin, scope, report);
  let selected: Type = UNKNOWN;
  for (const arg of stmt.args) {
    if (!known.has(arg.name.text)) {
      report('E_ARG_COUNT', arg.name.span, `\`${name}\` takes no argument \`${arg.name.text}\``);
    }
    if (arg.kind === 'path' || arg.name.text === 'source') continue;
    const inItem = { ...scope, item: { type: element, maybeNull: null } };
    switch (arg.name.text) {
      case 'where':
        inferExpr(arg.value, inItem, report, WHERE);
        break;
      case 'select':
        selected = inferExpr(arg.value, inItem, report).type;
        break;
      case 'by':
        checkKey(arg, inferExpr(arg.value, inItem, report).type, name, scope, report);
        break;
      case 'order':
        inferExpr(arg.value, scope, report, ORDER);
        break;
      default:
        inferExpr(arg.value, scope, report);
    }
  }
  const result = builtin.result(element, selected, scope.types);
  for (const arg of stmt.args) if (arg.kind === 'path') checkResult(arg, result, scope, report);
}

const WHERE: Expected = {
  type: BOOLEAN,
  code: 'E_TYPE_MISMATCH',
  place: '`where`',
  nullHarm: 'null counts as false here',
};

const ORDER: Expected = {
  type: {
    kind: 'union',
    types: [
      { kind: 'literal', value: 'asc' },
      { kind: 'literal', value: 'desc' },
    ],
  },
  code: 'E_TYPE_MISMATCH',
  place: '`order`',
};

function checkSource(stmt: EffectStmt, builtin: BuiltinEffect, scope: Scope, report: Report): Type {
  let element: Type | undefined;
  for (const arg of stmt.args) {
    if (arg.kind === 'path' || arg.name.text !== 'source') continue;
    const { type } = inferExpr(arg.value, scope, report);
    const found = elementOf(type, builtin.source, scope.types);
    if (found === null) {
      const wanted = builtin.source === 'array' ? 'an array' : 'an object or Record';
      report('E_TYPE_MISMATCH', arg.value.span, `\`source\` has to be ${wanted}, not ${showType(type)}`);
    } else checkEntries(stmt, arg, found, scope, report);
    element ??= found ?? UNKNOWN;
  }
  return element ?? UNKNOWN;
}

const ENTRY: Type = {
  kind: 'object',
  fields: new Map([
    ['key', { type: { kind: 'primitive', type: 'string' }, optional: false }],
    ['value', { type: UNKNOWN, optional: false }],
  ]),
};

function checkEntries(stmt: EffectStmt, arg: ValueArg, element: Type, scope: Scope, report: Report): void {
  if (stmt.type.text !== 'record.fromEntries') return;
  const isEmpty = alternatives(element, scope.types).length === 0;
  if (isEmpty || assignable(element, ENTRY, scope.types) !== 'no') return;
  report('E_TYPE_MISMATCH', arg.value.span, '`source` has to be an array of `{ key: string, value: … }`');
}

type ValueArg = Extract<EffectArg, { kind: 'value' }>;

function checkKey(arg: ValueArg, type: Type, effect: string, scope: Scope, report: Report): void {
  if (effect === 'array.groupBy') return;
  const members = alternatives(type, scope.types);
  const isPrimitive = members.every(
    (member) => primitiveKind(member) !== null || member.kind === 'literal' || isNullPrimitive(member),
  );
  if (isPrimitive) return;
  report(
    'E_TYPE_MISMATCH',
    arg.value.span,
    `\`by\` has to be a string, number, boolean or null, not ${showType(type)}`,
  );
}

function isNullPrimitive(type: Type): boolean {
  return type.kind === 'primitive' && type.type === 'null';
}

function checkResult(arg: Extract<EffectArg, { kind: 'path' }>, result: Type, scope: Scope, report: Report): void {
  const place = checkPath(arg.path, scope, report);
  const target = pathText(arg.path);
  if (!mayFit(result, place.type, scope.types)) {
    const message = `the result, ${showType(result)}, never fits \`${target}\`, which is ${showType(place.type)}`;
    report('E_TYPE_MISMATCH', arg.path.span, message);
  } else if (admitsNull(result, scope.types) && takesNoNull(place.type, scope.types)) {
    report('W_MAYBE_NULL', arg.path.span, `the result may be null, which fails to be written to \`${target}\``);
  }
}

function takesNoNull(type: Type, types: TypeTable): boolean {
  return !admitsNull(type, types) && !alternatives(type, types).some((member) => member.kind === 'unknown');
}
