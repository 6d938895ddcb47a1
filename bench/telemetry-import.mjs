// What an import costs beside reading, splitting and parsing the same files in one loop, which no import can do without:
// recorded sessions again and again with fresh ids, each copy a file of its own. By processor time of the whole process.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundled } from './bundled.mjs';
import { atLeast, cpuMs, paired, ratios, spread } from './paired.mjs';
import { place } from './place.mjs';

const rounds = Number(process.argv[2] ?? 5);
const megabytes = Number(process.argv[3] ?? 150);
const RECORDED = fileURLToPath(new URL('../test/data/trajectories/', import.meta.url));

const CLAUDE_CODE = namesIn('claude-code');
const CODEX = namesIn('codex').filter((name) => !name.includes('exec-json'));
const CASES = [
  { name: 'Claude Code and Codex', files: [...CLAUDE_CODE, ...CODEX], target: 1 / 5 },
  { name: 'agentcmd-full-session-four', files: ['claude-code/agentcmd-full-session-four.jsonl'], target: 1 / 8 },
  { name: 'Codex alone', files: CODEX, target: 0 },
];

function namesIn(folder) {
  return readdirSync(join(RECORDED, folder)).map((name) => join(folder, name));
}

/** A recorded session under other ids. */
function renamed(text, n) {
  const uuid = /\b([0-9a-f]{8})(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/g;
  const fresh = (_, first, rest) =>
    ((Number.parseInt(first, 16) ^ Math.imul(n, 0x9e3779b1)) >>> 0).toString(16).padStart(8, '0') + rest;
  return text.replaceAll(uuid, fresh).replaceAll(/\b(?:toolu|call|msg|req)_[A-Za-z0-9]+/g, `$&n${n}`);
}

/** Fills a folder with copies and gives their bytes. */
function fill(folder, files) {
  mkdirSync(folder, { recursive: true });
  const texts = files.map((file) => readFileSync(join(RECORDED, file), 'utf8'));
  let bytes = 0;
  for (let n = 0; bytes < megabytes * 1e6; n++) {
    const copy = renamed(texts[n % texts.length], n);
    bytes += Buffer.byteLength(copy);
    writeFileSync(join(folder, `rollout-${String(n).padStart(6, '0')}.jsonl`), copy);
  }
  return bytes;
}

const { importFolder } = await bundled('telemetry/import.ts');
const { tree, home } = place();
process.env.PRAXIS_HOME = home;

/** What no import can do without. */
async function loop(folder) {
  const began = cpuMs();
  let values = 0;
  for (const name of readdirSync(folder))
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n'))
      if (line !== '' && JSON.parse(line) !== null) values += 1;
  if (values === 0) throw new Error('nothing was read');
  return cpuMs() - began;
}

let areMet = true;
for (const { name, files, target } of CASES) {
  const folder = join(tree, 'files');
  const bytes = fill(folder, files);
  let measured;
  const times = await paired(
    {
      loop: () => loop(folder),
      import: async () => {
        rmSync(join(home, 'libraries'), { recursive: true, force: true });
        measured = await importFolder(tree, folder, cpuMs);
        return measured.ms;
      },
    },
    { rounds },
  );
  const { calls, events } = measured;
  console.log(
    `${name}: ${(bytes / 1e6).toFixed(0)} MB, ${readdirSync(folder).length} files, ${calls} of ${events} calls`,
  );
  console.log(`     loop, ms of processor time: ${spread(times.loop, 0)}`);
  console.log(`     import, ms of processor time: ${spread(times.import, 0)}`);
  areMet =
    atLeast(`speed of an import of ${name} against the loop`, ratios(times, 'loop', 'import'), target, '×') && areMet;
  rmSync(folder, { recursive: true });
}
process.exitCode = areMet ? 0 : 1;
