import { literalsOf, taggedObjects } from './discriminant.ts';
import {
  admitsNull,
  alternatives,
  isNullType,
  isObjectLike,
  primitiveKind,
  type Type,
  type TypeTable,
  unionOf,
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
  if (isPlainly(from, into)) return 'yes';
  if (from.length <= FEW) return walk(source, target, { types, pairs: new Map(), steps: 0, isWidened: false }, 0);
  return goesInto(from, into, source, target, types);
}

/** The most common case: a string, number or boolean where one is due. */
function isPlainly(from: readonly Type[], into: readonly Type[]): boolean {
  const [first] = from;
  const [only] = into;
  if (from.length !== 1 || into.length !== 1 || first === undefined || only === undefined) return false;
  return only.kind === 'primitive' && primitiveKind(first) === only.type;
}

/** So many alternatives are looked at again each time. */
const FEW = 8;

/** The union of types; where one of them has many alternatives and goes into another, it is that one. */
export function unionWithin(members: readonly Type[], types: TypeTable): Type {
  const [first, ...others] = members;
  if (first === undefined || others.length === 0) return unionOf(members);
  const rest = members.filter((member, index) => {
    if (alternatives(member, types).length <= FEW) return true;
    const isWithin = (other: Type, at: number) =>
      at !== index &&
      assignable(member, other, types) === 'yes' &&
      (at < index || assignable(other, member, types) !== 'yes');
    return !members.slice(0, FEW).some(isWithin);
  });
  return unionOf(rest);
}

/** What was found of lists of many alternatives. */
const answers = new WeakMap<readonly Type[], WeakMap<readonly Type[], Answer>>();

/** Where the alternatives were taken from more of them that go into the target, they need no look of their own. */
function goesInto(from: readonly Type[], into: readonly Type[], source: Type, target: Type, types: TypeTable): Answer {
  if (from === into) return 'yes';
  const known = answers.get(from)?.get(into);
  if (known !== undefined) return known;
  const wider = widerThan(from);
  const answer =
    wider !== undefined && goesInto(wider, into, { kind: 'union', types: wider }, target, types) === 'yes'
      ? 'yes'
      : walk(source, target, { types, pairs: new Map(), steps: 0, isWidened: false }, 0);
  answers.set(from, (answers.get(from) ?? new WeakMap<readonly Type[], Answer>()).set(into, answer));
  return answer;
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
  const literals = targets.length > FEW ? literalsIn(targets) : NO_LITERALS;
  return every(alternatives(source, state.types), (member) => {
    if (member.kind === 'literal' && literals.has(member.value)) return 'yes';
    const tagged = member.kind === 'object' ? byTag(member, targets, state) : undefined;
    if (tagged !== undefined) return tagged === null ? 'no' : walkOne(member, tagged, state, depth + 1);
    return some(targets, (type) => walkOne(member, type, state, depth + 1));
  });
}

const NO_LITERALS: ReadonlySet<unknown> = new Set();

const knownLiterals = new WeakMap<readonly Type[], ReadonlySet<unknown>>();

function literalsIn(members: readonly Type[]): ReadonlySet<unknown> {
  const known = knownLiterals.get(members);
  if (known !== undefined) return known;
  const literals = new Set<unknown>();
  for (const type of members) if (type.kind === 'literal') literals.add(type.value);
  knownLiterals.set(members, literals);
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
  const mayGo = (from: Type, to: Type) =>
    (alternatives(from, types).length > FEW && assignable(from, to, types) === 'yes') ||
    walk(from, to, { types, pairs: new Map(), steps: 0, isWidened: true }, 0) !== 'no';
  return mayGo(left, right) || mayGo(right, left);
}

function isEmpty(type: Type, types: TypeTable): boolean {
  const members = alternatives(type, types);
  return members.length === 0 || (members.every(isNullType) && admitsNull(type, types));
}
