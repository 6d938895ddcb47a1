import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { TreeRecord, WorkTree } from '../../run/tree.ts';
import { treeChanges } from '../../run/tree-changes.ts';
import { gitFacts } from './git-facts.ts';
import { openWorkTree, type WorkTreeOptions } from './work-tree.ts';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const path = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'praxis-tree-')));
  made.push(path);
  return path;
}

function put(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    fs.mkdirSync(dirname(join(root, path)), { recursive: true });
    fs.writeFileSync(join(root, path), text);
  }
}

function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function open(root: string, options: Partial<WorkTreeOptions> = {}): Promise<WorkTree> {
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
    clock: { nowMs: () => Date.now(), monotonicMs: () => 0 },
    ...options,
  });
}

function read(root: string, path: string): string {
  return fs.readFileSync(join(root, path), 'utf8');
}

function paths(record: TreeRecord): readonly string[] {
  return [...record.entries.keys()].filter((path) => !path.startsWith('.git/') && path !== '.git').sort();
}

/** Records, lets an act happen, reverts all of it and returns the paths that had changed. */
async function undo(tree: WorkTree, act: () => void): Promise<readonly string[]> {
  const before = await tree.record();
  await tree.keep(before);
  act();
  const changes = treeChanges(before, await tree.record(before));
  await tree.revert(changes);
  expect(treeChanges(before, await tree.record(before))).toEqual([]);
  return changes.map((change) => change.path);
}

describe('what is recorded', () => {
  test('tracked and untracked files, without what ignore files of any level name', async () => {
    const root = folder();
    git(root, 'init');
    put(root, {
      '.gitignore': 'dist/\n*.log\n!keep.log\n/top.txt\n',
      'src/.gitignore': 'gen*\n!gen.keep\n/only-here\n',
      'src/a.ts': '',
      'src/gen1': '',
      'src/gen.keep': '',
      'src/deep/gen2': '',
      'src/only-here': '',
      'src/deep/only-here': '',
      'dist/x.js': '',
      'x.log': '',
      'keep.log': '',
      'top.txt': '',
      'src/top.txt': '',
      'node_modules/p/index.js': '',
    });
    const record = await (await open(root)).record();
    expect(paths(record)).toEqual([
      '.gitignore',
      'keep.log',
      'src/.gitignore',
      'src/a.ts',
      'src/deep/only-here',
      'src/gen.keep',
      'src/top.txt',
    ]);
  });

  test('the same as git lists, in a tree of many ignore files', async () => {
    const root = folder();
    git(root, 'init');
    put(root, {
      '.gitignore': 'a/b/\n**/tmp\nfoo/*\n!foo/bar\n\\#x\n\\!y\nsp\\ \nq/**/z\n*.o\n',
      'a/.gitignore': '!b/\n/c\n',
      'a/b/1': '',
      'a/c': '',
      'a/d/c': '',
      'x/tmp/1': '',
      'foo/1': '',
      'foo/bar/2': '',
      '#x': '',
      '!y': '',
      'sp ': '',
      'q/z': '',
      'q/1/2/z': '',
      'k[1]/.gitignore': 'm\n!n.o\n',
      'k[1]/m': '',
      'k[1]/s/m': '',
      'k[1]/n.o': '',
      'k1/m': '',
      'z.o': '',
      '.git/info/exclude': 'excluded\n',
      excluded: '',
      'x/excluded': '',
    });
    const listed = git(root, 'ls-files', '-z', '--others', '--cached', '--exclude-standard')
      .split('\0')
      .filter(Boolean);
    expect(paths(await (await open(root)).record())).toEqual(listed.sort());
  });

  test('tracked files count though they are ignored', async () => {
    const root = folder();
    git(root, 'init');
    put(root, { '.gitignore': 'dist/\n', 'dist/kept.js': '1', 'dist/other.js': '' });
    git(root, 'add', '-f', '.gitignore', 'dist/kept.js');
    const record = await (await open(root)).record();
    expect(paths(record)).toEqual(['.gitignore', 'dist/kept.js']);
    expect(record.entries.get('dist/kept.js')?.isIgnored).toBeUndefined();
  });

  test('protected files inside ignored folders, marked as ignored', async () => {
    const root = folder();
    put(root, { '.gitignore': 'dist/\n', 'dist/secret.test.js': '1', 'dist/other.js': '', 'dist/sub/b.test.js': '' });
    const isProtected = (path: string): boolean => path.endsWith('.test.js');
    const record = await (await open(root, { isProtected, protectedBases: ['dist'] })).record();
    expect(paths(record)).toEqual(['.gitignore', 'dist/secret.test.js', 'dist/sub/b.test.js']);
    expect(record.entries.get('dist/secret.test.js')?.isIgnored).toBe(true);
  });

  test('without git the ignore files count all the same', async () => {
    const root = folder();
    put(root, { '.gitignore': '*.log\n', 'a.log': '', b: '', 'node_modules/x/y': '' });
    expect(paths(await (await open(root)).record())).toEqual(['.gitignore', 'b']);
  });

  test('ignore files above a work tree that is a folder of its repository', async () => {
    const top = folder();
    git(top, 'init');
    put(top, { '.gitignore': '*.log\n/pkg/out\n', 'pkg/a.log': '', 'pkg/out/x': '', 'pkg/sub/out/y': '' });
    const tree = await open(join(top, 'pkg'));
    expect(paths(await tree.record())).toEqual(['sub/out/y']);
  });

  test('links as links, never what lies behind them', async () => {
    const root = folder();
    const outside = folder();
    put(outside, { secret: 's' });
    put(root, { a: '' });
    fs.symlinkSync(outside, join(root, 'out'));
    const record = await (await open(root)).record();
    expect(paths(record)).toEqual(['a', 'out']);
    expect(record.entries.get('out')?.kind).toBe('link');
  });

  test('a change of equal size within one tick of the clock is seen', async () => {
    const root = folder();
    put(root, { a: 'aaaa' });
    const tree = await open(root);
    const before = await tree.record();
    const { atime, mtime } = fs.statSync(join(root, 'a'));
    fs.writeFileSync(join(root, 'a'), 'bbbb');
    fs.utimesSync(join(root, 'a'), atime, mtime);
    expect(treeChanges(before, await tree.record()).map((change) => change.path)).toEqual(['a']);
  });

  test('an ignore file edited by an act hides nothing', async () => {
    const root = folder();
    put(root, { '.gitignore': '', a: '1' });
    const tree = await open(root);
    const changed = await undo(tree, () => {
      put(root, { '.gitignore': '*\n', b: 'new', 'hidden/.gitignore': '*\n', 'hidden/c': '' });
    });
    expect(changed).toEqual(['.gitignore', 'b', 'hidden/.gitignore', 'hidden/c']);
    expect(fs.readdirSync(root).sort()).toEqual(['.gitignore', '.praxis', 'a']);
  });
});

describe('ignore files that the critique writes', () => {
  test('make no change of an act, whichever record it is compared with', async () => {
    const root = folder();
    put(root, { a: '1' });
    const tree = await open(root);
    const first = await tree.record();
    put(root, { 'cache/.gitignore': '*\n', 'cache/x': '1' });
    const stale = await tree.record(first);
    expect(paths(stale)).toEqual(['a', 'cache/.gitignore', 'cache/x']);
    expect(treeChanges(stale, await tree.record(stale))).toEqual([]);
    const fresh = await tree.record();
    expect(paths(fresh)).toEqual(['a', 'cache/.gitignore']);
    put(root, { 'cache/x': '2' });
    expect(treeChanges(fresh, await tree.record(fresh))).toEqual([]);
  });
});

describe('revert', () => {
  test('restores contents, modes, links, removed and added paths, and removes folders the act made', async () => {
    const root = folder();
    put(root, { 'src/a': 'one', 'src/b': 'two', 'bin/run': '#!/bin/sh\n', 'deep/er/c': 'three' });
    fs.chmodSync(join(root, 'bin/run'), 0o755);
    fs.symlinkSync('src/a', join(root, 'link'));
    fs.mkdirSync(join(root, 'empty'));
    await undo(await open(root), () => {
      put(root, { 'src/a': 'changed', 'new/folder/x': '', 'empty/y': '' });
      fs.rmSync(join(root, 'src/b'));
      fs.rmSync(join(root, 'deep'), { recursive: true });
      fs.chmodSync(join(root, 'bin/run'), 0o644);
      fs.rmSync(join(root, 'link'));
      fs.symlinkSync('/etc/passwd', join(root, 'link'));
    });
    expect(read(root, 'src/a')).toBe('one');
    expect(read(root, 'deep/er/c')).toBe('three');
    expect(fs.statSync(join(root, 'bin/run')).mode & 0o777).toBe(0o755);
    expect(fs.readlinkSync(join(root, 'link'))).toBe('src/a');
    expect(fs.readdirSync(root).sort()).toEqual(['.praxis', 'bin', 'deep', 'empty', 'link', 'src']);
  });

  test('turns a folder that became a file back, and a file that became a folder', async () => {
    const root = folder();
    put(root, { 'd/x': '1', f: '2' });
    await undo(await open(root), () => {
      fs.rmSync(join(root, 'd'), { recursive: true });
      put(root, { d: 'file' });
      fs.rmSync(join(root, 'f'));
      put(root, { 'f/inner/y': '' });
    });
    expect(read(root, 'd/x')).toBe('1');
    expect(read(root, 'f')).toBe('2');
  });

  test('writes nothing behind a folder that became a link', async () => {
    const root = folder();
    const outside = folder();
    put(root, { 'd/x': 'mine' });
    put(outside, { x: 'theirs' });
    await undo(await open(root), () => {
      fs.rmSync(join(root, 'd'), { recursive: true });
      fs.symlinkSync(outside, join(root, 'd'));
    });
    expect(read(outside, 'x')).toBe('theirs');
    expect(read(root, 'd/x')).toBe('mine');
  });

  test('writes nothing into a file outside that shares its content by a hard link', async () => {
    const root = folder();
    const outside = folder();
    put(root, { a: 'mine' });
    put(outside, { x: 'theirs' });
    await undo(await open(root), () => {
      fs.rmSync(join(root, 'a'));
      fs.linkSync(join(outside, 'x'), join(root, 'a'));
    });
    expect(read(outside, 'x')).toBe('theirs');
    expect(read(root, 'a')).toBe('mine');
  });

  test('may be repeated after a crash, by another process', async () => {
    const root = folder();
    put(root, { a: '1', b: '2', 'd/c': '3' });
    const first = await open(root);
    const before = await first.record();
    await first.keep(before);
    fs.rmSync(join(root, 'd'), { recursive: true });
    put(root, { a: 'changed', d: 'file', e: 'added' });
    const second = await open(root);
    const kept = await second.lastRecord();
    if (kept === undefined) throw new Error('nothing was kept');
    expect(kept.entries).toEqual(before.entries);
    const changes = treeChanges(kept, await second.record(kept));
    await second.revert(changes.slice(0, 2));
    await second.revert(changes);
    await second.revert(changes);
    expect(treeChanges(kept, await second.record(kept))).toEqual([]);
    expect(read(root, 'd/c')).toBe('3');
  });

  test('works though the act deleted the undo copies', async () => {
    const root = folder();
    put(root, { a: '1' });
    await undo(await open(root), () => {
      fs.rmSync(join(root, '.praxis'), { recursive: true });
      fs.rmSync(join(root, 'a'));
    });
    expect(read(root, 'a')).toBe('1');
    const reopened = await open(root);
    expect(reopened.text((await reopened.record()).entries.get('a') ?? fail())).toBe('1');
  });

  test('odd names survive', async () => {
    const root = folder();
    put(root, { 'new\nline': '1', 'sp ace "q"': '2', ünï: '3', '💀': '4' });
    const stray = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x62, 0xff, 0x63])]);
    fs.writeFileSync(stray, '5');
    const tree = await open(root);
    await undo(tree, () => {
      for (const name of fs.readdirSync(root, { encoding: 'buffer' }))
        if (!name.equals(Buffer.from('.praxis'))) fs.rmSync(Buffer.concat([Buffer.from(`${root}/`), name]));
    });
    expect(fs.readFileSync(stray, 'utf8')).toBe('5');
    expect(read(root, 'new\nline')).toBe('1');
    expect(read(root, '💀')).toBe('4');
  });

  test('gives back what an act took the rights of', async () => {
    const root = folder();
    put(root, { 'd/a': '1' });
    await undo(await open(root), () => {
      fs.chmodSync(join(root, 'd/a'), 0);
    });
    expect(fs.statSync(join(root, 'd/a')).mode & 0o777).toBe(0o644);
  });
});

describe('the git folder', () => {
  test('a commit, a hook and a changed config are seen and undone', async () => {
    const root = folder();
    git(root, 'init');
    put(root, { a: '1' });
    git(root, 'add', '.');
    git(root, 'commit', '-m', 'one');
    const head = git(root, 'rev-parse', 'HEAD');
    const changed = await undo(await open(root), () => {
      put(root, { a: '2', '.git/hooks/pre-commit': '#!/bin/sh\n' });
      git(root, 'commit', '--no-verify', '-am', 'two');
      git(root, 'config', 'core.pager', 'evil');
      git(root, 'branch', 'feature/x');
    });
    expect(changed).toEqual(
      expect.arrayContaining([
        '.git/config',
        '.git/hooks/pre-commit',
        '.git/refs/heads/feature/x',
        '.git/refs/heads/main',
        'a',
      ]),
    );
    expect(git(root, 'rev-parse', 'HEAD')).toBe(head);
    expect(git(root, 'branch', '--list')).toBe('* main\n');
  });

  test('in a linked work tree its own HEAD and branch and the common config and hooks count, wherever they lie', async () => {
    const main = folder();
    git(main, 'init');
    put(main, { a: '1' });
    git(main, 'add', '.');
    git(main, 'commit', '-m', 'one');
    git(main, 'branch', 'other');
    const linked = join(folder(), 'linked');
    git(main, 'worktree', 'add', '-b', 'topic', linked);
    const tree = await open(linked);
    const changed = await undo(tree, () => {
      put(linked, { a: '2' });
      git(linked, 'commit', '-am', 'two');
      put(main, { '.git/hooks/pre-push': 'x', b: 'new' });
      git(linked, 'config', 'core.pager', 'evil');
      git(main, 'add', '.');
      git(main, 'commit', '--no-verify', '-m', 'of the main work tree');
      git(linked, 'checkout', 'other');
    });
    expect(changed).toEqual([
      '.git/HEAD',
      '.git/common/config',
      '.git/common/hooks/pre-push',
      '.git/common/refs/heads/topic',
    ]);
    expect(git(linked, 'branch', '--show-current').trim()).toBe('topic');
    expect(git(main, 'log', '--format=%s', '-1').trim()).toBe('of the main work tree');
    expect(git(main, 'branch', '--list', 'other').trim()).toBe('other');
  });

  test('branches that other work trees have checked out may move', async () => {
    const main = folder();
    git(main, 'init');
    put(main, { a: '1' });
    git(main, 'add', '.');
    git(main, 'commit', '-m', 'one');
    const linked = join(folder(), 'linked');
    const tree = await open(main);
    const changed = await undo(tree, () => {
      git(main, 'worktree', 'add', '-b', 'topic', linked);
      put(linked, { a: '2' });
      git(linked, 'commit', '-am', 'two');
    });
    expect(changed).toEqual([]);
    expect(git(linked, 'log', '--format=%s', '-1').trim()).toBe('two');
  });

  test('a repository that an act began is removed', async () => {
    const root = folder();
    put(root, { a: '1' });
    const changed = await undo(await open(root), () => {
      git(root, 'init');
      git(root, 'init', 'nested');
    });
    expect(changed).toContain('.git');
    expect(changed).toContain('nested/.git/HEAD');
    expect(fs.readdirSync(root).sort()).toEqual(['.praxis', 'a']);
  });

  test('files of a nested repository are ordinary files', async () => {
    const root = folder();
    git(root, 'init');
    git(root, 'init', 'sub');
    put(root, { 'sub/a': '1' });
    expect(paths(await (await open(root)).record())).toContain('sub/a');
  });
});

describe('single files', () => {
  test('a runner in node_modules is watched by its real path', async () => {
    const root = folder();
    put(root, { 'node_modules/t/cli.js': 'run' });
    fs.mkdirSync(join(root, 'node_modules/.bin'));
    fs.symlinkSync('../t/cli.js', join(root, 'node_modules/.bin/t'));
    const extraPaths = (): readonly string[] => ['node_modules/.bin/t', 'node_modules/t/cli.js'];
    const changed = await undo(await open(root, { extraPaths }), () => {
      put(root, { 'node_modules/t/cli.js': 'true' });
    });
    expect(changed).toEqual(['node_modules/t/cli.js']);
    expect(read(root, 'node_modules/t/cli.js')).toBe('run');
  });

  test('deleting the folder of the run shows', async () => {
    const root = folder();
    put(root, { a: '', '.praxis/.gitignore': '*\n' });
    const changed = await undo(await open(root), () => fs.rmSync(join(root, '.praxis'), { recursive: true }));
    expect(changed).toEqual(['.praxis/.gitignore']);
  });

  test('large files are copied in pieces', async () => {
    const root = folder();
    const large = 'x'.repeat(9 << 20);
    put(root, { a: large, b: large, c: `${large}c` });
    await undo(await open(root), () => {
      fs.rmSync(join(root, 'a'));
      fs.truncateSync(join(root, 'c'), 5);
    });
    expect(read(root, 'a') === large).toBe(true);
    expect(read(root, 'c') === `${large}c`).toBe(true);
    expect(fs.statSync(join(root, '.praxis/undo/contents.pack')).size).toBeLessThan(19 << 20);
  });
});

describe('the undo copies', () => {
  test('are for the user alone and gone at the end', async () => {
    const root = folder();
    put(root, { a: '1' });
    const tree = await open(root);
    await tree.keep(await tree.record());
    for (const name of fs.readdirSync(join(root, '.praxis/undo')))
      expect(fs.statSync(join(root, '.praxis/undo', name)).mode & 0o777).toBe(0o600);
    await tree.forget();
    expect(fs.existsSync(join(root, '.praxis/undo'))).toBe(false);
    expect(await tree.lastRecord()).toBeUndefined();
  });

  test('a torn tail of the kept record does not count', async () => {
    const root = folder();
    put(root, { a: '1' });
    const tree = await open(root);
    const before = await tree.record();
    await tree.keep(before);
    put(root, { b: '2' });
    await tree.keep(await tree.record());
    const file = join(root, '.praxis/undo/record.jsonl');
    fs.truncateSync(file, fs.statSync(file).size - 3);
    expect((await (await open(root)).lastRecord())?.entries).toEqual(before.entries);
  });
});

describe('patch', () => {
  test('shows texts as a unified diff and names binary files', async () => {
    const root = folder();
    put(root, { a: 'one\ntwo\n', gone: 'x', bin: 'a\0b' });
    const tree = await open(root);
    const before = await tree.record();
    put(root, { a: 'one\n2\n', new: 'n\n', bin: 'a\0c' });
    fs.rmSync(join(root, 'gone'));
    const patch = await tree.patch(treeChanges(before, await tree.record()));
    expect(patch).toBe(
      [
        'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
        'diff --git a/bin b/bin\nBinary files a/bin and b/bin differ\n',
        'diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n\\ No newline at end of file\n',
        'diff --git a/new b/new\nnew file mode 100644\n--- /dev/null\n+++ b/new\n@@ -0,0 +1,1 @@\n+n\n',
      ].join(''),
    );
  });
});

function fail(): never {
  throw new Error('not recorded');
}
