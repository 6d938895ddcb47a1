import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeFileAtomically } from './atomic-file.ts';

describe('writeFileAtomically', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'praxis-atomic-'));
    path = join(folder, 'report.md');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('writes a new file, text or bytes, and leaves nothing beside it', () => {
    writeFileAtomically(path, 'ü');
    expect(readFileSync(path, 'utf8')).toBe('ü');
    writeFileAtomically(path, new Uint8Array([0, 255]));
    expect([...readFileSync(path)]).toEqual([0, 255]);
    expect(readdirSync(folder)).toEqual(['report.md']);
  });

  test('puts another file in the place of the old one, which a reader still holds whole', () => {
    writeFileAtomically(path, 'old');
    const before = statSync(path).ino;
    writeFileAtomically(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).ino).not.toBe(before);
  });

  test('gives the file the mode that was asked for, whatever the umask', () => {
    writeFileAtomically(path, '', { mode: 0o666 });
    expect(statSync(path).mode & 0o777).toBe(0o666);
    writeFileAtomically(path, '', { mode: 0o600 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('keeps the old content and leaves nothing beside it when it fails', () => {
    mkdirSync(path);
    writeFileSync(join(path, 'inner'), 'kept');
    expect(() => writeFileAtomically(path, 'new')).toThrow();
    expect(readFileSync(join(path, 'inner'), 'utf8')).toBe('kept');
    expect(readdirSync(folder)).toEqual(['report.md']);
  });
});
