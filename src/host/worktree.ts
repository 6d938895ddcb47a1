import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import { sha256Hex } from '../base/sha256.ts';
import type { TreeChange } from '../run/tree.ts';
import { GO, gatedCommand } from './process/gate.ts';
import { systemPath } from './tree/byte-paths.ts';
import { findGit, type GitLocation, prefixOf } from './tree/git-location.ts';
import { preparePraxisFolder } from './work-tree-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Git worktrees of a work tree, under its `.praxis/group/`. */
export interface GitWorktrees {
  /** Name of a commit of the tree as it is, untracked and not ignored files included. No ref names it. */
  snapshot(): Promise<string>;
  /** Absolute path of the folder in a new worktree that stands for the work tree. */
  add(name: string, commit: string, ignored: readonly string[]): Promise<string>;
  removeAll(): Promise<void>;
}

/** Undefined where the work tree belongs to no git repository. The user's index, HEAD, branches, stash and hooks stay as they are. */
export function gitWorktrees(workTree: string, env: Environment): GitWorktrees | undefined {
  const root = fs.realpathSync(workTree);
  const git = findGit(root);
  if (git === null) return undefined;
  const folder = join(root, '.praxis', 'group');
  // Git keeps its record of a worktree under the name of its folder: it tells whose it is before git wrote where it lies.
  const mark = `praxis-${sha256Hex(root).slice(0, 12)}-`;
  return {
    snapshot: () => snapshot(root, git, folder, env),
    async add(name, commit, ignored) {
      const path = join(folder, `${mark}${name}`);
      await run(root, env, ['worktree', 'add', '--quiet', '--detach', '--force', path, commit]);
      const tree = join(path, prefixOf(git, root));
      fs.mkdirSync(tree, { recursive: true });
      for (const each of ignored) copyIfThere(join(root, each), join(tree, each));
      return tree;
    },
    removeAll: async () => removeAll(git, folder, mark),
  };
}

async function snapshot(root: string, git: GitLocation, folder: string, env: Environment): Promise<string> {
  preparePraxisFolder(root);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const index = join(folder, 'index');
  const own = join(git.gitDir, 'index');
  // What git knows of unchanged files spares it to read them again.
  if (fs.existsSync(own)) fs.copyFileSync(own, index);
  else fs.rmSync(index, { force: true });
  const person = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((role) => [
      [`GIT_${role}_NAME`, 'praxis'],
      [`GIT_${role}_EMAIL`, 'praxis@localhost'],
    ]),
  );
  const withIndex = { ...env, ...person, GIT_INDEX_FILE: index };
  await run(root, withIndex, ['add', '--all', '--', '.']);
  const tree = await run(root, withIndex, ['write-tree']);
  const commit = await run(root, withIndex, ['commit-tree', '-m', 'The tree before a group of attempts', tree]);
  fs.rmSync(index, { force: true });
  return commit;
}

/** Removes the folders, and what the repository knows of them: found there, so that those of a dead run are found as well. */
function removeAll(git: GitLocation, folder: string, mark: string): void {
  const records = join(git.commonDir, 'worktrees');
  if (fs.existsSync(records)) {
    for (const name of fs.readdirSync(records)) {
      const record = join(records, name);
      const isOurs = name.startsWith(mark) || leadsTo(record)?.startsWith(`${folder}/`) === true;
      if (isOurs) removeFolder(record);
    }
    if (fs.readdirSync(records).length === 0) fs.rmdirSync(records);
  }
  removeFolder(folder);
}

function leadsTo(record: string): string | null {
  const file = join(record, 'gitdir');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null;
}

function removeFolder(path: string): void {
  if (fs.lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  try {
    fs.rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // An attempt may have taken the right to write from its folders.
    openUp(path);
    fs.rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

function openUp(path: string): void {
  if (fs.lstatSync(path).isDirectory()) {
    fs.chmodSync(path, 0o700);
    for (const name of fs.readdirSync(path)) openUp(join(path, name));
  }
}

function copyIfThere(from: string, to: string): void {
  if (!fs.existsSync(from)) return;
  fs.mkdirSync(dirname(to), { recursive: true });
  fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true, mode: fs.constants.COPYFILE_FICLONE });
}

/** Carries changed files from one tree into another one; what is no file and no link is left out. */
export function carryChanges(from: string, to: string, changes: readonly TreeChange[]): void {
  for (const { path, after } of changes) {
    const target = systemPath(join(to, path));
    // A new file each time: the old one may be a link that leads elsewhere.
    fs.rmSync(target, { force: true, recursive: true });
    if (after === null || after.kind === 'other') {
      pruneEmpty(dirname(join(to, path)), to);
      continue;
    }
    fs.mkdirSync(systemPath(dirname(join(to, path))), { recursive: true });
    const source = systemPath(join(from, path));
    if (after.kind === 'link') fs.symlinkSync(fs.readlinkSync(source), target);
    else {
      fs.copyFileSync(source, target);
      fs.chmodSync(target, after.mode);
    }
  }
}

function pruneEmpty(folder: string, root: string): void {
  for (let at = folder; at.startsWith(`${root}/`); at = dirname(at)) {
    const path = systemPath(at);
    if (!fs.existsSync(path)) continue;
    if (fs.readdirSync(path).length > 0) return;
    fs.rmdirSync(path);
  }
}

/**
 * One line of output. Hooks, monitors and clean-ups of the user's own settings do not run. Git ends with us, however we end:
 * what it went on to make would else be left behind.
 */
async function run(root: string, env: Environment, args: readonly string[]): Promise<string> {
  const { GIT_DIR, GIT_WORK_TREE, GIT_PREFIX, ...clean } = env;
  const quiet = ['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'gc.auto=0', 'advice.addEmbeddedRepo=false'];
  const all = ['-C', root, ...quiet.flatMap((setting) => ['-c', setting]), ...args];
  const { code, stdout, stderr } = await leashed(['git', ...all], clean);
  if (code === 0) return stdout.trim();
  throw new PraxisError('WORK_TREE_IO', `git ${args[0]} failed: ${stderr.trim() || `it ended with ${code}`}`, {
    hint: 'A group of attempts needs git worktrees: see that git works in this folder and that its disk is not full.',
  });
}

function leashed(
  words: readonly string[],
  env: Environment,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const { file, args } = gatedCommand(words.map(quoted).join(' '));
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
      });
    const leash = child.stdio[3];
    if (!(leash instanceof Socket)) throw new TypeError('descriptor 3 of a child is not a socket');
    leash.on('error', () => leash.destroy());
    leash.write(GO);
    child.once('error', reject);
    child.once('exit', () => leash.destroy());
    child.once('close', (code) => resolve({ code, ...said }));
  });
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
