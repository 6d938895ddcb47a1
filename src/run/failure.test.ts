import { expect, test } from 'vitest';
import { type FailureKey, forgiveFailures, recordFailure } from './failure.ts';

const key: FailureKey = { operation: 'playbook:k1', target: ['tests'], input: 'aa', errorClass: 'f1' };

test('a failure met once is no retry, and each time after that is one more', () => {
  const first = recordFailure([], key);
  const second = recordFailure(first.failures, key);
  expect([first.sameFailureRetries, second.sameFailureRetries]).toEqual([0, 1]);
  expect(second.failures).toHaveLength(1);
});

test('three remedies on one failing test are three failures', () => {
  let failures = recordFailure([], key).failures;
  for (const input of ['bb', 'cc']) {
    const recorded = recordFailure(failures, { ...key, input });
    expect(recorded.sameFailureRetries).toBe(0);
    failures = recorded.failures;
  }
  expect(failures).toHaveLength(3);
});

test('eighty-five identical failures are one', () => {
  let recorded = recordFailure([], key);
  for (let i = 1; i < 85; i++) recorded = recordFailure(recorded.failures, key);
  expect(recorded).toMatchObject({ sameFailureRetries: 84, failure: { attempts: 85 } });
  expect(recorded.failures).toHaveLength(1);
});

test.each([
  ['a fraction of its target rose', { raised: ['tests'], fingerprint: 'f1' }, 0],
  ['its fingerprint became another', { raised: [], fingerprint: 'f2' }, 0],
  ['all hold now', { raised: [], fingerprint: null }, 0],
  ['only another criterion rose', { raised: ['lint'], fingerprint: 'f1' }, 1],
])('attempts after %s', (_name, progress, attempts) => {
  const forgiven = forgiveFailures(recordFailure([], key).failures, progress);
  expect(forgiven[0]?.attempts).toBe(attempts);
});
