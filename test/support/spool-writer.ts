import { readSync, writeSync } from 'node:fs';
import { systemClock } from '../../src/host/clock.ts';
import { spoolFolder } from '../../src/host/spool-folder.ts';
import { lockFile } from '../../src/policy/file-store/index.ts';
import { callOf } from './telemetry-records.ts';

/**
 * A process that writes to a spool: `node spool-writer FOLDER NAME COUNT MILLISECONDS PAUSE`. It says `ready`, waits for a line,
 * then appends calls `<NAME>-0`, `<NAME>-1`, … of a session of its own until it has written so many, or for so long,
 * pausing PAUSE ms after each, and prints the number of each that is appended.
 */
const [folder = '', name = '', count = '0', durationMs = '0', pauseMs = '0'] = process.argv.slice(2);
writeSync(1, 'ready\n');
readSync(0, Buffer.alloc(1));
const spool = spoolFolder(folder, lockFile);
const endMs = systemClock.monotonicMs() + Number(durationMs);
for (let n = 0; n < Number(count) && systemClock.monotonicMs() < endMs; n++) {
  const output = 'x'.repeat((n * 37) % 2000);
  spool.append([JSON.stringify(callOf(`${name}-${n}`, { sessionId: name, seq: n, output }))]);
  writeSync(1, `${n}\n`);
  if (pauseMs !== '0') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(pauseMs));
}
