import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Bundle, bundle } from '../../test/support/bundle.ts';
import { lockFile } from '../policy/file-store/index.ts';
import { systemClock } from './clock.ts';
import { lastSignOfLife, leaseHolder, leasePath, takeLease } from './lease.ts';
import { ownIdentity } from './process-identity.ts';

describe('the lease of a work tree', () => {
  let holder: Bundle;
  let tree: string;

  beforeAll(async () => {
    holder = await bundle(join(import.meta.dirname, '../../test/support/lease-holder.ts'));
  });
  afterAll(() => holder.remove());
  beforeEach(() => {
    tree = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-lease-')));
  });
  afterEach(() => rmSync(tree, { recursive: true, force: true }));

  const take = () => takeLease(tree, lockFile, systemClock);

  test('is free again after its release', async () => {
    await (await take()).release();
    const lease = await take();
    expect(lease.path).toBe(join(tree, '.praxis', 'run.lock'));
    await lease.release();
  });

  test('makes a private folder that git ignores', async () => {
    await (await take()).release();
    expect(statSync(join(tree, '.praxis')).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(tree, '.praxis', '.gitignore'), 'utf8')).toBe('*\n');
  });

  test('names its holder and since when', async () => {
    const lease = await take();
    const written = leaseHolder(lease.path);
    expect(written).toMatchObject({ v: 1, ...ownIdentity() });
    await expect(take()).rejects.toMatchObject({
      code: 'WORK_TREE_BUSY',
      message: `a run is going on in ${tree}: held by process ${process.pid} since ${written?.since}`,
    });
    await lease.release();
  });

  test('of a killed holder is free, and tells when that one was last seen', async () => {
    const child = spawn(process.execPath, [holder.path, tree]);
    await once(child.stdout, 'data');
    await expect(take()).rejects.toMatchObject({
      code: 'WORK_TREE_BUSY',
      message: expect.stringContaining(`process ${child.pid} since `),
    });
    child.kill('SIGKILL');
    await once(child, 'close');
    const seenMs = statSync(leasePath(tree)).mtimeMs;
    const lease = await take();
    expect(lease.lives.at(-1)?.untilMs).toBe(seenMs);
    await lease.release();
  });

  test('gives a sign of life every second', async () => {
    const lease = await take();
    utimesSync(lease.path, 1, 1);
    await vi.waitUntil(() => (lastSignOfLife(lease.path) ?? 0) > 1000, { timeout: 10_000 });
    expect(Math.abs((lastSignOfLife(lease.path) ?? 0) - Date.now())).toBeLessThan(5000);
    await lease.release();
  });

  test('knows no sign of life where there was no holder', async () => {
    expect(lastSignOfLife(leasePath(tree))).toBeNull();
    const lease = await take();
    expect(lease.lives).toEqual([]);
    await lease.release();
  });

  test('is not taken through a link that leads elsewhere', async () => {
    const elsewhere = join(tree, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(tree, '.praxis'));
    await expect(take()).rejects.toMatchObject({ code: 'WORK_TREE_IO' });
    expect(existsSync(join(elsewhere, 'run.lock'))).toBe(false);
  });

  test('is not taken through a file that is a link', async () => {
    mkdirSync(join(tree, '.praxis'));
    symlinkSync(join(tree, 'target'), leasePath(tree));
    await expect(take()).rejects.toMatchObject({ code: 'WORK_TREE_IO' });
    expect(existsSync(join(tree, 'target'))).toBe(false);
  });
});
