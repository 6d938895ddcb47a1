import { taggedObjects } from './discriminant.ts';
import type { Fact } from './narrowing.ts';
import type { Typed } from './scope.ts';
import {
  alternatives,
  isNullType,
  type Literal,
  NEVER,
  NULL,
  narrowedTo,
  partOf,
  type Type,
  type TypeTable,
  unionOf,
  widerThan,
  withoutNull,
} from './type.ts';

/** What is left of types, by the list of facts and what else is known; neither is ever changed. */
const known = new WeakMap<readonly Fact[], WeakMap<Type, Map<string | null, Typed>>>();

/** What is left of a type where all lists of facts hold, one list after the other. */
export function refine(typed: Typed, lists: readonly (readonly Fact[])[], types: TypeTable): Typed {
  return lists.reduce((current, facts) => refineByAll(current, facts, types), typed);
}

function refineByAll(typed: Typed, facts: readonly Fact[], types: TypeTable): Typed {
  const byType = known.get(facts) ?? new WeakMap<Type, Map<string | null, Typed>>();
  const byReason = byType.get(typed.type) ?? new Map<string | null, Typed>();
  const before = byReason.get(typed.maybeNull);
  if (before !== undefined) return before;
  const refined = runs(facts).reduce((current, run) => refineBy(current, run, types), typed);
  known.set(facts, byType.set(typed.type, byReason.set(typed.maybeNull, refined)));
  return refined;
}

/** Facts, with those that leave single values out of one place put together: a type may have as many alternatives as they are. */
type Run =
  | Fact
  | { readonly kind: 'differs'; readonly values: ReadonlySet<Literal> }
  | { readonly kind: 'fieldDiffers'; readonly name: string; readonly values: ReadonlySet<Literal> };

function runs(facts: readonly Fact[]): readonly Run[] {
  const found: Run[] = [];
  const excluded = new Map<string | null, Set<Literal>>();
  for (const fact of facts) {
    if ((fact.kind !== 'equals' && fact.kind !== 'field') || fact.holds) {
      excluded.clear();
      found.push(fact);
      continue;
    }
    const name = fact.kind === 'field' ? fact.name : null;
    const values = excluded.get(name);
    if (values !== undefined) {
      values.add(fact.value);
      continue;
    }
    const first = new Set([fact.value]);
    excluded.set(name, first);
    found.push(name === null ? { kind: 'differs', values: first } : { kind: 'fieldDiffers', name, values: first });
  }
  return found;
}

function refineBy(typed: Typed, fact: Run, types: TypeTable): Typed {
  switch (fact.kind) {
    case 'null':
      if (fact.holds) return onlyNull(typed, types);
      return { type: withoutNull(typed.type, types), maybeNull: null };
    case 'equals':
      return { type: onlyValue(typed.type, fact.value, types), maybeNull: null };
    case 'differs':
      return { ...typed, type: withoutValues(typed.type, fact.values, types) };
    case 'field':
      return refineByField(typed, fact, types);
    case 'fieldDiffers':
      return refineByOtherField(typed, fact, types);
    case 'any': {
      const ways = fact.of.map((list) => refineByAll(typed, list, types));
      return {
        type: unionOf(ways.map((way) => way.type)),
        maybeNull: ways.find((way) => way.maybeNull !== null)?.maybeNull ?? null,
      };
    }
    case 'nonZero':
      return typed;
  }
}

function onlyNull(typed: Typed, types: TypeTable): Typed {
  // Where the type hides a null, the null is what is left.
  if (typed.maybeNull !== null) return { type: NULL, maybeNull: null };
  return { type: keep(typed.type, types, isNullType), maybeNull: null };
}

/** Of more alternatives than these, the one with a tag is looked up. */
const MANY = 8;

/** The alternatives whose field may hold the value. */
function refineByField(typed: Typed, fact: Extract<Fact, { kind: 'field' }>, types: TypeTable): Typed {
  const { name, value } = fact;
  const fits = (member: Type): boolean => {
    const field = member.kind === 'object' ? member.fields.get(name) : undefined;
    // An absent property and a property of null read as null.
    if (field === undefined) return value === null || !readsNull(member);
    if (value === null && field.optional) return true;
    return alternatives(field.type, types).some((part) => admits(part, value));
  };
  const members = alternatives(typed.type, types);
  const tagged = value !== null && members.length > MANY ? taggedObjects(members, types) : null;
  if (tagged?.name === name) return { type: tagged.byValue.get(value) ?? NEVER, maybeNull: null };
  if (!holdsObjects(typed.type, types)) return typed;
  return { type: keep(typed.type, types, fits), maybeNull: value === null ? typed.maybeNull : null };
}

/** The alternatives whose field may hold something else than each of the values. */
function refineByOtherField(typed: Typed, fact: Extract<Run, { kind: 'fieldDiffers' }>, types: TypeTable): Typed {
  const { name, values } = fact;
  const fits = (member: Type): boolean => {
    const field = member.kind === 'object' ? member.fields.get(name) : undefined;
    if (field === undefined) return !values.has(null) || !readsNull(member);
    if (field.optional) return true;
    const parts = alternatives(field.type, types).map(literalOf);
    const [first] = parts;
    return parts.some((part) => part === undefined || part !== first || !values.has(part));
  };
  if (!holdsObjects(typed.type, types)) return typed;
  return { type: keep(typed.type, types, fits), maybeNull: values.has(null) ? null : typed.maybeNull };
}

function holdsObjects(type: Type, types: TypeTable): boolean {
  return alternatives(type, types).some((member) => member.kind === 'object');
}

function readsNull(member: Type): boolean {
  return member.kind === 'object' || isNullType(member);
}

/** What is left of a type whose value is none of these. */
function withoutValues(type: Type, values: ReadonlySet<Literal>, types: TypeTable): Type {
  const members = alternatives(type, types);
  const keepRest = () => keep(type, types, (member) => !isOneOf(member, values));
  if (members.length <= MANY) return keepRest();
  const { literals } = sorted(members);
  let left = members.length;
  for (const value of values) if (literals.has(value)) left -= 1;
  if (left === members.length) return type;
  // What is no value has to be looked at one by one.
  return left <= MANY || literals.size < members.length ? keepRest() : partOf(type, keepRest);
}

/** What is left of a type where the value is known. */
function onlyValue(type: Type, value: Literal, types: TypeTable): Type {
  const members = alternatives(type, types);
  if (members.length <= MANY) return keep(type, types, (member) => admits(member, value));
  const { literals, others } = sorted(widestOf(members));
  const literal = literals.get(value);
  const found = literal === undefined ? others : [literal, ...others];
  return narrowedTo(
    found.filter((member) => admits(member, value) && members.includes(member)),
    members,
    types,
  );
}

/** The alternatives of the type that these were narrowed from, step by step. */
function widestOf(members: readonly Type[]): readonly Type[] {
  let widest = members;
  for (let next = widerThan(widest); next !== undefined; next = widerThan(widest)) widest = next;
  return widest;
}

interface Sorted {
  readonly literals: ReadonlyMap<Literal, Type>;
  readonly others: readonly Type[];
}

const knownSorted = new WeakMap<readonly Type[], Sorted>();

/** Alternatives, the literals by their values. */
function sorted(members: readonly Type[]): Sorted {
  const known = knownSorted.get(members);
  if (known !== undefined) return known;
  const literals = new Map<Literal, Type>();
  const others: Type[] = [];
  for (const member of members) {
    if (member.kind === 'literal') literals.set(member.value, member);
    else others.push(member);
  }
  const found = { literals, others };
  knownSorted.set(members, found);
  return found;
}

function keep(type: Type, types: TypeTable, test: (member: Type) => boolean): Type {
  const members = alternatives(type, types);
  const kept = members.filter((member) => member.kind === 'unknown' || test(member));
  if (kept.length === members.length) return type;
  return narrowedTo(kept, members, types);
}

function admits(member: Type, value: Literal): boolean {
  if (member.kind === 'unknown') return true;
  if (member.kind === 'literal') return member.value === value;
  if (value === null) return isNullType(member);
  return member.kind === 'primitive' && member.type === typeof value;
}

/** The one value of a type; undefined where there are more. */
function literalOf(member: Type): Literal | undefined {
  if (isNullType(member)) return null;
  return member.kind === 'literal' ? member.value : undefined;
}

function isOneOf(member: Type, values: ReadonlySet<Literal>): boolean {
  const value = literalOf(member);
  return value !== undefined && values.has(value);
}
