import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../base/sha256.ts';
import { createCheckpoint, loadCheckpoint, withCheckpointFields } from '../index.ts';
import { openCheckpointFile } from './checkpoint-file.ts';

const zero = createCheckpoint({ taskId: 'tide-1', parentId: null, updatedAt: '2026-01-02T03:04:05Z' });
let folder = '';
let path = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-checkpoint-')));
  path = join(folder, 'c.json');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('openCheckpointFile', () => {
  test('creates, reads and replaces a checkpoint under its lock', async () => {
    const file = await openCheckpointFile(path);
    expect(await file.read()).toBeUndefined();
    const created = await file.create(zero);
    const read = await file.read();
    expect(read?.sha256).toBe(created.sha256);
    expect(sha256Hex(readFileSync(path))).toBe(created.sha256);
    const published = await file.publish(withCheckpointFields(zero, { cycle: 1n }));
    expect((await file.read())?.sha256).toBe(published.sha256);
    const loaded = loadCheckpoint(readFileSync(path), 'c.json');
    expect(loaded.kind === 'checkpoint' && loaded.checkpoint.metrics.cycle).toBe(1n);
    await file.release();
    expect(readdirSync(folder).sort()).toEqual(['c.json', 'c.json.lock']);
  });

  test('writes the printed form: sorted members, two spaces, one final newline', async () => {
    const file = await openCheckpointFile(path);
    await file.create(
      new Map([
        ['b', 1n],
        ['a', 2n],
      ]),
    );
    await file.release();
    expect(readFileSync(path, 'utf8')).toBe('{\n  "a": 2,\n  "b": 1\n}\n');
  });

  test('never overwrites with create', async () => {
    writeFileSync(path, 'mine');
    const file = await openCheckpointFile(path);
    await expect(file.create(zero)).rejects.toMatchObject({
      code: 'CHECKPOINT_IO',
      message: `checkpoint already exists: ${path}`,
    });
    await file.release();
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(readdirSync(folder).sort()).toEqual(['c.json', 'c.json.lock']);
  });

  test('keeps the old content and leaves no temporary file when a document cannot be written', async () => {
    writeFileSync(path, 'old');
    const file = await openCheckpointFile(path);
    await expect(file.publish(new Map([['a', Number.NaN]]))).rejects.toMatchObject({ code: 'JSON_UNWRITABLE' });
    await file.release();
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder).sort()).toEqual(['c.json', 'c.json.lock']);
  });

  test('keeps the mode of the file it replaces', async () => {
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    const file = await openCheckpointFile(path);
    await file.publish(zero);
    await file.release();
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test('refuses a checkpoint behind a link in any component', async () => {
    symlinkSync(folder, join(folder, 'link'));
    await expect(openCheckpointFile(join(folder, 'link', 'c.json'))).rejects.toMatchObject({
      code: 'CHECKPOINT_IO',
      message: `checkpoint path contains a symlink or reparse point: ${join(folder, 'link')}`,
    });
  });

  test('refuses a link that takes the place of the file while the lock is held', async () => {
    const file = await openCheckpointFile(path);
    writeFileSync(join(folder, 'target'), 'kept');
    symlinkSync(join(folder, 'target'), path);
    await expect(file.publish(zero)).rejects.toMatchObject({ code: 'CHECKPOINT_IO' });
    await expect(file.read()).rejects.toMatchObject({ code: 'CHECKPOINT_IO' });
    await file.release();
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('kept');
  });

  test('refuses what is no regular file, without hanging on a pipe', async () => {
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]);
    const file = await openCheckpointFile(path);
    await expect(file.read()).rejects.toMatchObject({ message: `checkpoint is not a regular file: ${path}` });
    await file.release();
  });

  test('names a folder that does not exist', async () => {
    await expect(openCheckpointFile(join(folder, 'no', 'c.json'))).rejects.toMatchObject({
      message: `checkpoint parent is not an existing directory: ${join(folder, 'no')}`,
    });
  });

  test('passes over temporary files that a killed process left', async () => {
    writeFileSync(join(folder, `.c.json.${process.pid}-0.tmp`), 'half');
    const file = await openCheckpointFile(path);
    await file.create(zero);
    await file.release();
    expect(readFileSync(path, 'utf8')).toContain('tide-1');
    expect(readFileSync(join(folder, `.c.json.${process.pid}-0.tmp`), 'utf8')).toBe('half');
  });

  test('readers never see a part of a file that is being replaced', async () => {
    const file = await openCheckpointFile(path);
    const large = (fill: string) => new Map([['text', fill.repeat(200_000)]]);
    await file.publish(large('a'));
    const script = `const fs = require('node:fs'); let bad = 0; const end = Date.now() + 1500;
      while (Date.now() < end) { try { const t = JSON.parse(fs.readFileSync(process.argv[1], 'utf8')).text;
        if (t.length !== 200000 || t !== t[0].repeat(200000)) bad++; } catch { bad++; } }
      process.exit(bad === 0 ? 0 : 1);`;
    const reader = spawn(process.execPath, ['-e', script, path], { stdio: 'inherit' });
    const status = new Promise((resolve) => reader.on('exit', resolve));
    let isReading = true;
    void status.then(() => {
      isReading = false;
    });
    for (let i = 0; isReading; i++) {
      await file.publish(large(i % 2 === 0 ? 'b' : 'c'));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await status).toBe(0);
    await file.release();
  });
});
