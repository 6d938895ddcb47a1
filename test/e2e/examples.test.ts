import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitAll, copyOf, ROOT, runTask } from './support.ts';

const EXAMPLES: Readonly<Record<string, { readonly least: number; readonly most: number }>> = {
  actors: { least: 3, most: 3 },
  'draft-check': { least: 3, most: 3 },
  'failing-tests': { least: 2, most: 3 },
  'lint-format': { least: 2, most: 5 },
  'missing-dependency': { least: 2, most: 3 },
  optimise: { least: 3, most: 3 },
};

describe('the examples', () => {
  test('are all tried', () => {
    const folders = readdirSync(join(ROOT, 'examples'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const tasks = folders.map(({ name }) => name).filter((name) => name !== 'mel');
    expect(tasks.sort()).toEqual(Object.keys(EXAMPLES));
  });

  test.each(Object.entries(EXAMPLES))('%s passes from a plain copy', async (name, { least, most }) => {
    const at = copyOf(join('examples', name));
    const { exit, document, stderr } = await runTask(at);
    expect([exit, document.status], stderr).toEqual([0, 'pass']);
    expect(document.cycles).toBeGreaterThanOrEqual(least);
    expect(document.cycles).toBeLessThanOrEqual(most);
    expect(document.trail.map((step) => step.violation)).toEqual(document.trail.map(() => null));
  });

  test.each(Object.keys(EXAMPLES))('%s passes from a copy in a git repository', async (name) => {
    const at = copyOf(join('examples', name));
    commitAll(at.tree);
    const { exit, document, stderr } = await runTask(at);
    expect([exit, document.status], stderr).toEqual([0, 'pass']);
  });
});
