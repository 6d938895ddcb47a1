// A text embedded by the shipped model, beside ONNX runtimes with the same int8 weights: by a whole process, and once
// loaded. The runtimes are heavy and stand apart: `ONNXRUNTIME_NODE_INSTALL_CUDA=skip npm ci --prefix bench/peers`; without them
// only Praxis is measured.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundled } from './bundled.mjs';
import { writeOnnxFile } from './embed/onnx-file.mjs';
import { onnxSession } from './embed/onnx-session.mjs';
import { cpuMs, paired, ratios, spread, verdict } from './paired.mjs';
import { CLI, place, timed, write } from './place.mjs';

const rounds = Number(process.argv[2] ?? 21);
const MODEL = fileURLToPath(new URL('../models/all-MiniLM-L6-v2', import.meta.url));
const COLD = fileURLToPath(new URL('embed/onnx-cold.mjs', import.meta.url));
const RUNTIMES = ['onnxruntime-node', 'onnxruntime-web'];
const hasPeers = existsSync(new URL('peers/node_modules/onnxruntime-node', import.meta.url));
/** 24 tokens with `[CLS]` and `[SEP]`. */
const TEXT =
  'Read the current version of a file right before editing it; an earlier read may be stale after a formatter.';

const at = place();
const onnx = join(at.folder, 'model.onnx');
if (hasPeers) writeOnnxFile(MODEL, onnx);
const { openModel } = await bundled('embed/ours.ts');
const model = openModel(MODEL);
const tokens = model.tokenise(TEXT).slice(0, 24);
const sessions = [];
// One after the other: they share what registers their backends.
for (const name of hasPeers ? RUNTIMES : []) sessions.push(await onnxSession(name, onnx));
const met = [];

const ours = model.encode(tokens);
for (const [index, name] of RUNTIMES.entries()) {
  if (hasPeers) console.log(`     cosine to ${name}: ${cosine(ours, await sessions[index](tokens)).toFixed(5)}`);
}

write(at.tree, { 'text.txt': `${TEXT}\n` });
const env = { PRAXIS_HOME: at.home, NO_COLOR: '1' };
const node =
  (args, extra = {}) =>
  () =>
    timed(process.execPath, args, { cwd: at.tree, env: { ...env, ...extra } });
const cold = {
  empty: node(['-e', '0']),
  praxis: node([CLI, 'embed', 'text.txt'], { PRAXIS_EMBEDDER_HELPER: 'off' }),
  helped: node([CLI, 'embed', 'text.txt']),
};
for (const name of hasPeers ? RUNTIMES : []) cold[name] = node([COLD, name, onnx, JSON.stringify(tokens)]);
const processes = await paired(cold, { rounds, warmUp: 2 });
for (const name of Object.keys(cold)) console.log(`     ${name}, whole process, ms: ${spread(processes[name])}`);
met.push(verdict('praxis embed, no helper, against node -e 0', ratios(processes, 'praxis', 'empty'), 3, '×'));
met.push(verdict('praxis embed with the helper, against node -e 0', ratios(processes, 'helped', 'empty'), 3, '×'));
for (const name of hasPeers ? RUNTIMES : []) {
  console.log(`     ${name}, against node -e 0: ${spread(ratios(processes, name, 'empty'), 2)}`);
}

for (const count of [24, 128]) {
  const ids = Array.from({ length: count }, (_, index) => tokens[1 + (index % 22)]);
  const loops = { praxis: () => model.encode(ids) };
  for (const [index, name] of RUNTIMES.entries()) if (hasPeers) loops[name] = () => sessions[index](ids);
  const warm = await paired(
    Object.fromEntries(Object.entries(loops).map(([name, run]) => [name, () => processorMs(run)])),
    { rounds, warmUp: 5 },
  );
  for (const name of Object.keys(loops)) console.log(`     ${name}, ${count} tokens, ms: ${spread(warm[name], 2)}`);
  if (count === 24) met.push(verdict('a text of 24 tokens, warm', warm.praxis, 15, ' ms'));
}
process.exitCode = met.every(Boolean) ? 0 : 1;

/** Milliseconds of processor time of one text, of ten in a row. */
async function processorMs(run) {
  const began = cpuMs();
  for (let i = 0; i < 10; i++) await run();
  return (cpuMs() - began) / 10;
}

function cosine(a, b) {
  return a.reduce((sum, value, index) => sum + value * b[index], 0);
}
