import { describe, expect, test } from 'vitest';
import { goal, goalPolicy } from '../../test/policy/goal-file.ts';
import { ACTION, checkpointDocument, KEYS, signedDecision } from '../../test/policy/samples.ts';
import { canonicalHash, canonicalText } from '../base/canonical-json.ts';
import { type ExactJson, exactFromPlain } from '../base/exact-json.ts';
import { createGoal } from './create-goal.ts';
import { evaluateGoal } from './evaluate-goal.ts';
import { migrate } from './migrate.ts';

type Changes = { readonly [member: string]: ExactJson };

const START = { goalId: 'harbour', nextStep: 'look' };
const policy = goalPolicy();

function migrated(task: Changes) {
  const result = migrate(checkpointDocument(task), policy, START, KEYS);
  if (result.kind === 'refused') throw new Error(result.message);
  return result.value;
}

function messageOf(source: ExactJson, start = START): string {
  const result = migrate(source, policy, start, KEYS);
  return result.kind === 'refused' ? result.message : 'fine';
}

const SPENT = 'limit_reached:cycle=5:max_cycles=5';
const exhausted = (changes: Changes) => ({ status: 'budget_exhausted', cycle: 5n, stop_reason: SPENT, ...changes });

describe('createGoal', () => {
  test('wraps a task and claims to know of no usage', () => {
    const made = goal({ cycle: 3n, elapsed_seconds: 2.5 });
    expect(made.sourceSha256).toBe(canonicalHash(checkpointDocument({ cycle: 3n, elapsed_seconds: 2.5 })));
    expect(made).toMatchObject({
      sliceId: 0n,
      history: [],
      failureHistory: [],
      acceptedEvidence: [],
      actionKind: 'execute',
      reviewRequired: false,
      requiresHuman: false,
      activeFailure: null,
    });
    expect(made.totals).toMatchObject({ cycle: 3n, elapsed_seconds: 2.5, input_tokens: null, cost_microusd: null });
    expect(made.baseline).toMatchObject({ cycle: 0n, input_tokens: 0n });
  });

  test.each<[string, ExactJson, { goalId: string; nextStep: string }]>([
    ['new_goal expects public v1 checkpoint', goal().document, START],
    ['new_goal expects public v1 checkpoint', null, START],
    ['new_goal expects public v1 checkpoint', exactFromPlain({ schema_version: '1' }), START],
    ['goal_id: expected text', checkpointDocument(), { goalId: ' ', nextStep: '' }],
    ['checkpoint.cycle must be a non-negative integer', checkpointDocument({ cycle: 1.0 }), START],
    [
      'checkpoint.task_id holds a lone surrogate and cannot be hashed',
      checkpointDocument({ task_id: '\ud800' }),
      START,
    ],
    ['elapsed_seconds: expected nonnegative integer', checkpointDocument({ elapsed_seconds: 10n ** 400n }), START],
  ])('refuses: %s', (message, task, start) => {
    expect(createGoal(task, start)).toMatchObject({ kind: 'refused', message });
  });
});

describe('migrate', () => {
  test('runs on where a task had only spent what a slice may', () => {
    const after = migrated(exhausted({}));
    expect(after.task).toMatchObject({ status: 'running', stopReason: null });
    expect(after.task.metrics.cycle).toBe(5n);
    expect(after.sourceSha256).toBe(canonicalHash(checkpointDocument(exhausted({}))));
    expect(evaluateGoal(after, policy, KEYS).scope).toBe('slice');
  });

  test.each<[string, Changes]>([
    ['tool calls', { cycle: 0n, tool_calls: 100n, stop_reason: 'limit_reached:tool_calls=100:max_tool_calls=100' }],
    ['time', { elapsed_seconds: 100.5, stop_reason: 'limit_reached:elapsed_seconds=100.5:max_elapsed_seconds=100' }],
    [
      'children',
      { children_spawned: 101n, stop_reason: 'limit_exceeded:children_spawned=101:max_children_per_parent=100' },
    ],
    [
      'context',
      { task_packet_tokens: 100n, stop_reason: 'limit_reached:task_packet_tokens=100:max_task_packet_tokens=100' },
    ],
    ['cycles beside context', { task_packet_tokens: 100n }],
  ])('takes %s for what a slice may spend', (_, changes) => {
    expect(migrated(exhausted(changes)).task.status).toBe('running');
  });

  test.each<[string, Changes]>([
    ['another status', { status: 'blocked' }],
    ['no stop reason', { stop_reason: null }],
    ['another stop reason', { stop_reason: 'limit_reached:cycle=6:max_cycles=5' }],
    ['the status as its stop reason', { stop_reason: 'task_status:budget_exhausted' }],
    ['no limit that is reached', { cycle: 4n }],
    ['a failure that repeats', { same_failure_retries: 100n }],
    ['cycles without evidence', { no_evidence_cycles: 100n }],
    ['too many active children', { active_children: 101n }],
    ['a decline', { pending_action_hash: ACTION, decisions: [signedDecision({ decision: 'decline' })] }],
  ])('leaves a task that has %s as it is', (_, changes) => {
    const source = checkpointDocument(exhausted(changes));
    expect(canonicalText(migrated(exhausted(changes)).task.document)).toBe(canonicalText(source));
  });

  test('changes nothing of what it is given', () => {
    const source = checkpointDocument(exhausted({}));
    const before = canonicalText(source);
    migrate(source, policy, START, KEYS);
    expect(canonicalText(source)).toBe(before);
  });

  test.each<[string, ExactJson]>([
    ['checkpoint and policy versions must match', goal().document],
    ['expected checkpoint v2', new Map([...goal().document, ['schema_version', 2.0] as const])],
    ['checkpoint.task_id must be a non-empty string', checkpointDocument({ task_id: null })],
    [
      'checkpoint.decisions[0] has no configured human authorization key: zoe',
      checkpointDocument({ pending_action_hash: ACTION, decisions: [signedByZoe()] }),
    ],
  ])('refuses: %s', (message, source) => {
    const result = migrate(source, policyThatKnowsZoe(), START, KEYS);
    expect(result).toMatchObject({ kind: 'refused', message });
  });

  test('judges the goal id last', () => {
    const blank = { goalId: '', nextStep: '' };
    expect(messageOf(checkpointDocument({ cycle: -1n }), blank)).toBe(
      'checkpoint.cycle must be a non-negative integer',
    );
    expect(messageOf(checkpointDocument(), blank)).toBe('goal_id: expected text');
  });
});

function signedByZoe(): ExactJson {
  const record = new Map(signedDecision({ actor: 'human:zoe' }));
  return record.set('authorization', exactFromPlain({ scheme: 'hmac-sha256', key_id: 'zoe', signature: ACTION }));
}

function policyThatKnowsZoe() {
  return { ...policy, base: { ...policy.base, keyHashes: new Map([...policy.base.keyHashes, ['zoe', ACTION]]) } };
}
