import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFile } from '../policy/file-store/index.ts';
import type { ClaimedFile, Spool } from '../telemetry/spool.ts';
import { spoolFolder } from './spool-folder.ts';

describe('a spool folder', () => {
  let root: string;
  let folder: string;
  let spool: Spool;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'praxis-spool-'));
    folder = join(root, 'libraries', 'lib', 'spool');
    spool = spoolFolder(folder, lockFile);
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const textOf = (file: ClaimedFile) => Buffer.concat([...file.chunks()]).toString();
  const linesOf = (files: readonly ClaimedFile[]) => files.flatMap((file) => textOf(file).split('\n').filter(Boolean));

  test('is made for this user alone at the first line', () => {
    expect(spool.isEmpty()).toBe(true);
    expect(existsSync(folder)).toBe(false);
    spool.append(['one']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'open.jsonl')).mode & 0o777).toBe(0o600);
    expect(spool.isEmpty()).toBe(false);
  });

  test('gives back lines in the order they were appended, whole files at a time', () => {
    spool.append(['one', 'two']);
    spool.append(['three']);
    const files = spool.claim();
    expect(linesOf(files)).toEqual(['one', 'two', 'three']);
    for (const file of files) file.remove();
    expect(spool.claim()).toEqual([]);
    expect(spool.isEmpty()).toBe(true);
  });

  test('gives files again that were claimed and not removed, the older ones first', () => {
    spool.append(['one']);
    spool.claim();
    spool.append(['two']);
    expect(linesOf(spool.claim())).toEqual(['one', 'two']);
  });

  test('loses to a torn line nothing but that line', () => {
    spool.append(['one']);
    appendFileSync(join(folder, 'open.jsonl'), '\n{"torn":');
    spool.append(['two']);
    expect(linesOf(spool.claim())).toEqual(['one', '{"torn":', 'two']);
  });

  test('keeps what is set aside out of the way', () => {
    spool.setAside(['{"torn":']);
    expect(spool.isEmpty()).toBe(true);
    expect(readdirSync(folder)).toEqual(['refused.jsonl']);
    spool.forgetAside();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is drained by one at a time', async () => {
    spool.append(['one']);
    const inner = await spool.withLease(() => spoolFolder(folder, lockFile).withLease(async () => 'both'));
    expect(inner).toBeUndefined();
    expect(await spool.withLease(async () => 'free')).toBe('free');
  });

  test('names itself where it cannot be written', () => {
    writeFileSync(join(root, 'libraries'), 'a file in its place');
    expect(() => spool.append(['one'])).toThrow(expect.objectContaining({ code: 'STORE_IO' }));
  });
});
