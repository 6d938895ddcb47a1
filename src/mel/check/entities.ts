import type { DiagnosticCode } from '../codes.ts';
import type { Expr } from '../syntax/ast.ts';
import { fieldsOf } from './access.ts';
import type { Check } from './builtin-checks.ts';
import { unwrapGroup } from './expr-parts.ts';
import { checkEquality } from './operators.ts';
import { printSimple } from './print-simple.ts';
import type { Position, Typed } from './scope.ts';
import { showType } from './show-type.ts';
import { type CallExpr, type Site, sure, UNTOLD } from './site.ts';
import { alternatives, BOOLEAN, nullable, primitiveKind, type Type, unionOf } from './type.ts';

/** `findById(c, k)`. */
export const checkFindById: Check = (call, site) => {
  const found = lookUp(call, site);
  return found === null ? UNTOLD : sure(nullable(found.element));
};

/** `existsById(c, k)`. */
export const checkExistsById: Check = (call, site) => {
  lookUp(call, site);
  return sure(BOOLEAN);
};

/** `removeById(c, k)`. */
export const checkRemoveById: Check = (call, site) => {
  if (!mayTransform(call, site)) return inferOnly(call, site);
  const inner = site.in({ ...site.scope, inTransform: true });
  checkSource(call, site);
  const found = lookUp(call, inner);
  return found === null ? UNTOLD : sure(found.collection.type);
};

/** `updateById(c, k, u)`. */
export const checkUpdateById: Check = (call, site) => {
  if (!mayTransform(call, site)) return inferOnly(call, site);
  const inner = site.in({ ...site.scope, inTransform: true });
  checkSource(call, site);
  const found = lookUp(call, inner);
  const update = call.args[2];
  if (update === undefined) return UNTOLD;
  if (found === null) {
    inner.infer(update);
    return UNTOLD;
  }
  const expected = {
    type: found.element,
    code: 'E_TYPE_MISMATCH',
    place: 'an update of the items',
    partial: true,
  } as const;
  const typed = inner.infer(update, expected);
  warnIdRewrite(update, typed.type, call.args[1], site);
  return sure(found.collection.type);
};

const REFUSALS: {
  readonly [position in Exclude<Position, 'patchValue' | 'stateInit'>]: readonly [DiagnosticCode, string];
} = {
  computed: ['E031', 'a computed'],
  effectArg: ['E031', 'an effect argument'],
  failMessage: ['E031', 'a fail message'],
  pathIndex: ['E031', 'a path index'],
  includeArg: ['E031', 'an include argument'],
  mergeValue: ['E031', 'the operand of a merge'],
  guard: ['E034', 'a condition'],
  available: ['E035', '`available`'],
  dispatchable: ['E048', '`dispatchable`'],
};

/** Reports a transform where none may stand; false for one inside another, of which nothing more is told. */
function mayTransform(call: CallExpr, { scope, report }: Site): boolean {
  const name = `\`${call.callee.text}\``;
  if (scope.inTransform) {
    report('E032', call.callee.span, `${name} stands inside another transform; patch twice instead`);
    return false;
  }
  if (scope.position === 'patchValue' || scope.position === 'stateInit') return true;
  const [code, place] = REFUSALS[scope.position];
  report(code, call.callee.span, `${name} stands only in the value of \`patch .. =\`, not in ${place}`);
  return true;
}

function inferOnly(call: CallExpr, site: Site): Typed {
  for (const arg of call.args) site.infer(arg);
  return UNTOLD;
}

/** E033: the collection of a transform is a path into the state. */
function checkSource(call: CallExpr, site: Site): void {
  const [source] = call.args;
  if (source === undefined || source.kind === 'missing') return;
  let root = unwrapGroup(source);
  if (root.kind === 'call' && (root.callee.text === 'updateById' || root.callee.text === 'removeById')) return;
  while (root.kind === 'property' || root.kind === 'index') root = unwrapGroup(root.object);
  if (root.kind === 'missing') return;
  if (root.kind === 'name') {
    const { params, globals } = site.scope;
    const binding = params.get(root.name) ?? globals.get(root.name);
    if (binding === undefined || binding.kind === 'state') return;
  }
  site.report('E033', source.span, `\`${call.callee.text}\` takes a collection in the state, by its path`);
}

interface Found {
  readonly collection: Typed;
  readonly element: Type;
}

/** The collection and its element; null if it is none, which is reported, or is not known. */
function lookUp(call: CallExpr, site: Site): Found | null {
  const [source, key] = call.args;
  if (source === undefined || key === undefined) return null;
  const collection = site.infer(source);
  const keyed = site.infer(key);
  const element = elementOf(source, collection, site);
  if (element === null) return null;
  const id = idType(element, source, site);
  if (id === null) return null;
  checkEquality([source, sure(id)], [key, keyed], `\`${call.callee.text}\``, site);
  return { collection, element };
}

function elementOf(source: Expr, collection: Typed, site: Site): Type | null {
  const members = alternatives(collection.type, site.scope.types);
  if (members.length === 0 || members.some((member) => member.kind === 'unknown')) return null;
  const elements: Type[] = [];
  for (const member of members) {
    if (member.kind === 'array') {
      elements.push(member.element);
      continue;
    }
    const message = `a lookup by id takes an array of objects with an \`id\`; this is ${showType(collection.type)}`;
    site.report('E030', source.span, message);
    return null;
  }
  return unionOf(elements);
}

function idType(element: Type, source: Expr, site: Site): Type | null {
  const items = alternatives(element, site.scope.types);
  const ids: Type[] = [];
  for (const item of items) {
    if (item.kind === 'unknown') return null;
    const field = item.kind === 'object' ? item.fields.get('id') : undefined;
    if (field === undefined) {
      site.report('E030', source.span, `a lookup by id needs objects with an \`id\`; these are ${showType(element)}`);
      return null;
    }
    const kinds = alternatives(field.type, site.scope.types).map((member) =>
      member.kind === 'unknown' ? 'string' : primitiveKind(member),
    );
    if (field.optional || !kinds.every((kind) => kind === 'string' || kind === 'number')) {
      const written = `${showType(field.type)}${field.optional ? ' and optional' : ''}`;
      site.report('E030a', source.span, `the \`id\` of an item is a string or a number; here it is ${written}`);
      return null;
    }
    ids.push(field.type);
  }
  return ids.length === 0 ? null : unionOf(ids);
}

/** The text of the `id` that an update writes, where it can be told. */
function writtenId(update: Expr, site: Site): string | null {
  if (update.kind !== 'object') {
    const text = printSimple(update);
    return text === null ? null : `${text}.id`;
  }
  // The last entry that has an id counts.
  for (const entry of update.entries.toReversed()) {
    if (entry.kind === 'field') {
      if (entry.key.text === 'id') return printSimple(entry.value);
      continue;
    }
    const fields = fieldsOf(site.again().infer(entry.operand).type, site.scope.types)?.fields;
    if (fields === undefined) return null;
    if (!fields.has('id')) continue;
    const text = printSimple(entry.operand);
    return text === null ? null : `${text}.id`;
  }
  return null;
}

function warnIdRewrite(update: Expr, type: Type, key: Expr | undefined, site: Site): void {
  const bare = unwrapGroup(update);
  const wanted = key === undefined ? null : printSimple(key);
  if (wanted !== null && wanted === writtenId(bare, site)) return;
  const writes = alternatives(type, site.scope.types).some(
    (member) => member.kind === 'object' && member.fields.has('id'),
  );
  if (!writes) return;
  const entry =
    bare.kind === 'object'
      ? bare.entries.find((entry) => entry.kind === 'field' && entry.key.text === 'id')
      : undefined;
  site.report('W_ID_REWRITE', (entry ?? bare).span, 'this update changes the `id` by which items are found');
}
