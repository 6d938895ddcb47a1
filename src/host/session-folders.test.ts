import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sessionFolders } from './session-folders.ts';

function folder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'praxis-folders-')));
}

function repository(): string {
  const root = folder();
  mkdirSync(join(root, '.git'));
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  mkdirSync(join(root, 'src'));
  return root;
}

describe('a session', () => {
  test('belongs to the repository in which it began, wherever in it', () => {
    const root = repository();
    const belongs = sessionFolders(join(root, 'src'));
    expect([root, join(root, 'src'), join(root, 'gone', 'long', 'ago')].map(belongs)).toEqual([true, true, true]);
    expect([folder(), `${root}-other`, '/'].map(belongs)).toEqual([false, false, false]);
  });

  test('of another work tree of the repository belongs to it as well', () => {
    const root = repository();
    const tree = folder();
    const gitFolder = join(root, '.git', 'worktrees', 'tree');
    mkdirSync(gitFolder, { recursive: true });
    writeFileSync(join(gitFolder, 'HEAD'), 'ref: refs/heads/b\n');
    writeFileSync(join(gitFolder, 'commondir'), '../..\n');
    writeFileSync(join(tree, '.git'), `gitdir: ${gitFolder}\n`);
    expect(sessionFolders(root)(tree)).toBe(true);
    expect(sessionFolders(tree)(root)).toBe(true);
    expect(sessionFolders(repository())(tree)).toBe(false);
  });

  test('belongs to a folder without git when it began in it', () => {
    const here = folder();
    mkdirSync(join(here, 'below'));
    expect(sessionFolders(here)(join(here, 'below'))).toBe(true);
    expect(sessionFolders(join(here, 'below'))(here)).toBe(false);
  });
});
