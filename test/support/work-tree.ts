import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { systemClock } from '../../src/host/clock.ts';
import { gitFacts } from '../../src/host/tree/git-facts.ts';
import { openWorkTree, type WorkTreeOptions } from '../../src/host/tree/work-tree.ts';
import type { TreeEntry, TreeRecord, WorkTree } from '../../src/run/tree.ts';
import { treeChanges } from '../../src/run/tree-changes.ts';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** A new folder, deleted after the test. */
export function folder(): string {
  const path = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'praxis-tree-')));
  made.push(path);
  return path;
}

/** Writes files and the folders they need. */
export function put(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    fs.mkdirSync(dirname(join(root, path)), { recursive: true });
    fs.writeFileSync(join(root, path), text);
  }
}

/** Runs git, with an identity. */
export function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Opens a work tree in which nothing is protected. */
export function open(root: string, options: Partial<WorkTreeOptions> = {}): Promise<WorkTree> {
  const facts = gitFacts(root, {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: root,
    XDG_CONFIG_HOME: join(root, '.praxis'),
  });
  return openWorkTree({
    root,
    undoDir: join(root, '.praxis/undo'),
    isProtected: () => false,
    protectedBases: [],
    extraPaths: () => [],
    readTracked: facts.readTracked,
    readGlobalExcludes: facts.readGlobalExcludes,
    clock: systemClock,
    ...options,
  });
}

/** Text of a file. */
export function read(root: string, path: string): string {
  return fs.readFileSync(join(root, path), 'utf8');
}

/** Recorded paths but those of the git folder. */
export function paths(record: TreeRecord): readonly string[] {
  return [...record.entries.keys()].filter((path) => !path.startsWith('.git/') && path !== '.git').sort();
}

/** Records, lets an act happen, reverts all of it and returns the paths that had changed. */
export async function undo(tree: WorkTree, act: () => void): Promise<readonly string[]> {
  const before = await tree.record();
  await tree.keep(before);
  act();
  const changes = treeChanges(before, await tree.record(before));
  await tree.revert(changes);
  expect(treeChanges(before, await tree.record(before))).toEqual([]);
  return changes.map((change) => change.path);
}

/** The entry of a path that must be recorded. */
export function entryOf(record: TreeRecord, path: string): TreeEntry {
  const entry = record.entries.get(path);
  if (entry === undefined) throw new Error(`${path} is not recorded`);
  return entry;
}
