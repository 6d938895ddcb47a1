import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { melRun } from '../src/cli/mel/run.ts';
import { compile } from '../src/mel/compile.ts';
import { memoryIo } from './cli/memory-io.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', 'examples', 'mel');

const names = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

/** What `praxis mel run domain.mel --script script.jsonl --json` prints in the folder, with its effects where it has some. */
async function printed(folder: string): Promise<{ readonly exit: number; readonly out: string }> {
  const io = memoryIo({ cwd: folder });
  const effects = existsSync(join(folder, 'effects.json')) ? 'effects.json' : undefined;
  const exit = await melRun(io, { script: 'script.jsonl', effects, json: true }, 'domain.mel');
  return { exit, out: io.out() };
}

test('there are examples of the language', () => {
  expect(names.length).toBeGreaterThanOrEqual(6);
});

describe.each(names)('the domain %s', (name) => {
  const folder = join(ROOT, name);

  test('compiles without a warning', () => {
    const { schema, diagnostics } = compile(readFileSync(join(folder, 'domain.mel')));
    expect(diagnostics).toEqual([]);
    expect(schema).not.toBeNull();
  });

  test('carries its script through as the kept output says', async () => {
    const { exit, out } = await printed(folder);
    expect(exit).toBe(0);
    expect(out).toBe(readFileSync(join(folder, 'expected.jsonl'), 'utf8'));
  });

  test('is named in the page of the examples', () => {
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`[${name}](${name}/domain.mel)`);
  });
});
