import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundle } from '../../test/support/bundle.ts';
import { ensureLibrary, findLibrary } from './library-location.ts';
import { systemRandom } from './random.ts';

describe('the place of a library', () => {
  let folder: string;
  let home: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'praxis-library-'));
    home = join(folder, 'home');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function made(name: string): string {
    mkdirSync(join(folder, name), { recursive: true });
    return join(folder, name);
  }

  function git(cwd: string, ...args: readonly string[]): void {
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always'];
    execFileSync('git', [...identity, ...args], { cwd, stdio: 'ignore' });
  }

  function repository(name: string): string {
    const path = made(name);
    git(path, 'init');
    git(path, 'commit', '--allow-empty', '-m', 'first');
    return path;
  }

  const ensure = (workTree: string, name: string | null = null) =>
    ensureLibrary({ home, workTree, name }, systemRandom);
  const find = (workTree: string, name: string | null = null) => findLibrary({ home, workTree, name });

  test('lies under PRAXIS_HOME by its id, in folders of this user alone', () => {
    const { libraryId, folder: library, databasePath } = ensure(made('tree'));
    expect(library).toBe(join(home, 'libraries', libraryId));
    expect(databasePath).toBe(join(library, 'praxis.db'));
    for (const made of [home, join(home, 'libraries'), library]) expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  test('of a tree without git is named in its .praxis folder', () => {
    const tree = made('tree');
    const { libraryId } = ensure(tree);
    expect(readFileSync(join(tree, '.praxis', 'id'), 'utf8')).toBe(`${libraryId}\n`);
    expect(readdirSync(join(tree, '.praxis')).sort()).toEqual(['.gitignore', 'id']);
    expect(ensure(tree).libraryId).toBe(libraryId);
  });

  test('of two trees are two', () => {
    expect(ensure(made('a')).libraryId).not.toBe(ensure(made('b')).libraryId);
  });

  test('of a repository is named in its git folder, for every folder and work tree of it', () => {
    const main = repository('main');
    git(main, 'worktree', 'add', '../linked');
    const { libraryId } = ensure(main);
    expect(readFileSync(join(main, '.git', 'praxis-id'), 'utf8')).toBe(`${libraryId}\n`);
    expect(ensure(join(folder, 'linked')).libraryId).toBe(libraryId);
    expect(ensure(made('main/packages/a')).libraryId).toBe(libraryId);
    expect(existsSync(join(main, '.praxis'))).toBe(false);
    expect(existsSync(join(folder, 'linked', '.praxis'))).toBe(false);
  });

  test('of a work tree that was asked first is that of its repository', () => {
    const main = repository('main');
    git(main, 'worktree', 'add', '../linked');
    expect(ensure(join(folder, 'linked'))).toEqual(ensure(main));
  });

  test('of a submodule is its own', () => {
    const inner = repository('inner');
    const outer = repository('outer');
    git(outer, 'submodule', 'add', inner, 'sub');
    const { libraryId } = ensure(join(outer, 'sub'));
    expect(readFileSync(join(outer, '.git', 'modules', 'sub', 'praxis-id'), 'utf8')).toBe(`${libraryId}\n`);
    expect(ensure(outer).libraryId).not.toBe(libraryId);
  });

  test('is by its own name where one is given, whatever the tree', () => {
    expect(ensure(made('a'), 'my-team_1.0')).toEqual(ensure(made('b'), 'my-team_1.0'));
    expect(find(made('a'), 'my-team_1.0')?.folder).toBe(join(home, 'libraries', 'my-team_1.0'));
    expect(readdirSync(join(folder, 'a'))).toEqual([]);
  });

  test.each(['', '.', '..', '../x', 'a/b', 'a\\b', '.hidden', '-flag', 'a b', 'ä', 'a\n', 'a\0', 'x'.repeat(65)])(
    'is refused for the name %j',
    (name) => {
      expect(() => ensure(made('a'), name)).toThrow(expect.objectContaining({ code: 'LIBRARY_NAME_INVALID' }));
      expect(() => find(made('a'), name)).toThrow(expect.objectContaining({ code: 'LIBRARY_NAME_INVALID' }));
      expect(existsSync(home)).toBe(false);
    },
  );

  test('is found without writing anything', () => {
    const tree = made('tree');
    expect(find(tree)).toBeUndefined();
    expect(readdirSync(tree)).toEqual([]);
    const location = ensure(tree);
    expect(find(tree)).toEqual(location);
  });

  test('is refused where the id is a path', () => {
    const tree = made('tree');
    ensure(tree);
    for (const id of ['../../etc\n', '', 'a/b']) {
      writeFileSync(join(tree, '.praxis', 'id'), id);
      expect(() => find(tree)).toThrow(expect.objectContaining({ code: 'LIBRARY_NAME_INVALID' }));
    }
  });

  test('is named in the error where it cannot be made', () => {
    writeFileSync(home, 'a file where the folder should be');
    expect(() => ensure(made('tree'))).toThrow(
      expect.objectContaining({ code: 'STORE_IO', message: expect.stringContaining(join(home, 'libraries')) }),
    );
  });

  test('is one for eight processes that ask at once', async () => {
    const program = await bundle(join(import.meta.dirname, '../../test/support/library-opener.ts'));
    const tree = repository('tree');
    const children = Array.from({ length: 8 }, () => spawn(process.execPath, [program.path, home, tree]));
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    const answers = children.map((child) => once(child.stdout, 'data').then(([line]) => String(line).trim()));
    for (const child of children) child.stdin.write('\n');
    const ids = await Promise.all(answers);
    program.remove();
    expect(new Set(ids)).toEqual(new Set([readFileSync(join(tree, '.git', 'praxis-id'), 'utf8').trim()]));
    expect(readdirSync(join(tree, '.git')).filter((name) => name.includes('praxis'))).toEqual(['praxis-id']);
  });
});
