// What draining a spool and recording told events cost, against the bare driver with the same rows, table and indexes; and
// sealing a session of 1,000 calls. By processor time: waits for the disk would depend on what else the machine does.
import { fileURLToPath } from 'node:url';
import { bundled } from './bundled.mjs';
import { atLeast, cpuMs, paired, spread, verdict } from './paired.mjs';

const rounds = Number(process.argv[2] ?? 7);
const COUNT = 20_000;
const TRANSCRIPT = fileURLToPath(
  new URL('../test/data/trajectories/claude-code/spotter-ae4a77f8-aedd-4bc1-888f-c94edc91af04.jsonl', import.meta.url),
);

const { openCapture, sealingMs } = await bundled('telemetry/capture.ts');
const capture = await openCapture(TRANSCRIPT, COUNT, cpuMs);
process.on('exit', () => capture.remove());
const { bare, drain, record } = capture;
const times = await paired({ bare, drain, record }, { rounds });
const rate = (name) => times[name].map((ms) => capture.calls / ms);
console.log(
  `     ${capture.calls} calls of ${capture.megabytes.toFixed(1)} MB in all, with the rows a ms of processor time of`,
);
for (const name of ['bare', 'drain', 'record']) console.log(`     ${name}: ${spread(rate(name))}`);
const share = (name) => times.bare.map((ms, round) => ms / times[name][round]);
const sealing = [];
for (let round = 0; round <= rounds; round++) sealing.push(await sealingMs(TRANSCRIPT, 1000, cpuMs));
const isMet = [
  atLeast('rows a drain stores in the time, of those of the bare driver', share('drain'), 0.5, '×'),
  atLeast('rows telemetry record stores in the time, of those of the bare driver', share('record'), 0.25, '×'),
  verdict('sealing and summing up a session of 1,000 calls, processor ms', sealing.slice(1), 50, ' ms', 1),
].every(Boolean);
process.exitCode = isMet ? 0 : 1;
