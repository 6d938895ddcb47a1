import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdFolder } from './held-folder.ts';

let place = '';

beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-folder-')));
  mkdirSync(join(place, 'mine'));
  mkdirSync(join(place, 'theirs'));
});

afterEach(() => rmSync(place, { recursive: true, force: true }));

describe('a folder that is held', () => {
  test('gives names of what is in it', () => {
    const folder = holdFolder(join(place, 'mine'));
    writeFileSync(folder.at('c.json'), 'x');
    folder.sync();
    folder.close();
    expect(readdirSync(join(place, 'mine'))).toEqual(['c.json']);
  });

  test.skipIf(!existsSync('/proc/self/fd'))('is written to although a link has taken its place', () => {
    const folder = holdFolder(join(place, 'mine'));
    renameSync(join(place, 'mine'), join(place, 'moved'));
    symlinkSync(join(place, 'theirs'), join(place, 'mine'));
    writeFileSync(folder.at('c.json'), 'x');
    folder.close();
    expect([readdirSync(join(place, 'moved')), readdirSync(join(place, 'theirs'))]).toEqual([['c.json'], []]);
  });

  test.each(['way', 'way/below'])('is none that %s leads to by a link', (path) => {
    mkdirSync(join(place, 'mine', 'below'));
    symlinkSync('mine', join(place, 'way'));
    expect(() => holdFolder(join(place, path))).toThrow();
  });
});
