import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { openSqliteLibrary } from '../../src/store/sqlite/run-store.ts';
import { fillRecord } from '../../src/telemetry/fill-record.ts';
import { at, callOf, failedCall, markOf } from './telemetry-records.ts';

/**
 * A process that fills a library: `node session-filler DATABASE CALLS`. One session that has ended and is not sealed, of so
 * many calls with outputs of 8 KB, a task each hundred.
 */
const [path = '', count = '0'] = process.argv.slice(2);
const store = await openSqliteLibrary(path, { clock: systemClock, random: systemRandom, fill: fillRecord });
const output = 'a line of what a tool has printed\n'.repeat(240);
for (let n = 0; n < Number(count); n += 100) {
  const records = Array.from({ length: Math.min(100, Number(count) - n) }, (_, i) => {
    const given = { taskId: `t${n}`, seq: i, startedAt: at(n + i), output: `${n + i} ${output}` };
    return i % 10 === 9 ? failedCall(`c${n + i}`, given) : callOf(`c${n + i}`, given);
  });
  const start = markOf('task_start', `m${n}`, {
    taskId: `t${n}`,
    at: at(n),
    taskText: `task ${n}`,
    agentConfigId: 'a',
  });
  await store.add(
    [start, ...records].map((record) => ({ record })),
    { source: 'live', nowMs: systemClock.nowMs() },
  );
}
const end = markOf('session_end', 'end', { at: at(Number(count)) });
await store.add([{ record: end }], { source: 'live', nowMs: systemClock.nowMs() });
await store.close();
