import type { Fact } from './narrowing.ts';
import type { Typed } from './scope.ts';
import { alternatives, isNullType, type Literal, NEVER, NULL, type Type, type TypeTable, unionOf } from './type.ts';

/** What is left of a type where the facts hold. */
export function refine(typed: Typed, facts: readonly Fact[], types: TypeTable): Typed {
  return facts.reduce((current, fact) => refineBy(current, fact, types), typed);
}

function refineBy(typed: Typed, fact: Fact, types: TypeTable): Typed {
  switch (fact.kind) {
    case 'null':
      if (fact.holds) return onlyNull(typed, types);
      return { type: keep(typed.type, types, (member) => !isNullType(member)), maybeNull: null };
    case 'equals':
      if (fact.holds) return { type: keep(typed.type, types, (member) => admits(member, fact.value)), maybeNull: null };
      return { ...typed, type: keep(typed.type, types, (member) => !isLiteral(member, fact.value)) };
    case 'field':
      return refineByField(typed, fact, types);
    case 'any': {
      const ways = fact.of.map((list) => refine(typed, list, types));
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

function refineByField(typed: Typed, fact: Extract<Fact, { kind: 'field' }>, types: TypeTable): Typed {
  const members = alternatives(typed.type, types);
  const fits = (member: Type): boolean => {
    if (member.kind === 'unknown') return true;
    const field = member.kind === 'object' ? member.fields.get(fact.name) : undefined;
    if (field === undefined) {
      // An absent property and a property of null read as null.
      const readsNull = member.kind === 'object' || isNullType(member);
      return !readsNull || (fact.value === null) === fact.holds;
    }
    if (!fact.holds)
      return field.optional || !alternatives(field.type, types).every((part) => isLiteral(part, fact.value));
    if (fact.value === null && field.optional) return true;
    return alternatives(field.type, types).some((part) => admits(part, fact.value));
  };
  const isUnion = members.some((member) => member.kind === 'object');
  if (!isUnion) return typed;
  const type = keep(typed.type, types, fits);
  const isPresent = fact.holds ? fact.value !== null : fact.value === null;
  return { type, maybeNull: isPresent ? null : typed.maybeNull };
}

function keep(type: Type, types: TypeTable, test: (member: Type) => boolean): Type {
  const members = alternatives(type, types);
  const kept = members.filter((member) => member.kind === 'unknown' || test(member));
  if (kept.length === members.length) return type;
  return kept.length === 0 ? NEVER : unionOf(kept);
}

function admits(member: Type, value: Literal): boolean {
  if (member.kind === 'unknown') return true;
  if (member.kind === 'literal') return member.value === value;
  if (value === null) return isNullType(member);
  return member.kind === 'primitive' && member.type === typeof value;
}

function isLiteral(member: Type, value: Literal): boolean {
  return value === null ? isNullType(member) : member.kind === 'literal' && member.value === value;
}
