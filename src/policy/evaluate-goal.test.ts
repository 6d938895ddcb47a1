import { describe, expect, test } from 'vitest';
import { goal, goalPolicy, spentGoal } from '../../test/policy/goal-file.ts';
import { ACTION, KEYS, signedDecision, signedOverride } from '../../test/policy/samples.ts';
import type { ExactJson } from '../base/exact-json.ts';
import { ACTION_KINDS } from './action-kind.ts';
import { TASK_STATUSES } from './checkpoint.ts';
import { evaluateGoal } from './evaluate-goal.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { isContextMetric } from './metrics.ts';
import { TOTAL_NAMES } from './totals.ts';

type Changes = { readonly [member: string]: ExactJson };

function decide(checkpoint: GoalCheckpoint, limits: Changes = {}, goalLimits: Changes = {}) {
  return evaluateGoal(checkpoint, goalPolicy(limits, goalLimits), KEYS);
}

/** Decision, scope and reasons in one line. */
function said(checkpoint: GoalCheckpoint, limits: Changes = {}, goalLimits: Changes = {}): string {
  const { decision, scope, autoContinue, reasons } = decide(checkpoint, limits, goalLimits);
  return [`${decision} ${scope}${autoContinue ? ' auto' : ''}`, ...reasons].join(' ');
}

/** Usage that was measured, so that limits on it can be judged. */
const MEASURED = {
  usage: new Map<string, ExactJson>([
    ['input_tokens', 3n],
    ['cached_input_tokens', 3n],
    ['output_tokens', 3n],
    ['cost_microusd', 3n],
  ]),
};

describe('evaluateGoal', () => {
  test('goes on while nothing is used up', () => {
    expect(said(goal())).toBe('continue action');
    expect(decide(goal())).toMatchObject({ spawnAllowed: true, checkpointRequired: false });
  });

  test('writes the decision of version 2', () => {
    const { document } = decide(spentGoal());
    expect(Array.from(document.keys()).sort()).toEqual([
      'auto_continue',
      'checkpoint_required',
      'decision',
      'effective_limits',
      'observed_metrics',
      'policy_hash',
      'policy_id',
      'reasons',
      'schema_version',
      'scope',
      'spawn_allowed',
    ]);
    expect(document.get('schema_version')).toBe(2n);
    expect(document.get('observed_metrics')).toEqual(
      new Map(TOTAL_NAMES.map((name) => [name, spentGoal().totals[name]])),
    );
  });
});

describe('a slice', () => {
  test.each<[string, Changes, Changes]>([
    ['cycle', { cycle: 5n }, {}],
    ['tool_calls', { tool_calls: 100n }, {}],
    ['elapsed_seconds', { elapsed_seconds: 100.0 }, {}],
    ['elapsed_seconds', { elapsed_seconds: 10n ** 20n }, {}],
    ['children_spawned', { children_spawned: 100n }, {}],
    ['children_spawned', { children_spawned: 101n }, {}],
  ])('ends at its limit on %s and the goal goes on', (name, task) => {
    expect(said(goal({ evidence_refs: ['log:1'], ...task }))).toBe(`checkpoint slice auto slice_limit:${name}`);
  });

  test('is judged by exact numbers', () => {
    const limit = 2n ** 53n + 1n;
    expect(said(goal({ tool_calls: limit - 1n }), { max_tool_calls: limit })).toBe('continue action');
    expect(said(goal({ elapsed_seconds: 99.99999999999999 }))).toBe('continue action');
  });

  test('names all that is used up, in order', () => {
    expect(said(spentGoal({ children_spawned: 100n, tool_calls: 100n }))).toBe(
      'checkpoint slice auto slice_limit:cycle slice_limit:tool_calls slice_limit:children_spawned',
    );
  });

  test.each<[string, Changes, Changes]>([
    ['evidence', { evidence_refs: [] }, {}],
    ['a next step', {}, { next_step: '' }],
    ['the end of its children', { active_children: 1n }, {}],
  ])('needs %s to end by itself', (_, task, changes) => {
    expect(said(spentGoal(task, changes))).toBe(
      'checkpoint slice slice_limit:cycle slice_needs_evidence_next_step_or_children_completion',
    );
  });

  test('takes one space for a next step', () => {
    expect(said(spentGoal({}, { next_step: ' ' }))).toContain('auto');
  });

  test('is no gate of a person: whoever may act may go on', () => {
    expect(decide(spentGoal())).toMatchObject({ checkpointRequired: true, spawnAllowed: false });
  });

  test.each(['max_cycles', 'max_tool_calls', 'max_elapsed_seconds'])(
    'that may spend nothing stops the goal: %s',
    (limit) => {
      expect(said(goal(), { [limit]: 0n })).toMatch(/^stop goal limit_reached:\w+=0:max_\w+=0$/);
    },
  );
});

describe('context maintenance', () => {
  test.each<[string, string]>([
    ['transcript_bytes', 'max_transcript_bytes'],
    ['task_packet_tokens', 'max_task_packet_tokens'],
    ['parent_summary_tokens', 'max_parent_summary_tokens'],
    ['memory_digest_tokens', 'max_memory_digest_tokens'],
    ['child_result_words', 'max_child_result_words'],
  ])('is asked for where %s is too large, before a slice ends', (metric, limit) => {
    const reason = `checkpoint action limit_reached:${metric}=100:${limit}=100 context_compaction_required`;
    const sizes = { [metric]: 100n, last_checkpoint_transcript_bytes: 100n };
    expect(said(goal(sizes))).toBe(reason);
    expect(said(spentGoal(sizes))).toBe(reason);
    expect(said(goal({ [metric]: 99n, last_checkpoint_transcript_bytes: 99n }))).toBe('continue action');
  });

  test('is asked for where the transcript grew', () => {
    const limits = { checkpoint_transcript_bytes: 10n };
    expect(said(spentGoal({ transcript_bytes: 10n }), limits)).toBe(
      'checkpoint action checkpoint_required:transcript_growth=10:checkpoint_transcript_bytes=10 context_compaction_required',
    );
    expect(said(goal({ transcript_bytes: 10n, last_checkpoint_transcript_bytes: 1n }), limits)).toBe('continue action');
  });

  test('does not hide what stops the action or the goal', () => {
    const large = { task_packet_tokens: 100n };
    const context = 'limit_reached:task_packet_tokens=100:max_task_packet_tokens=100';
    expect(said(goal({ ...large, same_failure_retries: 100n }))).toBe(
      `stop action limit_reached:same_failure_retries=100:max_same_failure_retries=100 ${context} context_compaction_required`,
    );
    expect(said(goal({ ...large, status: 'blocked' }))).toBe(
      `stop goal task_status:blocked ${context} context_compaction_required`,
    );
    expect(said(goal(large, { requires_human: true }))).toBe(
      `stop goal ${context} context_compaction_required human_authorization_required`,
    );
    expect(said(goal(large), {}, { cycle: 0n })).toBe(
      `stop goal ${context} context_compaction_required goal_limit:cycle:unknown_or_reached`,
    );
  });
});

describe('an action', () => {
  const RETRY = 'limit_reached:same_failure_retries=100:max_same_failure_retries=100';
  const IDLE = 'limit_reached:no_evidence_cycles=100:max_no_evidence_cycles=100';

  test.each(ACTION_KINDS)('of kind %s is held by a failure that repeats unless it only looks or waits', (kind) => {
    const isFree = kind === 'diagnose' || kind === 'wait';
    const counters = { same_failure_retries: 100n, no_evidence_cycles: 100n };
    expect(said(goal(counters, { action_kind: kind }))).toBe(
      isFree ? 'continue action' : `stop action ${RETRY} ${IDLE}`,
    );
  });

  test.each(TASK_STATUSES)('under status %s', (status) => {
    const isRunning = status === 'running';
    const isOfAction = status === 'error' || status === 'timed_out';
    const left = status === 'completed' ? ' completion_missing_acceptance_or_work_remains' : '';
    const stop = `stop ${isOfAction ? 'action' : 'goal'} task_status:${status}${left}`;
    expect(said(goal({ status }))).toBe(isRunning ? 'continue action' : stop);
    expect(said(goal({ status }, { action_kind: 'review' }))).toBe(isRunning ? 'continue action' : stop);
    expect(said(goal({ status }, { action_kind: 'diagnose' }))).toBe(
      isRunning || isOfAction ? 'continue action' : stop,
    );
  });

  test('is stopped by more children than may be active, and waiting does not help', () => {
    const limits = { max_concurrency: 2n };
    const reason = 'limit_exceeded:active_children=3:max_concurrency=2 concurrency_exceeded';
    expect(said(goal({ active_children: 3n }), limits)).toBe(`stop action ${reason}`);
    expect(said(goal({ active_children: 3n }, { action_kind: 'wait' }), limits)).toBe(`stop action ${reason}`);
    expect(said(goal({ active_children: 3n, status: 'declined' }), limits)).toBe(
      `stop goal task_status:declined ${reason}`,
    );
    expect(said(goal({ active_children: 2n }), limits)).toBe('continue action');
  });

  test('is held by other limits of the task for the whole goal', () => {
    expect(said(goal({ status: 'error', same_failure_retries: 100n }))).toBe(`stop action task_status:error ${RETRY}`);
    expect(said(goal({ status: 'blocked', same_failure_retries: 100n }))).toBe(
      `stop goal task_status:blocked ${RETRY}`,
    );
  });
});

describe('children', () => {
  const mayUnder = (spawned: bigint, changes: Changes) =>
    decide(goal({ children_spawned: spawned }, changes), { max_children_per_parent: 4n, max_concurrency: 4n })
      .spawnAllowed;

  test('are kept for a reviewer while a review is required', () => {
    expect([2n, 3n, 4n].map((spawned) => mayUnder(spawned, {}))).toEqual([true, true, false]);
    expect([2n, 3n].map((spawned) => mayUnder(spawned, { review_required: true }))).toEqual([true, false]);
    expect([3n, 4n].map((spawned) => mayUnder(spawned, { review_required: true, action_kind: 'review' }))).toEqual([
      true,
      false,
    ]);
  });

  test('are not started to wait, nor beside as many as may be active', () => {
    expect(mayUnder(0n, { action_kind: 'wait' })).toBe(false);
    expect(mayUnder(0n, { action_kind: 'diagnose' })).toBe(true);
    expect(decide(goal({ active_children: 2n }), { max_concurrency: 2n })).toMatchObject({
      decision: 'continue',
      spawnAllowed: false,
    });
  });
});

describe('a goal', () => {
  test.each(TOTAL_NAMES)('stops at its limit on %s', (name) => {
    const spent = goal(
      { cycle: 3n, tool_calls: 3n, elapsed_seconds: 3.0, children_spawned: 3n },
      { usage: new Map(MEASURED.usage) },
    );
    expect(said(spent, {}, { [name]: 4n })).toBe('continue action');
    expect(said(spent, {}, { [name]: 3n })).toBe(`stop goal goal_limit:${name}:unknown_or_reached`);
    expect(said(spent, {}, { [name]: 0n })).toBe(`stop goal goal_limit:${name}:unknown_or_reached`);
  });

  test('stops at a limit on what nobody measured', () => {
    expect(said(goal(), {}, { cost_microusd: 1000n })).toBe('stop goal goal_limit:cost_microusd:unknown_or_reached');
  });

  test('names its limits in the order of the policy', () => {
    const limits = { output_tokens: 1n, cycle: 0n, elapsed_seconds: 0.0 };
    expect(decide(goal(), {}, limits).typedReasons).toEqual([
      { kind: 'goal_limit', name: 'output_tokens' },
      { kind: 'goal_limit', name: 'cycle' },
      { kind: 'goal_limit', name: 'elapsed_seconds' },
    ]);
  });

  test('waits for a person even where the slice could end', () => {
    expect(said(spentGoal({}, { requires_human: true }))).toBe('stop goal human_authorization_required');
  });

  test('is complete with evidence and nothing left to do', () => {
    const missing = 'stop goal task_status:completed completion_missing_acceptance_or_work_remains';
    const completed = { status: 'completed', evidence_refs: ['log:1'] };
    expect(said(goal(completed, { next_step: '' }))).toBe('stop goal task_status:completed');
    expect(said(goal(completed, { next_step: '\n' }))).toBe(missing);
    expect(said(goal({ status: 'completed' }, { next_step: '' }))).toBe(missing);
    expect(said(goal({ ...completed, cycle: 5n }, { next_step: '' }))).toBe('stop goal task_status:completed');
  });
});

describe('records of people', () => {
  const about = { pending_action_hash: ACTION };

  test('stop the goal by decline and revise, and approve adds nothing', () => {
    const answered = (decision: string) => said(spentGoal({ ...about, decisions: [signedDecision({ decision })] }));
    expect(answered('decline')).toBe('stop goal human_gate:merge:decline');
    expect(answered('revise')).toBe('stop goal human_gate:merge:revise');
    expect(answered('approve')).toBe('checkpoint slice auto slice_limit:cycle');
  });

  test('that are not genuine stop everything, with a decision of version 1', () => {
    const forged = new Map([...signedDecision(), ['rationale', 'x'] as const]);
    const { decision, scope, reasons, totals, policyHash, document } = decide(goal({ ...about, decisions: [forged] }));
    expect([decision, scope, totals, policyHash]).toEqual(['stop', 'goal', null, null]);
    expect(reasons).toEqual(['evaluation_error:checkpoint.decisions[0] has an invalid human authorization signature']);
    expect(document.get('schema_version')).toBe(1n);
    expect(document.has('scope')).toBe(false);
  });

  test('raise a limit of the slice', () => {
    const raised = goal({ ...about, cycle: 5n, overrides: [signedOverride({ value: 7 })] });
    expect(said(raised)).toBe('continue action');
    expect(decide(raised).effectiveLimits?.max_cycles).toBe(7n);
  });

  test.each([
    'checkpoint_transcript_bytes',
    'max_transcript_bytes',
    'max_task_packet_tokens',
    'max_parent_summary_tokens',
    'max_memory_digest_tokens',
    'max_child_result_words',
  ])('that raised %s stay valid when the context shrinks', (limit) => {
    const limits = limit === 'checkpoint_transcript_bytes' ? { [limit]: 90n } : {};
    const override = signedOverride({ limit, value: 100, observed_value: 50 });
    expect(said(goal({ ...about, overrides: [override] }), limits)).toBe('continue action');
  });

  test.each(['max_cycles', 'max_same_failure_retries', 'max_no_evidence_cycles', 'max_concurrency'])(
    'that saw more than there is now are refused: %s',
    (limit) => {
      const override = signedOverride({ limit, value: 200, observed_value: 3 });
      expect(said(goal({ ...about, overrides: [override] }))).toContain(
        'evaluation_error:checkpoint override observed',
      );
    },
  );

  test('may not make limits contradict each other', () => {
    const override = signedOverride({ limit: 'max_concurrency', value: 101 });
    expect(said(goal({ ...about, overrides: [override] }))).toBe(
      'stop goal evaluation_error:policy.limits.max_concurrency must be <= max_children_per_parent',
    );
  });

  test('do not lift a limit of the goal', () => {
    const raised = goal({ ...about, cycle: 5n, overrides: [signedOverride({ value: 7 })] });
    expect(said(raised, {}, { cycle: 5n })).toBe('stop goal goal_limit:cycle:unknown_or_reached');
  });
});

test('only the sizes of a context shrink', () => {
  expect(isContextMetric('transcript_bytes')).toBe(true);
  expect(isContextMetric('last_checkpoint_transcript_bytes')).toBe(false);
});
