import { describe, expect, test } from 'vitest';
import { goal, goalPolicy, spentGoal } from '../../test/policy/goal-file.ts';
import { checkpointDocument } from '../../test/policy/samples.ts';
import { canonicalHash, canonicalText } from '../base/canonical-json.ts';
import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';
import { advance } from './advance.ts';
import { validateCheckpoint, validateGoalCheckpoint } from './documents.ts';
import { recordFailure } from './failures.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { TOTAL_NAMES, USAGE_NAMES } from './totals.ts';

type Changes = { readonly [member: string]: ExactJson };

function changed(document: ExactObject, changes: Changes): ExactObject {
  return new Map([...document, ...Object.entries(changes)]);
}

function messageOf(document: ExactJson): string {
  const result = validateCheckpoint(document);
  return result.kind === 'refused' ? result.message : 'valid';
}

function messageWith(changes: Changes): string {
  return messageOf(changed(goal().document, changes));
}

function members(document: ExactObject, name: string): ExactObject {
  const value = document.get(name);
  if (!isExactObject(value)) throw new TypeError(`${name} is no object`);
  return value;
}

function advanced(before: GoalCheckpoint, requestId: string): GoalCheckpoint {
  const result = advance(before, goalPolicy(), requestId, new Map());
  if (result.kind === 'refused') throw new Error(result.message);
  return result.checkpoint;
}

/** A goal in its third slice, as a document. */
function thirdSlice(): ExactObject {
  const second = advanced(spentGoal(), 'r1');
  const task = changed(second.task.document, { cycle: 5n, evidence_refs: ['log:unit-2'] });
  const totals = changed(members(second.document, 'totals'), { cycle: 10n });
  const result = validateGoalCheckpoint(changed(second.document, { task, totals }));
  if (result.kind === 'refused') throw new Error(result.message);
  return advanced(result.checkpoint, 'r2').document;
}

function history(document: ExactObject): readonly ExactObject[] {
  const events = document.get('history');
  return Array.isArray(events) ? events : [];
}

/** The document with events changed; `isRehashed` makes their hashes and chain anew. */
function withHistory(changes: readonly Changes[], isRehashed: boolean): ExactObject {
  const document = thirdSlice();
  let previous: ExactJson = null;
  const events = history(document).map((event, i) => {
    const next = new Map(changed(event, changes[i] ?? {}));
    if (!isRehashed) return next;
    if (changes[i]?.previous_sha256 === undefined) next.set('previous_sha256', previous);
    next.delete('sha256');
    previous = canonicalHash(next);
    return next.set('sha256', previous);
  });
  return changed(document, { history: events });
}

const HASH = 'ab'.repeat(32);
const FIELDS = Array.from(goal().document.keys());

describe('a goal checkpoint', () => {
  test.each(FIELDS.filter((name) => name !== 'schema_version'))('needs %s', (name) => {
    const document = new Map(goal().document);
    document.delete(name);
    expect(messageOf(document)).toMatch(/^goal checkpoint: expected fields \['accepted_evidence', .*'usage'\]$/);
  });

  test('gives back the document it was read from', () => {
    const document = thirdSlice();
    const result = validateGoalCheckpoint(document);
    expect(result.kind === 'goal-checkpoint' && canonicalText(result.checkpoint.document)).toBe(
      canonicalText(document),
    );
  });

  test('keeps the spelling of every number', () => {
    const read = goal({ elapsed_seconds: 7.0 });
    expect(read.totals.elapsed_seconds).toBe(7);
    expect(canonicalText(read.document)).toContain('"elapsed_seconds":7.0');
  });

  test.each<[string, ExactJson, string]>([
    ['schema_version', 2.0, 'expected checkpoint v2'],
    ['task_id', ' ', 'task_id: expected text'],
    ['task_id', 'tide ', 'task_id mismatch'],
    ['task_id', null, 'task_id: expected text'],
    ['goal_id', 5n, 'goal_id: expected text'],
    ['source_sha256', ' ', 'source_sha256: expected text'],
    ['source_sha256', ` ${HASH}`, 'invalid source hash'],
    ['source_sha256', HASH.toUpperCase(), 'invalid source hash'],
    ['next_step', null, 'next_step: expected text'],
    ['next_step', '', 'valid'],
    ['task', null, 'task must be public v1'],
    ['task', goal().document, 'task must be public v1'],
    ['task', changed(checkpointDocument(), { schema_version: true }), 'valid'],
    ['task', changed(checkpointDocument(), { schema_version: 1.0 }), 'valid'],
    ['task', changed(checkpointDocument(), { schema_version: '1' }), 'task must be public v1'],
    ['review_required', 0n, 'review_required: expected boolean'],
    ['review_required', null, 'review_required: expected boolean'],
    ['requires_human', 'false', 'requires_human: expected boolean'],
    ['action_kind', 'Execute', 'unknown action kind'],
    ['action_kind', null, 'unknown action kind'],
    ['slice_id', 0.0, 'slice_id: expected nonnegative integer'],
    ['slice_id', false, 'slice_id: expected nonnegative integer'],
    ['slice_id', -1n, 'slice_id: expected nonnegative integer'],
    ['slice_id', 1n, 'slice id does not match history'],
    ['accepted_evidence', null, 'accepted_evidence: expected list'],
    ['accepted_evidence', ['x', ''], 'invalid accepted evidence'],
    ['accepted_evidence', ['x', 'x'], 'duplicate accepted evidence'],
    ['accepted_evidence', ['x', ' x'], 'accepted evidence differs from transition receipts'],
    ['history', new Map(), 'history: expected list'],
    ['failure_history', null, 'failure_history: expected list'],
    ['active_failure', 'x', 'active_failure: expected SHA-256'],
    ['active_failure', HASH, 'active failure missing from history'],
  ])('with %s %o: %s', (name, value, message) => {
    expect(messageWith({ [name]: value })).toBe(message);
  });

  test('is judged in the contract order, each problem once', () => {
    const document = changed(goal().document, {
      goal_id: '',
      source_sha256: 'x',
      task: changed(checkpointDocument(), { cycle: -1n, updated_at: 5n }),
      action_kind: 'dance',
      slice_id: null,
      totals: null,
      active_failure: 'x',
      failure_history: [null],
    });
    const result = validateCheckpoint(document);
    expect(result.kind === 'refused' && result.problems.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['goal_id', 'goal_id: expected text'],
      ['source_sha256', 'invalid source hash'],
      ['task.cycle', 'checkpoint.cycle must be a non-negative integer'],
      ['task.updated_at', 'checkpoint.updated_at must be a non-empty string'],
      ['action_kind', 'unknown action kind'],
      ['slice_id', 'slice_id: expected nonnegative integer'],
      ['totals', expect.stringMatching(/^totals: expected fields \['cached_input_tokens', .*'tool_calls'\]$/)],
      ['active_failure', 'active_failure: expected SHA-256'],
      ['failure_history.0', expect.stringMatching(/^failure: expected fields \['attempts', .*'observed_evidence'\]$/)],
    ]);
  });

  test('is not reached by later changes to the document it was read from', () => {
    const task = new Map(checkpointDocument({ cycle: 5n, evidence_refs: ['log:unit-1'] }));
    const totals = changed(members(goal().document, 'totals'), { cycle: 5n });
    const result = validateGoalCheckpoint(changed(goal().document, { task, totals }));
    if (result.kind === 'refused') throw new Error(result.message);
    const before = canonicalText(result.checkpoint.document);
    task.set('cycle', 0n).set('status', 'completed');
    expect(canonicalText(result.checkpoint.document)).toBe(before);
  });
});

describe('totals', () => {
  const total = (part: 'totals' | 'baseline' | 'usage', changes: Changes) =>
    messageWith({ [part]: changed(members(goal().document, part), changes) });

  test.each(TOTAL_NAMES)('count %s', (name) => {
    const isUsage = USAGE_NAMES.some((usage) => usage === name);
    for (const value of [true, '0', -1n, Number.NaN]) {
      expect(total('totals', { [name]: value })).toBe(`${name}: expected nonnegative integer`);
      expect(total('baseline', { [name]: value })).toBe(`${name}: expected nonnegative integer`);
    }
    expect(total('totals', { [name]: null })).toBe(isUsage ? 'valid' : `${name}: expected nonnegative integer`);
    expect(total('totals', { [name]: 0.0 })).toBe(
      name === 'elapsed_seconds' ? 'valid' : `${name}: expected nonnegative integer`,
    );
  });

  test('name the members that they must have', () => {
    expect(total('usage', { cycle: 0n })).toBe(
      "usage: expected fields ['cached_input_tokens', 'cost_microusd', 'input_tokens', 'output_tokens']",
    );
  });

  test('are baseline and slice together, by value', () => {
    expect(total('totals', { cycle: 1n })).toBe('totals must equal baseline plus slice');
    expect(total('totals', { elapsed_seconds: 0.0 })).toBe('valid');
    expect(total('totals', { input_tokens: 0n })).toBe('totals must equal baseline plus slice');
    expect(total('usage', { input_tokens: 0n })).toBe('totals must equal baseline plus slice');
  });

  test('add an absent count of children as none', () => {
    const task = new Map(checkpointDocument());
    task.delete('children_spawned');
    expect(messageWith({ task })).toBe('valid');
  });

  test('compare with all digits', () => {
    const large = 2n ** 53n + 1n;
    const task = checkpointDocument({ tool_calls: large });
    const totals = (value: bigint) => changed(members(goal().document, 'totals'), { tool_calls: value });
    expect(messageWith({ task, totals: totals(large) })).toBe('valid');
    expect(messageWith({ task, totals: totals(large - 1n) })).toBe('totals must equal baseline plus slice');
  });

  test('begin at nothing', () => {
    const baseline = changed(members(goal().document, 'baseline'), { cycle: 1n });
    const totals = changed(members(goal().document, 'totals'), { cycle: 1n });
    expect(messageWith({ baseline, totals })).toBe('baseline differs from history');
  });
});

describe('a history', () => {
  test('is accepted as it was written', () => {
    expect(messageOf(thirdSlice())).toBe('valid');
    expect(messageOf(withHistory([], true))).toBe('valid');
  });

  test.each<[string, Changes]>([
    ['history sequence or chain mismatch', { slice_id: 0n }],
    ['history sequence or chain mismatch', { slice_id: '1' }],
    ['history sequence or chain mismatch', { previous_sha256: HASH }],
    ['history sequence or chain mismatch', { previous_sha256: null }],
    ['history slice_id: expected nonnegative integer', { slice_id: 1.0 }],
    ['history slice_id: expected nonnegative integer', { slice_id: true }],
    ['request_id: expected text', { request_id: '\u2003' }],
    ['history task hash: expected SHA-256', { task_sha256: null }],
    ['history task hash: expected SHA-256', { task_sha256: HASH.toUpperCase() }],
    ['invalid history evidence', { evidence_refs: null }],
    ['invalid history evidence', { evidence_refs: ['x', ' '] }],
    ['duplicate advance request', { request_id: 'r1' }],
    ['history totals regressed', { totals: new Map(TOTAL_NAMES.map((name) => [name, 0n])) }],
    ['accepted evidence differs from transition receipts', { evidence_refs: ['log:unit-9'] }],
    ['accepted evidence differs from transition receipts', { evidence_refs: [] }],
  ])('that was made anew is refused: %s', (message, changes) => {
    expect(messageOf(withHistory([{}, changes], true))).toBe(message);
  });

  test.each<[string, Changes]>([
    ['evidence_refs', { evidence_refs: ['log:unit-9'] }],
    ['request_id', { request_id: 'r9' }],
    ['task_sha256', { task_sha256: HASH }],
    ['sha256', { sha256: null }],
    ['totals', { totals: new Map([['cycle', 5.0]]) }],
  ])('whose hash does not cover its %s is refused', (_, changes) => {
    expect(messageOf(withHistory([changes], false))).toBe('history hash mismatch');
  });

  test('is refused for an edit of any event, though the last hash and the length stay', () => {
    const document = withHistory([{ request_id: 'r9' }], false);
    expect(history(document).at(-1)).toEqual(history(thirdSlice()).at(-1));
    expect(messageOf(document)).toBe('history hash mismatch');
  });

  test('tells of each event that is wrong, once', () => {
    const result = validateCheckpoint(withHistory([{ request_id: '' }, { evidence_refs: 5n }], true));
    expect(result.kind === 'refused' && result.problems.map(({ path }) => path.join('.'))).toEqual([
      'history.0.request_id',
      'history.1.evidence_refs',
    ]);
  });

  test('may lose a figure but not find it again', () => {
    const [first, second] = history(thirdSlice()).map((event) => members(event, 'totals'));
    if (first === undefined || second === undefined) throw new Error('two events');
    const known = changed(first, { input_tokens: 7n });
    const lost = withHistory([{ totals: known }], true);
    expect(messageOf(lost)).toBe('valid');
    const found = withHistory([{}, { totals: changed(second, { input_tokens: 7n }) }], true);
    expect(messageOf(found)).toBe('history totals regressed');
  });

  test('that no hash can be taken of is refused by name', () => {
    const totals = changed(members(history(thirdSlice())[0] ?? new Map(), 'totals'), { cycle: Number.NaN });
    expect(messageOf(withHistory([{ totals }], false))).toBe(
      'history[0].totals.cycle holds a number that is not finite and cannot be hashed',
    );
    expect(messageOf(withHistory([{ request_id: '\ud800' }], false))).toBe(
      'history[0].request_id holds a lone surrogate and cannot be hashed',
    );
  });
});

describe('failures', () => {
  function failed(times: number): ExactObject {
    let checkpoint = goal();
    for (let n = 0; n < times; n++) {
      const result = recordFailure(checkpoint, {
        operation: 'test',
        target: 'pkg',
        inputSha256: HASH,
        errorClass: 'TypeError',
        evidenceRef: 'log:1',
      });
      if (result.kind === 'refused') throw new Error(result.message);
      checkpoint = result.value;
    }
    return checkpoint.document;
  }
  const records = (document: ExactObject): readonly ExactObject[] => {
    const list = document.get('failure_history');
    return Array.isArray(list) ? list : [];
  };
  const withRecord = (changes: Changes) => {
    const document = failed(2);
    const all = records(document).map((record) => changed(record, changes));
    return messageOf(changed(document, { failure_history: all }));
  };

  test.each<[string, Changes]>([
    ['identity: expected text', { identity: null }],
    ['input_sha256: expected text', { input_sha256: ' ' }],
    ['error_class: expected text', { error_class: '' }],
    ['evidence_ref: expected text', { evidence_ref: 5n }],
    ['failure identity: expected SHA-256', { identity: 'x' }],
    ['failure input: expected SHA-256', { input_sha256: 'x' }],
    ['attempts: expected nonnegative integer', { attempts: 1.0 }],
    ['attempts: expected nonnegative integer', { attempts: -1n }],
    ['invalid failure observed_evidence', { observed_evidence: null }],
    ['invalid failure observed_evidence', { observed_evidence: ['x', ' '] }],
    ['retry counter regressed from failure history', { attempts: 3n }],
    ['active failure missing from history', { error_class: 'Other' }],
    ['error_class holds a lone surrogate and cannot be hashed', { error_class: '\udc00' }],
    ['valid', { observed_evidence: ['x', 'x', ' x'] }],
    ['valid', { attempts: 0n }],
  ])('%s', (message, changes) => {
    expect(withRecord(changes)).toBe(message);
  });

  test('are told once each', () => {
    const document = failed(1);
    const all = records(document);
    expect(messageOf(changed(document, { failure_history: [...all, ...all] }))).toBe('duplicate failure identity');
  });

  test('bind the retry counter only while they are active', () => {
    const document = failed(5);
    const lowered = changed(members(document, 'task'), { same_failure_retries: 0n });
    expect(messageOf(changed(document, { task: lowered }))).toBe('retry counter regressed from failure history');
    expect(messageOf(changed(document, { task: lowered, active_failure: null }))).toBe('valid');
  });
});
