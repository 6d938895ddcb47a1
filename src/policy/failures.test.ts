import { describe, expect, test } from 'vitest';
import { goal, goalPolicy, spentGoal } from '../../test/policy/goal-file.ts';
import { KEYS } from '../../test/policy/samples.ts';
import { canonicalHash, canonicalText } from '../base/canonical-json.ts';
import { advance } from './advance.ts';
import { evaluateGoal } from './evaluate-goal.ts';
import { type Failure, permitCorrectedAttempt, recordFailure } from './failures.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { observe } from './observe.ts';
import type { Checked } from './refusal.ts';

const INPUT = '1f'.repeat(32);
const OTHER = '0c'.repeat(32);
const THIRD = 'ab'.repeat(32);
const COMPILE: Failure = {
  operation: 'compile',
  target: 'pkg/core',
  inputSha256: INPUT,
  errorClass: 'TypeError',
  evidenceRef: 'log:f',
};

function taken(result: Checked<GoalCheckpoint>): GoalCheckpoint {
  if (result.kind === 'refused') throw new Error(result.message);
  return result.value;
}

function failed(before: GoalCheckpoint, ...failures: readonly Partial<Failure>[]): GoalCheckpoint {
  return failures.reduce((goalNow, failure) => taken(recordFailure(goalNow, { ...COMPILE, ...failure })), before);
}

function citing(before: GoalCheckpoint, ...evidence: readonly string[]): GoalCheckpoint {
  const result = observe(before, { updatedAt: '2026-01-02T10:00:00Z', evidence }, goalPolicy(), KEYS);
  if (result.kind === 'refused') throw new Error(result.message);
  return result.checkpoint;
}

function retries({ task }: GoalCheckpoint): bigint {
  return task.metrics.same_failure_retries;
}

function attempts({ failureHistory }: GoalCheckpoint): readonly bigint[] {
  return failureHistory.map((failure) => failure.attempts);
}

describe('recordFailure', () => {
  test('counts the repeats of one failure', () => {
    const thrice = failed(goal(), {}, {}, {});
    expect(attempts(thrice)).toEqual([3n]);
    expect(retries(thrice)).toBe(2n);
  });

  test('names a failure by operation, target, input and error class', () => {
    const [record] = failed(goal(), {}).failureHistory;
    const identity = canonicalHash(['compile', 'pkg/core']);
    expect(record).toMatchObject({ identity, id: canonicalHash([identity, INPUT, 'TypeError']) });
  });

  test('tells another target, input or error class from it, and none of them pays for the other', () => {
    const four = failed(goal(), {}, {}, { target: 'pkg/b' }, { errorClass: 'Other' }, { inputSha256: OTHER });
    expect(attempts(four)).toEqual([2n, 1n, 1n, 1n]);
    expect(retries(four)).toBe(0n);
    expect(retries(failed(four, {}))).toBe(2n);
  });

  test('does not lower the counter that a host brought along', () => {
    expect(retries(failed(goal({ same_failure_retries: 5n }), {}))).toBe(5n);
    expect(retries(failed(goal({ same_failure_retries: 5n }), {}, { errorClass: 'Other' }))).toBe(0n);
  });

  test('keeps the newest evidence and unites what was observed, sorted', () => {
    const first = failed(citing(goal(), 'z', 'a'), {});
    expect(first.failureHistory[0]?.observedEvidence).toEqual(['z', 'a']);
    const again = failed(citing(first, 'm'), { evidenceRef: 'log:g' });
    expect(again.failureHistory[0]).toMatchObject({ evidenceRef: 'log:g', observedEvidence: ['a', 'm', 'z'] });
  });

  test.each<[string, Partial<Failure>]>([
    ['operation: expected text', { operation: ' ', target: '' }],
    ['target: expected text', { target: '', errorClass: '' }],
    ['error_class: expected text', { errorClass: '\t', evidenceRef: '' }],
    ['evidence_ref: expected text', { evidenceRef: '', inputSha256: 'x' }],
    ['input_sha256: expected SHA-256', { inputSha256: INPUT.toUpperCase() }],
    ['operation holds a lone surrogate and cannot be hashed', { operation: '\ud800' }],
    ['error_class holds a lone surrogate and cannot be hashed', { errorClass: '\ud800' }],
  ])('refuses: %s', (message, change) => {
    expect(recordFailure(goal(), { ...COMPILE, ...change })).toMatchObject({ kind: 'refused', message });
  });

  test('stands across slices', () => {
    const spent = failed(spentGoal(), {}, {});
    const next = advance(spent, goalPolicy(), 'r1', KEYS);
    expect(next.kind === 'advanced' && retries(failed(next.checkpoint, {}))).toBe(2n);
  });

  test('stops the action where it repeats too often, and looking at it stays free', () => {
    const policy = goalPolicy({ max_same_failure_retries: 2n });
    const often = failed(goal(), {}, {}, {});
    expect(evaluateGoal(often, policy, KEYS)).toMatchObject({ decision: 'stop', scope: 'action' });
    const looking = observe(often, { updatedAt: '2026-01-02T10:00:00Z', actionKind: 'diagnose' }, policy, KEYS);
    expect(looking.kind === 'observed' && evaluateGoal(looking.checkpoint, policy, KEYS).decision).toBe('continue');
  });
});

describe('permitCorrectedAttempt', () => {
  const correct = (before: GoalCheckpoint, inputSha256: string, evidenceRef: string) =>
    permitCorrectedAttempt(before, { inputSha256, evidenceRef });

  test('begins a new count for a new input', () => {
    const corrected = taken(correct(citing(failed(goal(), {}, {}), 'fix:1'), OTHER, 'fix:1'));
    expect(retries(corrected)).toBe(0n);
    expect(corrected.failureHistory[1]).toMatchObject({
      inputSha256: OTHER,
      attempts: 0n,
      evidenceRef: 'fix:1',
      errorClass: 'TypeError',
    });
    expect(corrected.activeFailure).toBe(corrected.failureHistory[1]?.id);
    expect(attempts(corrected)).toEqual([2n, 0n]);
  });

  test('uses up its evidence in both records, and neither shares a list with the other', () => {
    const once = taken(correct(citing(failed(citing(goal(), 'log:1'), {}), 'fix:1'), OTHER, 'fix:1'));
    expect(once.failureHistory.map((failure) => failure.observedEvidence)).toEqual([
      ['log:1', 'fix:1'],
      ['log:1', 'fix:1'],
    ]);
    const twice = taken(correct(citing(once, 'fix:2'), THIRD, 'fix:2'));
    expect(twice.failureHistory.map((failure) => failure.observedEvidence.length)).toEqual([2, 3, 3]);
  });

  test('goes back to an input that failed before with the count it had', () => {
    const both = failed(failed(goal(), {}, {}, {}), { inputSha256: OTHER });
    const back = taken(correct(citing(both, 'fix:1'), INPUT, 'fix:1'));
    expect(retries(back)).toBe(2n);
    expect(back.activeFailure).toBe(back.failureHistory[0]?.id);
    expect(attempts(back)).toEqual([3n, 1n]);
  });

  test('needs evidence of this slice', () => {
    const message = 'corrected attempt requires new evidence';
    expect(correct(failed(goal(), {}), OTHER, '')).toMatchObject({ message });
    expect(correct(failed(goal(), {}), OTHER, 'fix:1')).toMatchObject({ message });
    expect(correct(citing(failed(goal(), {}), 'fix:1'), OTHER, ' fix:1')).toMatchObject({ message });
    const next = advance(failed(spentGoal(), {}), goalPolicy(), 'r1', KEYS);
    expect(next.kind === 'advanced' && correct(next.checkpoint, OTHER, 'log:unit-1')).toMatchObject({ message });
  });

  test('needs evidence that no failure has seen', () => {
    const message = 'correction evidence predates failure or was already consumed';
    expect(correct(failed(citing(goal(), 'log:1'), {}), OTHER, 'log:1')).toMatchObject({ message });
    expect(correct(citing(failed(goal(), {}), 'log:f'), OTHER, 'log:f')).toMatchObject({ message });
    const other = failed(citing(goal(), 'log:1'), { target: 'pkg/b' });
    expect(correct(failed(other, {}), OTHER, 'log:1')).toMatchObject({ message });
    const once = taken(correct(citing(failed(goal(), {}), 'fix:1'), OTHER, 'fix:1'));
    expect(correct(once, THIRD, 'fix:1')).toMatchObject({ message });
  });

  test('needs another input, not another name', () => {
    expect(correct(citing(failed(goal(), {}), 'fix:1'), INPUT, 'fix:1')).toMatchObject({
      message: 'renaming or switching models does not change failure inputs',
    });
    expect(correct(goal(), 'x', 'fix:1')).toMatchObject({ message: 'input_sha256: expected SHA-256' });
  });

  test('needs a failure that somebody classified', () => {
    expect(correct(citing(goal({ same_failure_retries: 3n }), 'fix:1'), OTHER, 'fix:1')).toMatchObject({
      message: 'unclassified legacy failure requires diagnosis before retry',
    });
  });

  test('leaves the goal that it was given as it was', () => {
    const before = citing(failed(goal(), {}), 'fix:1');
    const seen = canonicalText(before.document);
    taken(correct(before, OTHER, 'fix:1'));
    expect(before.failureHistory).toHaveLength(1);
    expect(canonicalText(before.document)).toBe(seen);
  });
});
