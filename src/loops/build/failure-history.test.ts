import { expect, test } from 'vitest';
import { failedCall } from '../../../test/support/telemetry-records.ts';
import { failureHistory } from './failure-history.ts';

const error = { class: 'unavailable', message: 'connection refused', signature: 'a'.repeat(16) };
const shell = { tool: 'Bash', params: { command: 'cd app && npm test', timeout: 5 }, error };

test('a history names the command that failed, each session once and the first epoch', () => {
  const history = failureHistory({
    signature: error.signature,
    count: 3,
    sessions: [
      { sessionId: 's1', epoch: 4 },
      { sessionId: 's1', epoch: 5 },
      { sessionId: 's2', epoch: null },
    ],
    samples: [failedCall('e2', shell), failedCall('e1', { ...shell, params: { command: 'npm test' } })],
  });
  expect(history).toMatchObject({
    tool: 'shell:npm test',
    errorClass: 'unavailable',
    sessions: ['s1', 's2'],
    epochs: [4, 5],
    firstEpoch: 4,
    keys: ['command', 'timeout'],
    samples: [{ eventId: 'e2', message: 'connection refused', taskText: 'mend it' }, { eventId: 'e1' }],
  });
});

test('a failure that began in an imported session began before all epochs', () => {
  const sessions = [
    { sessionId: 's0', epoch: null },
    { sessionId: 's1', epoch: 4 },
  ];
  const samples = [failedCall('e1', shell)];
  expect(failureHistory({ signature: error.signature, count: 2, sessions, samples })?.firstEpoch).toBe(0);
});

test('of a failure without a record there is no history', () => {
  expect(failureHistory({ signature: error.signature, count: 1, sessions: [], samples: [] })).toBeNull();
});
