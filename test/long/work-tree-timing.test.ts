import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { treeReader } from '../../src/host/tree/tree-reader.ts';
import { openWorkTree } from '../../src/host/tree/work-tree.ts';
import { protectionOf } from '../../src/run/protection.ts';
import { scopeHash, scopeRules } from '../../src/run/scope.ts';
import type { Task } from '../../src/run/task.ts';
import { treeChanges } from '../../src/run/tree-changes.ts';

const FILES_A_FOLDER = 20;

function makeTree(count: number): string {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'praxis-timing-')));
  fs.writeFileSync(join(root, '.gitignore'), 'dist/\n*.log\nnode_modules/\n');
  for (let at = 0; at < count; at++) {
    const folder = join(root, `p${(at / FILES_A_FOLDER / 25) | 0}`, `q${(at / FILES_A_FOLDER) | 0}`);
    if (at % FILES_A_FOLDER === 0) fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(join(folder, `f${at}.ts`), `export const value${at} = ${at};\n`.repeat(40));
  }
  return root;
}

function taskIn(root: string): Task {
  return {
    id: 't-0',
    topic: 't',
    goal: 'g',
    acceptance: [],
    critique: null,
    scope: ['p*/**', '*.json'],
    protectedGlobs: ['**/*.test.ts'],
    acceptanceInputs: null,
    policyPath: join(root, 'policy.json'),
    checkpointPath: join(root, '.coord/c.json'),
    workTree: root,
    file: join(root, 'task.yaml'),
    library: null,
    sandbox: null,
    group: { attempts: 1, setup: null, setupCopy: [] },
    parent: null,
    reviewer: null,
    actor: { kind: 'playbook', candidates: [] },
  };
}

test.each([1_000, 10_000])('times of a record of %i files are printed', async (count) => {
  const root = makeTree(count);
  try {
    const protection = protectionOf(taskIn(root), treeReader(root));
    const rules = scopeRules(taskIn(root), protection, () => []);
    const tree = await openWorkTree({
      root,
      undoDir: join(root, '.praxis/undo'),
      isProtected: protection.isProtected,
      protectedBases: protection.bases,
      extraPaths: () => [],
      readTracked: async () => [],
      readGlobalExcludes: async () => '',
      clock: systemClock,
    });
    const timed = async <T>(name: string, operation: () => Promise<T> | T): Promise<T> => {
      const start = systemClock.monotonicMs();
      const result = await operation();
      console.log(`${count} files: ${name} ${(systemClock.monotonicMs() - start).toFixed(1)} ms`);
      return result;
    };
    const first = await timed('first record', () => tree.record());
    await timed('first keep', () => tree.keep(first));
    await timed('first scope hash', () => scopeHash(first, rules));
    let last = first;
    for (let round = 1; round <= 4; round++) last = await timed('unchanged record', () => tree.record(last));
    await timed('keep', () => tree.keep(last));
    await timed('changes', () => treeChanges(first, last));
    for (let round = 1; round <= 2; round++) await timed('scope hash', () => scopeHash(last, rules));
    expect(last.entries.size).toBe(count + 1);
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
});
