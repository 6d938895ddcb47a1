import { describe, expect, test } from 'vitest';
import { goal, goalPolicy, spentGoal } from '../../test/policy/goal-file.ts';
import { ACTION, KEYS, signedDecision, signedOverride } from '../../test/policy/samples.ts';
import { canonicalHash, canonicalText } from '../base/canonical-json.ts';
import { type ExactJson, isExactObject } from '../base/exact-json.ts';
import { advance, hasAdvanced } from './advance.ts';
import { validateGoalCheckpoint } from './documents.ts';
import { eventDocument } from './goal-history.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { observe } from './observe.ts';

const policy = goalPolicy();

function advanced(before: GoalCheckpoint, requestId = 'r1'): GoalCheckpoint {
  const result = advance(before, policy, requestId, KEYS);
  if (result.kind !== 'advanced') throw new Error(JSON.stringify(result.kind));
  return result.checkpoint;
}

/** The next slice, spent. */
function spentAgain(before: GoalCheckpoint, evidence: string): GoalCheckpoint {
  const observation = { updatedAt: '2026-01-02T10:00:00Z', counters: { cycle: 5n }, evidence: [evidence] };
  const result = observe(before, observation, policy, KEYS);
  if (result.kind === 'refused') throw new Error(result.message);
  return result.checkpoint;
}

describe('advance', () => {
  test('ends the slice and begins the next one at zero', () => {
    const before = spentGoal({ tool_calls: 7n, elapsed_seconds: 1.5, children_spawned: 2n, same_failure_retries: 3n });
    const after = advanced(before);
    expect(after.sliceId).toBe(1n);
    expect(after.baseline).toEqual(before.totals);
    expect(after.totals).toEqual(before.totals);
    expect(after.task.metrics).toMatchObject({
      cycle: 0n,
      tool_calls: 0n,
      elapsed_seconds: 0n,
      children_spawned: 0n,
      same_failure_retries: 3n,
    });
    expect(after.acceptedEvidence).toEqual(['log:unit-1']);
    expect(after.task.evidenceRefs).toEqual(['log:unit-1']);
  });

  test('leaves a receipt whose hash covers it', () => {
    const before = spentGoal();
    const event = advanced(before).history[0];
    expect(event).toMatchObject({
      requestId: 'r1',
      previousSha256: null,
      taskSha256: canonicalHash(before.task.document),
    });
    const document = new Map(event === undefined ? [] : eventDocument(event));
    document.delete('sha256');
    expect(event?.sha256).toBe(canonicalHash(document));
  });

  test('changes nothing for a request id that it knows, whatever the policy says meanwhile', () => {
    const after = advanced(spentGoal());
    expect(advance(after, goalPolicy({}, { cycle: 0n }), 'r1', KEYS)).toEqual({ kind: 'known', checkpoint: after });
    expect(hasAdvanced(after, 'r1')).toBe(true);
    expect(hasAdvanced(after, 'r1 ')).toBe(false);
  });

  test('is refused unless the slice may end by itself', () => {
    const message = 'advance not authorized by slice decision';
    for (const checkpoint of [
      goal(),
      spentGoal({ evidence_refs: [] }),
      spentGoal({}, { next_step: '' }),
      spentGoal({}, { requires_human: true }),
      spentGoal({ active_children: 1n }),
      spentGoal({ task_packet_tokens: 100n }),
      spentGoal({ status: 'completed' }),
      spentGoal({ status: 'error' }),
    ])
      expect(advance(checkpoint, policy, 'r1', KEYS)).toMatchObject({ kind: 'refused', message });
  });

  test.each(['', ' ', '\u0085'])('needs a request id: %j', (requestId) => {
    expect(advance(goal(), policy, requestId, KEYS)).toMatchObject({ message: 'request_id: expected text' });
  });

  test('needs evidence that no slice brought before', () => {
    const stale = spentAgain(advanced(spentGoal()), ' log:unit-1');
    expect(advance(stale, policy, 'r2', KEYS)).toMatchObject({ message: 'advance not authorized by slice decision' });
    expect(advanced(spentAgain(advanced(spentGoal()), 'log:unit-2'), 'r2').acceptedEvidence).toEqual([
      'log:unit-1',
      'log:unit-2',
    ]);
  });

  test('sorts accepted evidence by code point', () => {
    const refs = ['\uffee', '𝄞', 'é', 'a', 'Z'];
    expect(advanced(spentGoal({ evidence_refs: refs })).acceptedEvidence).toEqual(['Z', 'a', 'é', '\uffee', '𝄞']);
  });

  test('sets usage to nothing, and what was unknown stays so', () => {
    const after = advanced(spentGoal());
    expect(after.usage.input_tokens).toBe(0n);
    expect(after.totals.input_tokens).toBeNull();
  });

  test('adds the count of children where the task had none', () => {
    const task = new Map(spentGoal().task.document);
    task.delete('children_spawned');
    const read = validateGoalCheckpoint(new Map<string, ExactJson>([...spentGoal().document, ['task', task]]));
    if (read.kind === 'refused') throw new Error(read.message);
    expect(advanced(read.checkpoint).task.document.get('children_spawned')).toBe(0n);
  });

  test('refuses while an override stands, after all else was judged', () => {
    const records = { pending_action_hash: ACTION, overrides: [signedOverride({ limit: 'max_tool_calls' })] };
    expect(advance(spentGoal(records), policy, 'r1', KEYS)).toMatchObject({
      message: 'signed slice overrides require explicit migration',
    });
    expect(advance(goal(records), policy, 'r1', KEYS)).toMatchObject({
      message: 'advance not authorized by slice decision',
    });
    expect(advance(spentGoal(records), policy, 'r1', new Map())).toMatchObject({
      message: 'checkpoint.overrides[0] has no configured human authorization key: ana',
    });
  });

  test('never passes a decline', () => {
    const decisions = [signedDecision({ decision: 'decline' })];
    const declined = spentGoal({ pending_action_hash: ACTION, decisions });
    expect(advance(declined, policy, 'r1', KEYS).kind).toBe('refused');
  });

  test('refuses seconds whose sum falls by rounding', () => {
    const whole = 2n ** 53n + 1n;
    const limits = goalPolicy({ max_elapsed_seconds: 10n ** 20n });
    const first = advance(spentGoal({ elapsed_seconds: whole }), limits, 'r1', KEYS);
    if (first.kind !== 'advanced') throw new Error(first.kind);
    const second = observe(
      first.checkpoint,
      { updatedAt: '2026-01-02T10:00:00Z', counters: { cycle: 5n, elapsed_seconds: 0.0 }, evidence: ['log:2'] },
      limits,
      KEYS,
    );
    if (second.kind === 'refused') throw new Error(second.message);
    expect(advance(second.checkpoint, limits, 'r2', KEYS)).toMatchObject({ message: 'history totals regressed' });
  });

  test('gives what is valid when it is read again, however often', () => {
    let checkpoint = spentGoal();
    for (let slice = 1; slice <= 20; slice++)
      checkpoint = spentAgain(advanced(checkpoint, `r${slice}`), `log:unit-${slice + 1}`);
    const read = validateGoalCheckpoint(checkpoint.document);
    expect(read.kind === 'goal-checkpoint' && canonicalText(read.checkpoint.document)).toBe(
      canonicalText(checkpoint.document),
    );
  });
});

describe('a goal that somebody put together', () => {
  test('is verified whole, so an edited event is found though its last hash and length stay', () => {
    const honest = spentAgain(advanced(spentAgain(advanced(spentGoal()), 'log:unit-2'), 'r2'), 'log:unit-3');
    const [first, ...rest] = honest.history;
    if (first === undefined) throw new Error('a history');
    const history = [{ ...first, taskSha256: ACTION }, ...rest];
    const events = history.map(eventDocument);
    const edited = {
      ...honest,
      history,
      document: new Map<string, ExactJson>([...honest.document, ['history', events]]),
    };
    expect(advance(edited, policy, 'r3', KEYS)).toMatchObject({ message: 'history hash mismatch' });
    expect(advance(edited, policy, 'r1', KEYS)).toMatchObject({ message: 'history hash mismatch' });
    expect(advance(honest, policy, 'r3', KEYS).kind).toBe('advanced');
  });

  test('cannot be put together from inside', () => {
    const { history, acceptedEvidence, totals } = advanced(spentGoal());
    for (const value of [history, history[0], acceptedEvidence, totals, history[0]?.evidenceRefs])
      expect(Object.isFrozen(value)).toBe(true);
  });

  test('does not follow its document', () => {
    const checkpoint = advanced(spentGoal());
    const event = checkpoint.document.get('history');
    const first = Array.isArray(event) ? event[0] : null;
    if (!isExactObject(first) || !(first instanceof Map)) throw new Error('an event');
    first.set('request_id', 'forged');
    expect(hasAdvanced(checkpoint, 'r1')).toBe(true);
    const next = advanced(spentAgain(checkpoint, 'log:unit-2'), 'r2');
    expect(validateGoalCheckpoint(next.document).kind).toBe('goal-checkpoint');
  });
});
