// What each event of a host costs with the hook, against an empty Node process that is started in the same way; 32 of them at
// once; and, where the hosts can be installed, a session of thirty calls with Praxis against one without.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundled } from './bundled.mjs';
import { paired, ratios, spread, verdict } from './paired.mjs';
import { CLI, place, policy } from './place.mjs';

const rounds = Number(process.argv[2] ?? 11);
const HOOK = fileURLToPath(new URL('../dist/hook.mjs', import.meta.url));
const DOCUMENTS = fileURLToPath(new URL('../test/data/hosts/', import.meta.url));
const AIMS = { capture: 2, atOnce: 2, injectionMs: 300 };
/** Events whose answer may carry lessons; the others only record. */
const INJECTS = /^(UserPromptSubmit|SessionStart|SubagentStart|PostToolUseFailure|PostToolBatch)/;

const at = place();
const env = {
  PATH: process.env.PATH,
  HOME: at.home,
  PRAXIS_HOME: join(at.home, 'praxis'),
  PRAXIS_EMBEDDER_HELPER: 'off',
};

/** From the spawn of a program, with a document on its standard input, to its end; in milliseconds. */
function fed(args, input) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, args, { cwd: at.tree, env, stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', reject);
    child.on('close', (exit) => (exit === 0 ? resolve(performance.now() - began) : reject(new Error(`exit ${exit}`))));
    child.stdin.on('error', () => {}).end(input);
  });
}

async function manyAtOnce(args, input) {
  const began = performance.now();
  await Promise.all(Array.from({ length: 32 }, () => fed(args, input)));
  return performance.now() - began;
}

function documentsOf(host) {
  const folder = join(DOCUMENTS, host, 'hooks');
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !/^(expected|index)/.test(name));
  const first = new Map();
  for (const name of names) {
    const event = name.split('.')[0];
    if (!first.has(event)) first.set(event, readFileSync(join(folder, name), 'utf8'));
  }
  return [...first];
}

const isMet = [];
for (const host of ['claude-code', 'codex']) {
  for (const [event, text] of documentsOf(host)) {
    const times = await paired({ empty: () => fed(['-e', '0'], text), hook: () => fed([HOOK], text) }, { rounds });
    const name = `${host} ${event}`;
    if (INJECTS.test(event)) isMet.push(verdict(`${name}, ms`, times.hook, AIMS.injectionMs, ' ms', 1));
    else isMet.push(verdict(name, ratios(times, 'hook', 'empty'), AIMS.capture, '×'));
  }
}
const [, call] = documentsOf('claude-code').find(([event]) => event === 'PostToolUse');
const crowd = await paired(
  { empty: () => manyAtOnce(['-e', '0'], call), hook: () => manyAtOnce([HOOK], call) },
  { rounds: Math.ceil(rounds / 3) },
);
isMet.push(verdict('32 calls at once', ratios(crowd, 'hook', 'empty'), AIMS.atOnce, '×'));

const { sessions } = await bundled('hooks/session.ts');
for (const host of ['claude-code', 'codex']) {
  try {
    const played = await sessions(host, CLI, policy());
    const times = await paired(played.rivals, { rounds: Math.ceil(rounds / 3) });
    played.close();
    for (const name of Object.keys(times))
      console.log(`     ${host}, thirty calls, ${name}, ms: ${spread(times[name])}`);
    for (const name of Object.keys(times).slice(1)) {
      console.log(`     ${host}, ${name} against none: ${spread(ratios(times, name, 'none'))}`);
    }
  } catch (error) {
    console.log(`     ${host}: not measured, ${error.message}`);
  }
}
process.exitCode = isMet.every(Boolean) ? 0 : 1;
