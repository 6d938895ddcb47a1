import { describe, expect, test } from 'vitest';
import { fileName } from './file-name.ts';

describe('fileName', () => {
  test.each([
    ['/a/b.c/run.1.json', 'run.1'],
    ['C:\\runs\\a.traj', 'a'],
    ['/a/.hidden', '.hidden'],
    ['plain', 'plain'],
  ])('of %s is %s', (path, name) => {
    expect(fileName(path)).toBe(name);
  });
});
