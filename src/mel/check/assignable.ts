import { literalsOf, taggedObjects } from './discriminant.ts';
import {
  admitsNull,
  alternatives,
  isNullType,
  isObjectLike,
  primitiveKind,
  type Type,
  type TypeTable,
  widerThan,
  withoutNull,
} from './type.ts';

export type Answer = 'yes' | 'no' | 'unknown';

const DEEPEST = 64;
const MOST_STEPS = 50_000;

interface Walk {
  readonly types: TypeTable;
  /** Pairs of names that are settled, or assumed while they are looked at. */
  readonly pairs: Map<string, Answer>;
  steps: number;
  /** Literals count as their primitive, at every depth. */
  readonly isWidened: boolean;
}

/** Whether every value of `source` is a value of `target`; only a definite no is an error. */
export function assignable(source: Type, target: Type, types: TypeTable): Answer {
  if (source === target) return 'yes';
  const from = alternatives(source, types);
  const into = alternatives(target, types);
  if (isKnownToFit(from, into)) return 'yes';
  const answer = walk(source, target, { types, pairs: new Map(), steps: 0, isWidened: false }, 0);
  if (answer === 'yes' && from.length > FEW) fitting.set(from, (fitting.get(from) ?? new WeakSet()).add(into));
  return answer;
}

/** So many alternatives are looked at again each time. */
const FEW = 8;

/** Lists of many alternatives that were found to go into others. */
const fitting = new WeakMap<readonly Type[], WeakSet<readonly Type[]>>();

function isKnownToFit(from: readonly Type[], into: readonly Type[]): boolean {
  if (from.length <= FEW) return false;
  for (let list: readonly Type[] | undefined = from; list !== undefined; list = widerThan(list)) {
    if (list === into || fitting.get(list)?.has(into)) return true;
  }
  return false;
}

function walk(source: Type, target: Type, state: Walk, depth: number): Answer {
  state.steps += 1;
  if (source === target) return 'yes';
  if (source.kind === 'unknown' || target.kind === 'unknown') return 'unknown';
  if (depth > DEEPEST || state.steps > MOST_STEPS) return 'unknown';
  if (source.kind !== 'ref' || target.kind !== 'ref') return walkOpen(source, target, state, depth);
  if (source.name === target.name) return 'yes';
  const key = `${source.name} ${target.name}`;
  const known = state.pairs.get(key);
  if (known !== undefined) return known;
  state.pairs.set(key, 'yes');
  const answer = walkOpen(source, target, state, depth);
  state.pairs.set(key, answer);
  return answer;
}

function walkOpen(source: Type, target: Type, state: Walk, depth: number): Answer {
  const targets = alternatives(target, state.types);
  const literals = literalsIn(targets);
  return every(alternatives(source, state.types), (member) => {
    if (member.kind === 'literal' && literals.has(member.value)) return 'yes';
    const tagged = member.kind === 'object' ? byTag(member, targets, state) : undefined;
    if (tagged !== undefined) return tagged === null ? 'no' : walkOne(member, tagged, state, depth + 1);
    return some(targets, (type) => walkOne(member, type, state, depth + 1));
  });
}

const knownLiterals = new WeakMap<readonly Type[], ReadonlySet<unknown>>();

function literalsIn(members: readonly Type[]): ReadonlySet<unknown> {
  const known = knownLiterals.get(members);
  if (known !== undefined) return known;
  const literals = new Set<unknown>();
  for (const type of members) if (type.kind === 'literal') literals.add(type.value);
  if (members.length > FEW) knownLiterals.set(members, literals);
  return literals;
}

/** Of many objects the only one that can take this one, by its tag; null: none can. Undefined where no tag tells. */
function byTag(
  source: Extract<Type, { kind: 'object' }>,
  targets: readonly Type[],
  { types, isWidened }: Walk,
): Type | null | undefined {
  if (isWidened || targets.length <= FEW) return undefined;
  const tagged = taggedObjects(targets, types);
  const field = tagged === null ? undefined : source.fields.get(tagged.name);
  if (tagged === null || field === undefined || field.optional) return undefined;
  const [tag, ...others] = literalsOf(field.type, types) ?? [];
  return tag === undefined || others.length > 0 ? undefined : (tagged.byValue.get(tag) ?? null);
}

function walkOne(source: Type, target: Type, state: Walk, depth: number): Answer {
  if (source === target) return 'yes';
  if (source.kind === 'unknown' || target.kind === 'unknown') return 'unknown';
  if (isNullType(target)) return isNullType(source) ? 'yes' : 'no';
  if (target.kind === 'literal') return isLiteralOf(source, target, state) ? 'yes' : 'no';
  if (target.kind === 'primitive') {
    if (target.type === 'object') return isObjectLike(source) ? 'yes' : 'no';
    return primitiveKind(source) === target.type ? 'yes' : 'no';
  }
  if (target.kind === 'array') {
    return source.kind === 'array' ? walk(source.element, target.element, state, depth) : 'no';
  }
  if (!isObjectLike(source)) return 'no';
  // An opaque object may turn out to be anything object-like.
  if (source.kind === 'primitive') return 'unknown';
  return target.kind === 'record' ? intoRecord(source, target, state, depth) : intoObject(source, target, state, depth);
}

function isLiteralOf(source: Type, target: Extract<Type, { kind: 'literal' }>, { isWidened }: Walk): boolean {
  if (isWidened) return primitiveKind(source) === primitiveKind(target);
  return source.kind === 'literal' && source.value === target.value;
}

function intoRecord(source: Type, target: Extract<Type, { kind: 'record' }>, state: Walk, depth: number): Answer {
  if (source.kind === 'record') {
    return both(walk(source.value, target.value, state, depth), walk(source.key, target.key, state, depth));
  }
  if (source.kind !== 'object') return 'no';
  return every([...source.fields], ([name, field]) =>
    both(
      walk(field.type, target.value, state, depth),
      walk({ kind: 'literal', value: name }, target.key, state, depth),
    ),
  );
}

function intoObject(source: Type, target: Type, state: Walk, depth: number): Answer {
  if (source.kind !== 'object' || target.kind !== 'object') return 'no';
  return every([...target.fields], ([name, field]) => {
    const found = source.fields.get(name);
    if (found === undefined) return field.optional ? 'yes' : 'no';
    if (found.optional && !field.optional) return 'no';
    return walk(found.type, field.type, state, depth);
  });
}

function both(a: Answer, b: Answer): Answer {
  if (a === 'no' || b === 'no') return 'no';
  return a === 'unknown' || b === 'unknown' ? 'unknown' : 'yes';
}

function every<T>(items: readonly T[], test: (item: T) => Answer): Answer {
  let answer: Answer = 'yes';
  for (const item of items) {
    answer = both(answer, test(item));
    if (answer === 'no') return 'no';
  }
  return answer;
}

function some<T>(items: readonly T[], test: (item: T) => Answer): Answer {
  let answer: Answer = 'no';
  for (const item of items) {
    const one = test(item);
    if (one === 'yes') return 'yes';
    if (one === 'unknown') answer = 'unknown';
  }
  return answer;
}

/** Whether two types may stand side by side: null removed and literals widened at every depth, one goes into the other. */
export function compatible(a: Type, b: Type, types: TypeTable): boolean {
  const left = withoutNull(a, types);
  const right = withoutNull(b, types);
  if (isEmpty(left, types) || isEmpty(right, types)) return true;
  const goesInto = (from: Type, to: Type) =>
    isKnownToFit(alternatives(from, types), alternatives(to, types)) ||
    walk(from, to, { types, pairs: new Map(), steps: 0, isWidened: true }, 0) !== 'no';
  return goesInto(left, right) || goesInto(right, left);
}

function isEmpty(type: Type, types: TypeTable): boolean {
  const members = alternatives(type, types);
  return members.length === 0 || (members.every(isNullType) && admitsNull(type, types));
}
