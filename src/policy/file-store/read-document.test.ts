import { mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_DOCUMENT_BYTES } from './document-size.ts';
import { fileReader } from './read-document.ts';
import { readExistingFile } from './read-file.ts';

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-read-')));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a file is read as it is', () => {
  writeFileSync(join(folder, 'p.json'), '{}');
  expect(fileReader(folder)('p.json')).toEqual({ kind: 'bytes', bytes: Buffer.from('{}') });
});

test('a folder and a missing file fail in the words of the contract', () => {
  expect(fileReader(folder)('no.json')).toMatchObject({ detail: "[Errno 2] No such file or directory: 'no.json'" });
  expect(fileReader(folder)('.')).toMatchObject({ detail: "[Errno 21] Is a directory: '.'" });
});

test('a file that is too large is not read', () => {
  const path = join(folder, 'p.json');
  writeFileSync(path, '');
  truncateSync(path, MAX_DOCUMENT_BYTES + 1);
  const detail = 'file of 67108865 bytes is larger than 67108864';
  expect(fileReader(folder)('p.json')).toEqual({ kind: 'failed', detail });
  expect(() => readExistingFile(path)).toThrow(`cannot read checkpoint file ${path}: ${detail}`);
});
