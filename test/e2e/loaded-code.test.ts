import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Place, place, playbook, policy, praxis, ROOT, write } from './support.ts';

const BUILT_IN = readFileSync(join(ROOT, 'src', 'run', 'reflective.mel'), 'utf8');

function task(): Place {
  const at = place();
  write(at.tree, {
    'task.yaml': {
      goal: 'make the file good',
      topic: 'loading',
      acceptance: [{ id: 'good', exists: 'good.txt' }],
      policy_ref: 'policy.json',
      actor: playbook([{ id: 'write', run: 'echo good > good.txt' }]),
    },
    'policy.json': policy(),
    'mine.mel': BUILT_IN.replace('outcome: string = ""', 'outcome: string = ""\n    finished: number = 0'),
  });
  return at;
}

/** Modules of this package that a command loaded, by their place in the repository: Node lists the files, these their parts. */
async function loadedBy(at: Place, ...args: readonly string[]): Promise<readonly string[]> {
  const lists = join(at.home, `coverage-${args.join('-').replaceAll(/\W/g, '')}`);
  const ended = await praxis(at, args, { env: { NODE_V8_COVERAGE: lists } });
  expect([ended.exit, ended.stderr.includes('CONTROLLER_INVALID')]).toEqual([0, false]);
  const urls = readdirSync(lists).flatMap((name): string[] =>
    JSON.parse(readFileSync(join(lists, name), 'utf8')).result.map(({ url }: { url: string }) => url),
  );
  const files = [...new Set(urls)].filter((url) => url.includes('/dist/') && url.endsWith('.mjs'));
  return files.flatMap((url) =>
    [...readFileSync(fileURLToPath(url), 'utf8').matchAll(/^\/\/#region (src\/\S+)$/gm)].map(([, part]) => part ?? ''),
  );
}

const compiler = (modules: readonly string[]) =>
  modules.filter((path) => /^src\/mel\/(check|syntax\/parse)/.test(path));
/** What of the importers is for others too: the names of formats, how bytes become lines, and how a member of JSON is read. */
const SHARED = ['formats', 'bytes', 'lines', 'json-view'].map((name) => `src/telemetry/import/${name}.ts`);
const importers = (modules: readonly string[]) =>
  modules.filter((path) => path.startsWith('src/telemetry/import/') && !SHARED.includes(path));

test('a run loads the compiler for a domain of the user alone, and no importer', { timeout: 60_000 }, async () => {
  const at = task();
  const own = await loadedBy(at, 'run', 'task.yaml', '--json');
  expect(own).toContain('src/run/mel-controller.ts');
  expect([compiler(own), importers(own)]).toEqual([[], []]);
  const verified = await loadedBy(at, 'run', '--verify', 'last', '--json');
  expect(verified).toContain('src/run/mel-controller.ts');
  expect(compiler(verified)).toEqual([]);
  const users = await loadedBy(at, 'run', 'task.yaml', '--new', '--controller', 'mine.mel', '--json');
  expect(compiler(users).length).toBeGreaterThan(10);
  expect(importers(users)).toEqual([]);
});

test('a run loads the library of lessons where there are any', { timeout: 60_000 }, async () => {
  const library = (modules: readonly string[]) =>
    modules.filter((path) => /^src\/(experience\/(screen|vector-index)|models\/transformer)\//.test(path));
  expect(library(await loadedBy(task(), 'run', 'task.yaml', '--json'))).toEqual([]);
  const taught = task();
  await praxis(taught, ['experience', 'add', 'Make a good file with echo.']);
  expect(library(await loadedBy(taught, 'run', 'task.yaml', '--json')).length).toBeGreaterThan(3);
});
