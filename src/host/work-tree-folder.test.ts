import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { preparePraxisFolder, prepareScratchFolder } from './work-tree-folder.ts';

describe('the folders of Praxis in a work tree', () => {
  let tree: string;

  beforeEach(() => {
    tree = mkdtempSync(join(tmpdir(), 'praxis-folder-'));
  });
  afterEach(() => rmSync(tree, { recursive: true, force: true }));

  test('are hidden from git where Praxis makes them', () => {
    for (const folder of [
      preparePraxisFolder(tree),
      prepareScratchFolder(tree, '.coord'),
      prepareScratchFolder(tree, '.ai'),
    ]) {
      expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
    }
  });

  test('keep what they hold', () => {
    writeFileSync(join(preparePraxisFolder(tree), '.gitignore'), 'mine\n');
    expect(readFileSync(join(preparePraxisFolder(tree), '.gitignore'), 'utf8')).toBe('mine\n');
  });

  test('leave a .coord of the user in sight of git', () => {
    mkdirSync(join(tree, '.coord'));
    prepareScratchFolder(tree, '.coord');
    expect(existsSync(join(tree, '.coord', '.gitignore'))).toBe(false);
  });

  test('are named where they cannot be made', () => {
    writeFileSync(join(tree, '.praxis'), '');
    expect(() => preparePraxisFolder(tree)).toThrow(
      expect.objectContaining({ code: 'WORK_TREE_IO', message: expect.stringContaining(join(tree, '.praxis')) }),
    );
  });
});
