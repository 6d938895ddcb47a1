import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, git, open, paths, put, read, undo } from '../../../test/support/work-tree.ts';
import { treeChanges } from '../../run/tree-changes.ts';

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
