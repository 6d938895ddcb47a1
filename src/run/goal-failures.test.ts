import { describe, expect, test } from 'vitest';
import { goal } from '../../test/policy/goal-file.ts';
import type { GoalCheckpoint } from '../policy/index.ts';
import { correctionsOf, unobserved, withGoalCorrection, withGoalFailure } from './goal-failures.ts';

const failure = {
  operation: 'fix',
  target: 'c1',
  inputSha256: 'c'.repeat(64),
  errorClass: 'exit-1',
  evidenceRef: 'log:f',
};
const correction = { inputSha256: 'd'.repeat(64), evidenceRef: 'log:2' };

/** A goal whose failures are as the journal keeps them. */
function goalWith(counted: ReturnType<typeof withGoalFailure>, evidence: readonly string[]): GoalCheckpoint {
  const records = counted.failures.records.map(
    (record) =>
      new Map<string, string | bigint | readonly string[]>([
        ['identity', record.identity],
        ['input_sha256', record.inputSha256],
        ['error_class', record.errorClass],
        ['attempts', BigInt(record.attempts)],
        ['evidence_ref', record.evidenceRef],
        ['observed_evidence', record.observedEvidence],
      ]),
  );
  return goal(
    { evidence_refs: evidence, same_failure_retries: BigInt(counted.sameFailureRetries) },
    { failure_history: records, active_failure: counted.failures.active },
  );
}

describe('the failures of a goal', () => {
  const once = withGoalFailure(goal({ evidence_refs: ['log:1'] }), failure);
  const twice = withGoalFailure(goalWith(once, ['log:1']), failure);

  test('count every attempt of the same failure', () => {
    expect([once.sameFailureRetries, twice.sameFailureRetries]).toEqual([0, 1]);
    expect(twice.failures.records).toMatchObject([{ attempts: 2, observedEvidence: ['log:1'] }]);
  });

  test('permit another input once, by evidence that none of them observed', () => {
    const seen = goalWith(twice, ['log:1', 'log:2']);
    expect(unobserved(seen, ['log:f', 'log:1', 'log:2'])).toBe('log:2');
    expect(correctionsOf(seen)).toBe(0);
    const corrected = withGoalCorrection(seen, correction);
    expect(corrected).toMatchObject({
      sameFailureRetries: 0,
      failures: { records: [{ attempts: 2 }, { attempts: 0 }] },
    });
    const after = corrected === null ? seen : goalWith(corrected, ['log:1', 'log:2']);
    expect(correctionsOf(after)).toBe(1);
    expect(unobserved(after, ['log:2'])).toBeUndefined();
    expect(withGoalCorrection(after, { ...correction, inputSha256: 'e'.repeat(64) })).toBeNull();
  });

  test('permit no input that failed already, and none before a failure', () => {
    expect(
      withGoalCorrection(goalWith(twice, ['log:2']), { ...correction, inputSha256: failure.inputSha256 }),
    ).toBeNull();
    expect(withGoalCorrection(goal({ evidence_refs: ['log:2'] }), correction)).toBeNull();
    expect(correctionsOf(goal())).toBe(0);
  });
});
