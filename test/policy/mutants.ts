import { type ExactJson, type ExactObject, isExactObject } from '../../src/base/exact-json.ts';
import { LIMIT_NAMES, TOTAL_NAMES, USAGE_NAMES } from '../../src/policy/index.ts';
import type { Draws } from '../support/draws.ts';

/** A document that was changed. `isInvalid` is known from the change alone; the rest may be valid or not. */
export interface Mutant {
  readonly document: ExactObject;
  readonly isInvalid: boolean;
  /** What was done to it. */
  readonly change: string;
}

type Path = readonly (string | number)[];

/** What stands at a place of a document. */
interface Place {
  readonly path: Path;
  readonly value: ExactJson;
}

/** Values that a document may hold anywhere. */
const ANYTHING: readonly ExactJson[] = [
  null,
  true,
  false,
  0n,
  1n,
  -1n,
  5n,
  10n ** 400n,
  1.0,
  2.5,
  -0.0,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  ' ',
  '\ufeff',
  '\u001f',
  '\ud800',
  '𝄞',
  'running',
  'execute',
  'ab'.repeat(32),
  '2026-01-02T03:04:05Z',
  [],
  ['x', ' x'],
  new Map(),
];

const NO_COUNT: readonly ExactJson[] = [true, '1', -1n, 1.5, 5.0, Number.NaN, [], new Map()];
const NO_SECONDS: readonly ExactJson[] = [true, '1', -1n, -0.5, Number.POSITIVE_INFINITY, [], new Map(), null];
const NO_TEXT: readonly ExactJson[] = [true, 5n, '', ' \u0085', [], new Map()];
const NO_HASH: readonly ExactJson[] = [5n, '', 'AB'.repeat(32), 'ab'.repeat(31), true];
const NO_LIST: readonly ExactJson[] = [null, 'x', new Map(), 0n];
const NO_OBJECT: readonly ExactJson[] = [null, 'x', [], 0n];

/** Members that a document of the contract may not hold in their place, by name; null is none of a usage's. */
const WRONG: ReadonlyMap<string, readonly ExactJson[]> = new Map([
  ...LIMIT_NAMES.map((name) => [name, [...NO_COUNT, null]] as const),
  ...TOTAL_NAMES.filter((name) => name !== 'elapsed_seconds').map((name) => {
    const mayBeNull = USAGE_NAMES.some((usage) => usage === name);
    return [name, mayBeNull ? NO_COUNT : [...NO_COUNT, null]] as const;
  }),
  ['elapsed_seconds', NO_SECONDS],
  ['transcript_bytes', [...NO_COUNT, null]],
  ['same_failure_retries', [...NO_COUNT, null]],
  ['no_evidence_cycles', [...NO_COUNT, null]],
  ['active_children', [...NO_COUNT, null]],
  ['slice_id', [...NO_COUNT, null]],
  ['attempts', [...NO_COUNT, null]],
  ['reviewer_reserve', [...NO_COUNT, null]],
  ['value', [...NO_COUNT, null]],
  ['observed_value', NO_SECONDS],
  ['task_id', [...NO_TEXT, null]],
  ['goal_id', [...NO_TEXT, null]],
  ['policy_id', [...NO_TEXT, null, 'x\ud800']],
  ['request_id', [...NO_TEXT, null]],
  ['gate', [...NO_TEXT, null]],
  ['rationale', [...NO_TEXT, null]],
  ['reason', [...NO_TEXT, null]],
  ['actor', [...NO_TEXT, null, 'ana', 'human:', 'human:a b']],
  ['evidence_ref', [...NO_TEXT, null]],
  ['error_class', [...NO_TEXT, null]],
  ['parent_id', NO_TEXT],
  ['stop_reason', NO_TEXT],
  ['updated_at', [...NO_TEXT, null, '2026-02-30T00:00:00Z', '2026-01-02T03:04:05', 'now', '2026-01-02T24:00:00Z']],
  ['timestamp', [...NO_TEXT, null, '2026-13-01T00:00:00Z', '2026-01-02T03:04:05']],
  ['source_sha256', [...NO_HASH, null]],
  ['task_sha256', [...NO_HASH, null]],
  ['identity', [...NO_HASH, null]],
  ['input_sha256', [...NO_HASH, null]],
  ['sha256', [...NO_HASH, null]],
  ['active_failure', NO_HASH],
  ['affected_action_hash', [...NO_HASH, null]],
  ['signature', [...NO_HASH, null]],
  ['status', [null, 5n, '', 'Running', [], new Map()]],
  ['decision', [null, 5n, '', 'Approve', [], new Map()]],
  ['limit', [null, 5n, '', 'cycle', [], new Map()]],
  ['action_kind', [null, 5n, '', 'plan', [], new Map()]],
  ['scheme', [null, 'none', true]],
  ['next_step', [null, 5n, true, []]],
  ['review_required', [null, 0n, 'true']],
  ['requires_human', [null, 0n, 'true']],
  ['evidence_refs', [...NO_LIST, ['x', ''], ['x', 5n]]],
  ['observed_evidence', [...NO_LIST, ['x', ''], ['x', 5n]]],
  ['accepted_evidence', [...NO_LIST, ['x', 'x'], ['no advance accepted this']]],
  ['decisions', NO_LIST],
  ['overrides', NO_LIST],
  ['history', NO_LIST],
  ['failure_history', NO_LIST],
  ['task', NO_OBJECT],
  ['totals', NO_OBJECT],
  ['baseline', NO_OBJECT],
  ['usage', NO_OBJECT],
  ['authorization', NO_OBJECT],
  ['limits', NO_OBJECT],
  ['human_authorization', NO_OBJECT],
  ['key_hashes', [...NO_OBJECT, new Map([['a b', 'ab'.repeat(32)]]), new Map([['a', 'x']])]],
  ['goal_limits', [...NO_OBJECT, new Map([['speed', 1n]])]],
  ['base_policy', NO_OBJECT],
]);

/** Members that may be missing where they stand in a task or among the limits of a goal. */
const MAY_BE_MISSING = new Set([
  'children_spawned',
  'last_checkpoint_transcript_bytes',
  'task_packet_tokens',
  'parent_summary_tokens',
  'memory_digest_tokens',
  'child_result_words',
  'pending_action_hash',
]);

/** Changes a valid document. */
export function mutantOf(document: ExactObject, draws: Draws): Mutant {
  const kind = draws.below(14);
  if (kind >= 10) return tuned(document, draws);
  if (kind < 3) return wrongValue(document, draws) ?? anyChange(document, draws);
  if (kind < 5) return missingMember(document, draws) ?? anyChange(document, draws);
  if (kind < 6) return strangeMember(document, draws);
  if (kind < 7) return brokenRelation(document, draws) ?? anyChange(document, draws);
  let mutant = anyChange(document, draws);
  for (let more = draws.below(3); more > 0; more--) mutant = anyChange(mutant.document, draws);
  return mutant;
}

function wrongValue(document: ExactObject, draws: Draws): Mutant | null {
  const places = objectMembers(document).filter(({ path }) => WRONG.has(String(path.at(-1))));
  if (places.length === 0) return null;
  const { path } = draws.pick(places);
  const value = draws.pick(WRONG.get(String(path.at(-1))) ?? []);
  return { document: withValue(document, path, value), isInvalid: true, change: `wrong value at ${path.join('.')}` };
}

function missingMember(document: ExactObject, draws: Draws): Mutant | null {
  const places = objectMembers(document).filter(
    ({ path }) => !MAY_BE_MISSING.has(String(path.at(-1))) && !isFreeMember(path),
  );
  if (places.length === 0) return null;
  const { path } = draws.pick(places);
  return { document: withValue(document, path, undefined), isInvalid: true, change: `no ${path.join('.')}` };
}

/** Whether the object around a member takes some of many names. */
function isFreeMember(path: Path): boolean {
  const holder = path.at(-2);
  return holder === 'goal_limits' || holder === 'key_hashes';
}

function strangeMember(document: ExactObject, draws: Draws): Mutant {
  const holders = places(document).filter(({ value, path }) => isExactObject(value) && path.at(-1) !== 'key_hashes');
  const { path } = draws.pick(holders);
  const name = draws.pick(['zeta', '__proto__', 'constructor', '10', 'Cycle', 'totals ']);
  const changed = withValue(document, [...path, name], draws.pick(ANYTHING));
  return { document: changed, isInvalid: true, change: `a member ${name} more in ${path.join('.') || 'the root'}` };
}

/** Values that each are right and together wrong. */
function brokenRelation(document: ExactObject, draws: Draws): Mutant | null {
  const broken = (path: Path, value: ExactJson | undefined, change: string): Mutant => ({
    document: withValue(document, path, value),
    isInvalid: true,
    change,
  });
  const numbers = places(document).filter(({ path, value }) => typeof value === 'bigint' && isBound(path));
  const receipts = places(document).filter(
    ({ path, value }) => path[0] === 'history' && path.length === 3 && typeof value === 'string',
  );
  if (receipts.length > 0 && draws.chance(0.4)) {
    const { path } = draws.pick(receipts);
    return broken(path, 'cd'.repeat(32), `${path.join('.')} no longer agrees with the hash of its event`);
  }
  if (numbers.length === 0) return null;
  const { path, value } = draws.pick(numbers);
  return broken(
    path,
    (typeof value === 'bigint' ? value : 0n) + 1n,
    `${path.join('.')} no longer agrees with the rest`,
  );
}

/** Whether a number is what others make of it, so that it cannot change alone. */
function isBound(path: Path): boolean {
  if (path.length === 1) return path[0] === 'slice_id';
  if (path[0] === 'history') return true;
  if (path.length !== 2) return false;
  const isOfTask = path[0] === 'task' && ['cycle', 'tool_calls', 'children_spawned'].includes(String(path[1]));
  return path[0] === 'totals' || path[0] === 'baseline' || isOfTask;
}

/** Members that may take any of these values where they stand, so that most of what comes out is valid. */
const TUNABLE: ReadonlyMap<string, readonly ExactJson[]> = new Map<string, readonly ExactJson[]>([
  ['status', ['running', 'running', 'error', 'timed_out', 'completed', 'blocked', 'declined']],
  ['action_kind', ['execute', 'diagnose', 'review', 'wait']],
  ['next_step', ['', ' ', 'go on']],
  ['requires_human', [true, false]],
  ['review_required', [true, false]],
  ['evidence_refs', [[], ['log:new'], ['log:new', 'log:unit-1']]],
  ['same_failure_retries', [0n, 3n, 100n, 10n ** 30n]],
  ['no_evidence_cycles', [0n, 2n, 100n]],
  ['active_children', [0n, 1n, 4n, 101n]],
  ['transcript_bytes', [0n, 100n, 3000n, 9000n]],
  ['task_packet_tokens', [0n, 99n, 1200n]],
  ['child_result_words', [0n, 180n]],
  ['max_cycles', [0n, 1n, 1000n]],
  ['max_tool_calls', [0n, 7n, 1000n]],
  ['max_elapsed_seconds', [0n, 43n, 10n ** 40n]],
  ['max_no_evidence_cycles', [0n, 3n]],
  [
    'goal_limits',
    [new Map(), new Map([['cycle', 2n]]), new Map([['elapsed_seconds', 50.5]]), new Map([['cost_microusd', 9n]])],
  ],
]);

function tuned(document: ExactObject, draws: Draws): Mutant {
  let changed = document;
  const all = objectMembers(document).filter(
    ({ path }) => TUNABLE.has(String(path.at(-1))) && path[0] !== 'history' && path[0] !== 'failure_history',
  );
  for (let n = draws.below(4); n >= 0; n--) {
    const { path } = draws.pick(all);
    changed = withValue(changed, path, draws.pick(TUNABLE.get(String(path.at(-1))) ?? []));
  }
  return { document: changed, isInvalid: false, change: 'tuned' };
}

function anyChange(document: ExactObject, draws: Draws): Mutant {
  const all = places(document).filter(({ path }) => path.length > 0);
  if (all.length === 0) return { document, isInvalid: false, change: 'none' };
  const { path, value } = draws.pick(all);
  return { document: withValue(document, path, other(value, all, draws)), isInvalid: false, change: path.join('.') };
}

function other(value: ExactJson, all: readonly Place[], draws: Draws): ExactJson | undefined {
  const kind = draws.below(6);
  if (kind === 0) return undefined;
  if (kind === 1) return draws.pick(all).value;
  if (kind === 2 && typeof value === 'bigint') return value + BigInt(draws.below(5) - 2);
  if (kind === 2 && typeof value === 'string') return draws.pick([`${value} `, value.slice(1), `${value}\u0301`]);
  if (kind === 3 && Array.isArray(value)) return [...value, ...value];
  return draws.pick(ANYTHING);
}

function objectMembers(document: ExactObject): readonly Place[] {
  return places(document).filter(({ path }) => typeof path.at(-1) === 'string');
}

function places(value: ExactJson, path: Path = []): readonly Place[] {
  const own: Place = { path, value };
  if (isExactObject(value))
    return [own, ...Array.from(value).flatMap(([name, member]) => places(member, [...path, name]))];
  if (!Array.isArray(value)) return [own];
  return [own, ...value.flatMap((item: ExactJson, i: number) => places(item, [...path, i]))];
}

/** A copy with another value at a place; undefined takes what is there away. */
function withValue(document: ExactObject, path: Path, value: ExactJson | undefined): ExactObject {
  const [name, ...rest] = path;
  const changed = new Map(document);
  if (name === undefined) return changed;
  const key = String(name);
  const next = rest.length === 0 ? value : within(document.get(key) ?? null, rest, value);
  if (next === undefined) changed.delete(key);
  else changed.set(key, next);
  return changed;
}

function within(target: ExactJson, path: Path, value: ExactJson | undefined): ExactJson {
  if (isExactObject(target)) return withValue(target, path, value);
  if (!Array.isArray(target)) return target;
  const [index, ...rest] = path;
  return target.flatMap((item: ExactJson, i: number) => {
    if (i !== index) return [item];
    const next = rest.length === 0 ? value : within(item, rest, value);
    return next === undefined ? [] : [next];
  });
}
