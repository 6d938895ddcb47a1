import { readSync, writeSync } from 'node:fs';
import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { openSqliteStore } from '../../src/store/sqlite/run-store.ts';
import { entry, sessionRecord } from './run-records.ts';

/**
 * A process that writes to a library: `node store-writer DATABASE SESSION MILLISECONDS`. It says `ready`, waits for a line,
 * then appends rows to a session of its own, each with an event, and prints the number of every row that is durable.
 */
const [path = '', sessionId = '', durationMs = '0'] = process.argv.slice(2);
writeSync(1, 'ready\n');
readSync(0, Buffer.alloc(1));
const store = await openSqliteStore(path, { clock: systemClock, random: systemRandom, durability: 'power-cut' });
await store.createSession(sessionRecord(sessionId));
const endMs = systemClock.monotonicMs() + Number(durationMs);
for (let seq = 0; systemClock.monotonicMs() < endMs; seq++) {
  const at = '2026-01-01T00:00:00.000Z';
  const eventId = `${sessionId}-${seq}`;
  await store.append(sessionId, seq, {
    entries: [entry('row', { seq, text: 'x'.repeat(200) })],
    events: [{ v: 1, eventId, sessionId, taskId: 't', type: 'session_start', at }],
  });
  writeSync(1, `${seq}\n`);
}
await store.close();
