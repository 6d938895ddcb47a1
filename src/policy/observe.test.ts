import { describe, expect, test } from 'vitest';
import { goal, goalPolicy, spentGoal } from '../../test/policy/goal-file.ts';
import { ACTION, KEYS, signedDecision, signedOverride } from '../../test/policy/samples.ts';
import { advance } from './advance.ts';
import { evaluateGoal } from './evaluate-goal.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { type Observation, observe } from './observe.ts';

const policy = goalPolicy();
const AT = '2026-01-02T10:00:00Z';
const NEXT_ACTION = 'b2'.repeat(32);

function look(before: GoalCheckpoint, observation: Partial<Observation>) {
  return observe(before, { updatedAt: AT, ...observation }, policy, KEYS);
}

function seen(before: GoalCheckpoint, observation: Partial<Observation>) {
  const result = look(before, observation);
  if (result.kind === 'refused') throw new Error(result.message);
  return result;
}

describe('observe', () => {
  test('writes what was measured and makes the totals anew', () => {
    const { checkpoint } = seen(goal(), {
      counters: { cycle: 2n, tool_calls: 9n, elapsed_seconds: 4.5 },
      sizes: { transcript_bytes: 20n },
      evidence: ['log:1', ' log:2 ', 'log:1'],
      nextStep: 'read the log',
      actionKind: 'diagnose',
    });
    expect(checkpoint.totals).toMatchObject({ cycle: 2n, tool_calls: 9n, elapsed_seconds: 4.5 });
    expect(checkpoint.task.evidenceRefs).toEqual(['log:1', 'log:2']);
    expect(checkpoint).toMatchObject({ nextStep: 'read the log', actionKind: 'diagnose' });
    expect(checkpoint.task.updatedAt).toBe(AT);
  });

  test.each<[string, Partial<Observation>]>([
    ['cycle: what was spent cannot fall', { counters: { cycle: 2n } }],
    ['elapsed_seconds: what was spent cannot fall', { counters: { elapsed_seconds: 0.5 } }],
    ['no_evidence_cycles: only new evidence lowers it', { noEvidenceCycles: 0n }],
    ['output_tokens: what was spent cannot fall', { usage: { output_tokens: 4n } }],
    ['input_tokens: usage that was unknown once stays unknown', { usage: { input_tokens: 4n } }],
    ['checkpoint.updated_at must be an ISO 8601 date-time', { updatedAt: 'yesterday' }],
  ])('refuses to forget: %s', (message, observation) => {
    const usage = { input_tokens: null, cached_input_tokens: 5n, output_tokens: 5n, cost_microusd: 5n };
    const before = goal(
      { cycle: 3n, elapsed_seconds: 7n, no_evidence_cycles: 1n, children_spawned: 1n },
      { usage: new Map(Object.entries(usage)) },
    );
    expect(look(before, observation)).toMatchObject({ kind: 'refused', message });
  });

  test('lets new evidence forgive cycles without any, and maintenance shrink the context', () => {
    const before = goal({ no_evidence_cycles: 2n, transcript_bytes: 90n, task_packet_tokens: 50n });
    const { checkpoint } = seen(before, {
      evidence: ['log:1'],
      noEvidenceCycles: 0n,
      sizes: { transcript_bytes: 10n, task_packet_tokens: 5n },
      isCompacted: true,
    });
    expect(checkpoint.task.metrics).toMatchObject({
      no_evidence_cycles: 0n,
      transcript_bytes: 10n,
      last_checkpoint_transcript_bytes: 10n,
    });
  });

  test('knows the usage of a goal from its beginning, until an actor does not tell', () => {
    const zero = { input_tokens: 0n, cached_input_tokens: 0n, output_tokens: 0n, cost_microusd: 0n };
    const begun = seen(goal(), { usage: zero }).checkpoint;
    expect(begun.totals).toMatchObject(zero);
    const lost = seen(begun, { usage: { input_tokens: 7n, cost_microusd: null } });
    expect(lost.checkpoint.totals).toMatchObject({ input_tokens: 7n, cost_microusd: null });
  });

  test('takes evidence that an advance accepted out of the task, and lets completion cite it afresh', () => {
    const next = advance(spentGoal(), policy, 'r1', KEYS);
    if (next.kind === 'refused') throw new Error(next.message);
    expect(next.checkpoint.task.evidenceRefs).toEqual(['log:unit-1']);
    const looked = seen(next.checkpoint, { evidence: ['log:unit-2'] }).checkpoint;
    expect(looked.task.evidenceRefs).toEqual(['log:unit-2']);
    const done = seen(looked, { status: 'completed', evidence: ['log:unit-1'], nextStep: '' }).checkpoint;
    expect(done.task.evidenceRefs).toEqual(['log:unit-2', 'log:unit-1']);
    const later = seen(done, { sizes: { transcript_bytes: 3n } }).checkpoint;
    expect(evaluateGoal(later, policy, KEYS)).toMatchObject({ scope: 'goal', reasons: ['task_status:completed'] });
  });

  test('records failures and a correction with evidence that came after them', () => {
    const failure = {
      operation: 'build',
      target: 'shop',
      inputSha256: '0a'.repeat(32),
      errorClass: 'exit-1',
      evidenceRef: 'log:1',
    };
    const once = seen(goal(), { failures: [failure] }).checkpoint;
    const twice = seen(once, { failures: [failure] }).checkpoint;
    expect(twice.task.metrics.same_failure_retries).toBe(1n);
    const correction = { inputSha256: '0b'.repeat(32), evidenceRef: 'log:2' };
    const mended = seen(twice, { evidence: ['log:2'], correction }).checkpoint;
    expect(mended.task.metrics.same_failure_retries).toBe(0n);
    expect(look(twice, { correction })).toMatchObject({ message: 'corrected attempt requires new evidence' });
    const observation = { updatedAt: AT, evidence: ['log:2'], correction };
    expect(observe(twice, observation, policy, KEYS, { hasEvidence: () => false })).toMatchObject({
      message: 'correction evidence cannot be found: log:2',
    });
    expect(observe(twice, observation, policy, KEYS, { hasEvidence: (name) => name === 'log:2' }).kind).toBe(
      'observed',
    );
  });
});

describe('an observation that is none', () => {
  const wrong: readonly (readonly [string, unknown])[] = [
    ['observation: expected an object', undefined],
    ['observation.updatedAt: is missing', {}],
    ['observation.nextStep: expected text', { updatedAt: AT, nextStep: 3 }],
    ['observation.counters.cycle: expected a bigint such as 3n', { updatedAt: AT, counters: { cycle: 3 } }],
    ['observation.counters.cycles: is no member of it', { updatedAt: AT, counters: { cycles: 3n } }],
    ['observation.sizes.cycle: is no member of it', { updatedAt: AT, sizes: { cycle: 0n } }],
    ['observation.evidences: is no member of it', { updatedAt: AT, evidences: ['log:1'] }],
    ['observation.evidence: expected a list', { updatedAt: AT, evidence: 'log:1' }],
    ['observation.evidence[0]: expected text', { updatedAt: AT, evidence: [7] }],
    ['observation.reviewRequired: expected true or false', { updatedAt: AT, reviewRequired: 'yes' }],
    ['unknown action kind', { updatedAt: AT, actionKind: 'foo' }],
    ['invalid checkpoint.status: gone', { updatedAt: AT, status: 'gone' }],
    [
      'observation.gate.kind: expected one of action, ask, approved, end-slice',
      { updatedAt: AT, gate: { kind: 'foo' } },
    ],
    ['observation.gate.gate: is missing', { updatedAt: AT, gate: { kind: 'approved' } }],
    ['observation.failures[0].target: is missing', { updatedAt: AT, failures: [{ operation: 'run' }] }],
  ];

  test.each(wrong)('is refused: %s', (message, observation) => {
    const result = observe(goal(), observation as Observation, policy, KEYS);
    expect(result).toMatchObject({ kind: 'refused', message: expect.stringContaining(message) });
  });
});

const nextAction = { kind: 'action', actionHash: NEXT_ACTION } as const;

describe('observation of what people said', () => {
  test('moves records about the action before when the next one needs a person', () => {
    const before = goal({ pending_action_hash: ACTION, decisions: [signedDecision()], overrides: [signedOverride()] });
    const { checkpoint, archived } = seen(before, { gate: { kind: 'ask', actionHash: NEXT_ACTION } });
    expect(archived.map((record) => record.get('affected_action_hash'))).toEqual([ACTION, ACTION]);
    expect(checkpoint).toMatchObject({ requiresHuman: true, task: { decisions: [], overrides: [] } });
    expect(checkpoint.task.pendingActionHash).toBe(NEXT_ACTION);
  });

  test('leaves records where they are while the action stays the same', () => {
    const before = goal({ pending_action_hash: ACTION, decisions: [signedDecision()] });
    const { checkpoint, archived } = seen(before, { gate: { kind: 'action', actionHash: ACTION } });
    expect([archived, checkpoint.task.decisions.length]).toEqual([[], 1]);
  });

  test('lets a decline stand', () => {
    const before = goal({ pending_action_hash: ACTION, decisions: [signedDecision({ decision: 'decline' })] });
    const message = 'a decline stands at the gate merge';
    expect(look(before, { gate: nextAction })).toMatchObject({ message });
  });

  test('lets a later approval of the same action replace a decline', () => {
    const later = signedDecision({ timestamp: '2026-01-02T09:30:00Z' });
    const before = goal({
      pending_action_hash: ACTION,
      decisions: [signedDecision({ decision: 'decline' }), later],
    });
    expect(seen(before, { gate: nextAction }).archived).toHaveLength(2);
  });

  test('hears no forged record', () => {
    const forged = new Map(signedDecision()).set('timestamp', '2027-01-01T00:00:00Z');
    const before = goal({
      pending_action_hash: ACTION,
      decisions: [signedDecision({ decision: 'decline' }), forged],
    });
    const message = 'checkpoint.decisions[1] has an invalid human authorization signature';
    expect(look(before, { gate: nextAction })).toMatchObject({ message });
  });

  test('requires an approval of its own for a revised action', () => {
    const revised = signedDecision({ decision: 'revise' });
    const before = goal({ pending_action_hash: ACTION, decisions: [revised] }, { requires_human: true });
    const { checkpoint } = seen(before, { gate: nextAction });
    expect(checkpoint.requiresHuman).toBe(true);
    expect(evaluateGoal(checkpoint, policy, KEYS).reasons).toEqual(['human_authorization_required']);
    expect(look(checkpoint, { gate: { kind: 'approved', gate: 'merge' } })).toMatchObject({
      message: 'no approve governs the gate merge for the pending action',
    });
  });

  test('requires a person after a revision even where none was required before', () => {
    const before = goal({ pending_action_hash: ACTION, decisions: [signedDecision({ decision: 'revise' })] });
    expect(seen(before, { gate: nextAction }).checkpoint.requiresHuman).toBe(true);
  });

  test('goes on once the pending action is approved at the gate', () => {
    const before = goal({ pending_action_hash: ACTION, decisions: [signedDecision()] }, { requires_human: true });
    expect(evaluateGoal(before, policy, KEYS)).toMatchObject({ decision: 'stop', scope: 'goal' });
    expect(look(before, { gate: { kind: 'approved', gate: 'deploy' } }).kind).toBe('refused');
    const { checkpoint } = seen(before, { gate: { kind: 'approved', gate: 'merge' } });
    expect(evaluateGoal(checkpoint, policy, KEYS).decision).toBe('continue');
  });

  test('counts an approval once: asked again about the same action, a person answers again', () => {
    const before = goal({ pending_action_hash: ACTION, decisions: [signedDecision()] }, { requires_human: true });
    const ask = { kind: 'ask', actionHash: ACTION } as const;
    expect(seen(before, { gate: ask })).toMatchObject({ archived: [], checkpoint: { requiresHuman: true } });
    const used = seen(before, { gate: { kind: 'approved', gate: 'merge' } }).checkpoint;
    const again = seen(used, { gate: ask });
    expect(again.archived).toEqual([signedDecision()]);
    expect(again.checkpoint).toMatchObject({ requiresHuman: true, task: { decisions: [], pendingActionHash: ACTION } });
    expect(look(again.checkpoint, { gate: { kind: 'approved', gate: 'merge' } }).kind).toBe('refused');
  });

  test('asked again, a decline at another gate stays, and one that an approval lifted does not come back', () => {
    const lifted = signedDecision({ decision: 'decline', timestamp: '2026-01-02T08:00:00Z' });
    const declined = signedDecision({ gate: 'deploy', decision: 'decline' });
    const before = goal({ pending_action_hash: ACTION, decisions: [lifted, declined, signedDecision()] });
    const { checkpoint, archived } = seen(before, { gate: { kind: 'ask', actionHash: ACTION } });
    expect(archived).toEqual([lifted, signedDecision()]);
    expect(checkpoint.task.decisions.map(({ document }) => document)).toEqual([declined]);
  });

  test('takes no approval that is older than the host lets one be', () => {
    const before = goal({ pending_action_hash: ACTION, decisions: [signedDecision()] }, { requires_human: true });
    const used = (expireAfterMs: number) =>
      observe(before, { updatedAt: AT, gate: { kind: 'approved', gate: 'merge' } }, policy, KEYS, { expireAfterMs });
    expect(used(3_599_999)).toMatchObject({
      message: 'checkpoint.decisions[0] has expired: it is dated 2026-01-02T09:00:00Z',
    });
    expect(used(3_600_000).kind).toBe('observed');
  });

  test('ends no slice over the head of a person', () => {
    const override = signedOverride({ value: 8, observed_value: 3 });
    const asked = spentGoal({ pending_action_hash: ACTION, overrides: [override] }, { requires_human: true });
    expect(look(asked, { gate: { kind: 'end-slice' } })).toMatchObject({
      message: 'a slice does not end while a human is required',
    });
    const revise = signedDecision({ decision: 'revise' });
    const revised = spentGoal({ pending_action_hash: ACTION, overrides: [override], decisions: [revise] });
    expect(look(revised, { gate: { kind: 'end-slice' } })).toMatchObject({
      message: 'a revise stands at the gate merge',
    });
  });

  test('takes an override out so that the slice can end, and no sooner', () => {
    const override = signedOverride({ value: 8, observed_value: 3 });
    const before = spentGoal({ cycle: 8n, pending_action_hash: ACTION, overrides: [override] });
    expect(advance(before, policy, 'r1', KEYS)).toMatchObject({
      message: 'signed slice overrides require explicit migration',
    });
    const settled = seen(before, { gate: { kind: 'end-slice' } });
    expect(settled.archived).toEqual([override]);
    expect(advance(settled.checkpoint, policy, 'r1', KEYS).kind).toBe('advanced');
    expect(evaluateGoal(settled.checkpoint, policy, KEYS).effectiveLimits?.max_cycles).toBe(5n);
  });
});
