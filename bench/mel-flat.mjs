// Whether a dispatch costs the same however many went before it: in a warmed process, dispatches 100,001 to 200,000 of a
// runtime against 101 to 100,100 of a fresh one, every computed value read, with and without an intent log. What 3,000
// dispatches cost after 10, 1,000 and 100,000 others is printed beside.
import { readFileSync } from 'node:fs';
import { compile, createRuntime } from '../dist/mel.mjs';
import { engineSide } from './mel/sides.mjs';
import { cpuMs, paired, ratios, spread, verdict } from './paired.mjs';

const rounds = Number(process.argv[2] ?? 9);
const { schema } = compile(readFileSync(new URL('../src/run/reflective.mel', import.meta.url)));
const MANY = 100_000;
const SHORT = 3_000;

/** Nanoseconds of processor time of each of `count` dispatches of a new runtime that has made `earlier` others. */
function after(earlier, count, options) {
  return async () => {
    const loop = engineSide(createRuntime, schema, options, true);
    let used = 0;
    const run = (dispatches) => {
      const triples = Math.ceil(dispatches / 3);
      const ids = Array.from({ length: 3 * triples }, () => `i${used++}`);
      const began = cpuMs();
      loop(ids, triples);
      return ((cpuMs() - began) * 1e6) / (3 * triples);
    };
    run(earlier);
    return run(count);
  };
}

console.log(`Node ${process.versions.node}; ns a dispatch, every computed value read`);
const isMet = [];
for (const [title, options] of [
  ['no log', {}],
  ['intent log kept', { log: true }],
]) {
  const times = await paired(
    { early: after(100, MANY, options), late: after(MANY, MANY, options) },
    { rounds, warmUp: 2 },
  );
  const short = await paired(
    Object.fromEntries([10, 1_000, MANY].map((earlier) => [earlier, after(earlier, SHORT, options)])),
    { rounds, warmUp: 2 },
  );
  console.log(`     ${title}: 101 to 100,100 ${spread(times.early, 0)}; 100,001 to 200,000 ${spread(times.late, 0)}`);
  for (const [earlier, values] of Object.entries(short))
    console.log(`     ${title}: ${SHORT} dispatches after ${earlier} others ${spread(values, 0)}`);
  isMet.push(verdict(`${title}, late dispatches over early ones`, ratios(times, 'late', 'early'), 1.1, '×'));
}
process.exitCode = isMet.includes(false) ? 1 : 0;
