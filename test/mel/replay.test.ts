import { expect, test } from 'vitest';
import { recordLogs, replayedHashes } from './replay/logs.ts';

test('a log that went through JSON ends in the state it was recorded with', () => {
  const logs = recordLogs(15, 4);
  const saved: typeof logs = JSON.parse(JSON.stringify(logs));
  expect(saved.map((one) => replayedHashes(one).split(' ')[0])).toEqual(logs.map(({ log }) => log.end.hash));
  expect(new Set(logs.map(({ log }) => log.end.hash)).size).toBeGreaterThan(10);
});
