// One dispatch on the reflective domain, against the reference implementation, the same transitions written by hand, and a
// state machine. `--published FILE` adds the reflective-agent domain as it is published elsewhere. Ratios count on Node 24; elsewhere they are printed only.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compile, createRuntime } from '../dist/mel.mjs';
import { bundled } from './bundled.mjs';
import { engineSide, handSide, machineSide, publishedSide, referenceSide } from './mel/sides.mjs';
import { atLeast, cpuMs, paired, ratios, spread, verdict } from './paired.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { published: { type: 'string' } } });
const rounds = Number(positionals[0] ?? 15);
const doesCount = Number(process.versions.node.split('.')[0]) >= 24;

function schemaOf(url) {
  const { schema, diagnostics } = compile(readFileSync(url));
  if (schema === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return schema;
}

const schema = schemaOf(new URL('../src/run/reflective.mel', import.meta.url));
const reference = JSON.parse(readFileSync(new URL('mel/reference/reflective.schema.json', import.meta.url), 'utf8'));
const rivals = await bundled('mel/rivals.ts');

/** Triples a round: as many as take some hundredths of a second. */
const COUNTS = { engine: 10_000, closures: 2_000, hand: 20_000, machine: 2_000, reference: 50 };
const LABELS = {
  engine: 'engine, generated code',
  closures: 'engine, closures',
  hand: 'written by hand',
  machine: 'xstate 5.33.3',
  reference: '@manifesto-ai/core 5.1.1',
};

/** The nanoseconds of processor time a dispatch of `count` triples, with ids that were never used before. */
function timed(loop, count) {
  let used = 0;
  return async () => {
    const ids = Array.from({ length: 3 * count }, () => `i${used++}`);
    const began = cpuMs();
    loop(ids, count);
    return ((cpuMs() - began) * 1e6) / (3 * count);
  };
}

const loops = Object.fromEntries(
  [true, false].map((isRead) => [
    isRead ? 'read' : 'unread',
    {
      engine: engineSide(createRuntime, schema, {}, isRead),
      closures: engineSide(createRuntime, schema, { mode: 'closures' }, isRead),
      hand: handSide(rivals, schema, isRead),
      machine: machineSide(rivals, schema, isRead),
      reference: referenceSide(reference, isRead),
    },
  ]),
);
const first = Array.from({ length: 96 }, (_, n) => `first${n}`);
const sums = Object.values(loops.read).map((loop) => loop(first, 32));
if (sums[0] === 0 || new Set(sums).size !== 1) throw new Error(`the sides compute other values: ${sums}`);

async function measure(kind) {
  const rivalsOfKind = Object.fromEntries(
    Object.entries(loops[kind]).map(([name, loop]) => [name, timed(loop, COUNTS[name])]),
  );
  return paired(rivalsOfKind, { rounds, warmUp: 5 });
}

const read = await measure('read');
const unread = await measure('unread');
console.log(`Node ${process.versions.node}; ns a dispatch, every computed value read | none read`);
for (const [name, label] of Object.entries(LABELS))
  console.log(`     ${label.padEnd(25)} ${spread(read[name], 0)} | ${spread(unread[name], 0)}`);
for (const name of ['hand', 'machine', 'reference']) {
  const [values, others] = [read, unread].map((times) => ratios(times, name, 'engine'));
  console.log(`     ${`${LABELS[name]} / engine`.padEnd(34)} ${spread(values, 2)}× | ${spread(others, 2)}×`);
}
const isMet = [
  atLeast('time of @manifesto-ai/core over ours', ratios(read, 'reference', 'engine'), 200, '×', 0),
  verdict('our time over that written by hand', ratios(read, 'engine', 'hand'), 3, '×'),
];
if (!doesCount) console.log('     the targets are for Node 24 and later');
if (values.published !== undefined) await published(schemaOf(values.published));
process.exitCode = doesCount && isMet.includes(false) ? 1 : 0;

/** The published domain's own observation, whose gates ask for no prediction. */
async function published(domain) {
  const loop = publishedSide(createRuntime, domain);
  const { observation } = await paired({ observation: timed(loop, 10_000) }, { rounds, warmUp: 5 });
  console.log(`     recordObservation of the published domain, ns: ${spread(observation, 0)}`);
}
