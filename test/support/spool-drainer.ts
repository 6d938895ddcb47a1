import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { spoolFolder } from '../../src/host/spool-folder.ts';
import { lockFile } from '../../src/policy/file-store/index.ts';
import { openSqliteLibrary } from '../../src/store/sqlite/run-store.ts';
import { drainSpool } from '../../src/telemetry/drain.ts';
import { fillRecord } from '../../src/telemetry/fill-record.ts';

/**
 * A process that drains a spool: `node spool-drainer FOLDER DATABASE`. It says `ready`, then drains again and again until
 * it is given a line, and prints what each drain that moved something moved.
 */
const [folder = '', path = ''] = process.argv.slice(2);
const spool = spoolFolder(folder, lockFile);
const store = await openSqliteLibrary(path, { clock: systemClock, random: systemRandom, fill: fillRecord });
writeSync(1, 'ready\n');
let isTold = false;
process.stdin.once('data', () => {
  isTold = true;
});
while (!isTold) {
  const report = await drainSpool(spool, store, systemClock.nowMs);
  if (report !== undefined && report.stored + report.duplicates + report.refused > 0)
    writeSync(1, `${JSON.stringify(report)}\n`);
  else await sleep(5);
}
await store.close();
process.stdin.destroy();
