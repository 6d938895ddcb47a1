import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, git, open, paths, put, undo } from '../../../test/support/work-tree.ts';

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

  test('another work tree of the repository inside this one is left to its own sessions', async () => {
    const root = folder();
    git(root, 'init');
    put(root, { a: '1' });
    git(root, 'add', '.');
    git(root, 'commit', '-m', 'one');
    git(root, 'worktree', 'add', '-b', 'topic', join(root, 'trees/topic'));
    const tree = await open(root);
    expect(paths(await tree.record())).toEqual(['a']);
    const changed = await undo(tree, () => {
      put(root, { 'trees/topic/a': '2' });
      put(root, { 'trees/false/.git': `gitdir: ${join(root, '.git/worktrees/topic')}\n`, 'trees/false/b': '' });
    });
    expect(changed).toEqual(['trees/false/.git', 'trees/false/b']);
  });
});
