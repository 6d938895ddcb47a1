import {
  admitsNull,
  alternatives,
  isNullType,
  isObjectLike,
  primitiveKind,
  type Type,
  type TypeTable,
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
  return walk(source, target, { types, pairs: new Map(), steps: 0, isWidened: false }, 0);
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
  const literals = new Set<unknown>();
  for (const type of targets) if (type.kind === 'literal') literals.add(type.value);
  return every(alternatives(source, state.types), (member) => {
    if (member.kind === 'literal' && literals.has(member.value)) return 'yes';
    return some(targets, (type) => walkOne(member, type, state, depth + 1));
  });
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
    walk(from, to, { types, pairs: new Map(), steps: 0, isWidened: true }, 0) !== 'no';
  return goesInto(left, right) || goesInto(right, left);
}

function isEmpty(type: Type, types: TypeTable): boolean {
  const members = alternatives(type, types);
  return members.length === 0 || (members.every(isNullType) && admitsNull(type, types));
}
