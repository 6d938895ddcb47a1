import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFile } from './lock-file.ts';

const hasFlock = spawnSync('flock', ['--version'], { env: {} }).error === undefined;
const hasPython = spawnSync('python3', ['-c', 'import fcntl']).status === 0;
if (!hasPython) process.stderr.write('python3 with fcntl is missing: the tests with a foreign locker are skipped\n');

let folder = '';
let path = '';
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-lock-')));
  path = join(folder, 'c.json.lock');
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a program and waits for its first line. */
async function started(command: string, args: readonly string[]): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, line: String(line) };
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Whether Python's flock gets the lock at this instant. */
function pythonGetsIt(): boolean {
  const script = `import fcntl,sys
try: fcntl.flock(open(sys.argv[1], 'r+'), fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError: sys.exit(1)`;
  return spawnSync('python3', ['-c', script, path]).status === 0;
}

const PYTHON_HOLDER = `import fcntl,sys
f = open(sys.argv[1], 'a'); fcntl.flock(f, fcntl.LOCK_EX); print('held', flush=True); sys.stdin.read()`;

/** Another process that locks the file as Praxis does, with a child of its own that lives on. */
const NODE_HOLDER = `const { spawn } = require('node:child_process'); const fs = require('node:fs');
const fd = fs.openSync(process.argv[1], 'a', 0o600);
spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] }).on('exit', (status) => {
  spawn('sleep', ['30'], { stdio: 'ignore' });
  process.stdout.write('status ' + status + '\\n');
}); setInterval(() => {}, 1000);`;

describe('lockFile', () => {
  test('holds a lock until it is released and leaves the file', async () => {
    const lock = await lockFile(path);
    await expect(lockFile(path)).rejects.toMatchObject({
      code: 'CHECKPOINT_BUSY',
      message: `checkpoint lock conflict: ${path}`,
    });
    await lock.release();
    await (await lockFile(path)).release();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('names the holder to whoever comes second, and nobody once it is free', async () => {
    const lock = await lockFile(path, { holder: 'process 77' });
    await expect(lockFile(path)).rejects.toMatchObject({ hint: expect.stringContaining('held by process 77') });
    await lock.release();
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  test('waits for a holder that lets go in time', async () => {
    const first = await lockFile(path);
    const second = lockFile(path, { waitMs: 20_000 });
    await first.release();
    await (await second).release();
  });

  test('gives up after the wait', async () => {
    const lock = await lockFile(path);
    await expect(lockFile(path, { waitMs: 60 })).rejects.toMatchObject({
      hint: expect.stringContaining('within 60 ms'),
    });
    await lock.release();
  });

  test('can be released twice', async () => {
    const lock = await lockFile(path);
    await lock.release();
    await lock.release();
  });

  test('refuses a link, a folder and a missing folder', async () => {
    writeFileSync(join(folder, 'other'), '');
    symlinkSync(join(folder, 'other'), path);
    await expect(lockFile(path)).rejects.toMatchObject({
      code: 'CHECKPOINT_IO',
      message: `checkpoint path contains a symlink or reparse point: ${path}`,
    });
    mkdirSync(join(folder, 'dir.lock'));
    await expect(lockFile(join(folder, 'dir.lock'))).rejects.toMatchObject({ code: 'CHECKPOINT_IO' });
    await expect(lockFile(join(folder, 'no', 'x.lock'))).rejects.toMatchObject({
      message: expect.stringContaining('cannot open checkpoint lock'),
    });
  });

  test('refuses a named pipe without hanging on it', async () => {
    expect(spawnSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]).status).toBe(0);
    await expect(lockFile(path)).rejects.toMatchObject({
      message: `checkpoint lock is not a regular file: ${path}`,
    });
  });

  test.skipIf(!hasFlock)(
    'finds a lock free whose holder was killed, while a child of that holder lives on',
    async () => {
      const { child, line } = await started(process.execPath, ['-e', NODE_HOLDER, path]);
      expect(line).toBe('status 0');
      await expect(lockFile(path)).rejects.toMatchObject({ code: 'CHECKPOINT_BUSY' });
      await killed(child);
      const lock = await lockFile(path);
      expect(lock.kind).toBe('flock');
      await lock.release();
    },
  );

  test.skipIf(!hasFlock || !hasPython)('keeps a foreign locker out, and is kept out by one until it dies', async () => {
    const lock = await lockFile(path);
    expect(pythonGetsIt()).toBe(false);
    await lock.release();
    expect(pythonGetsIt()).toBe(true);

    const { child, line } = await started('python3', ['-c', PYTHON_HOLDER, path]);
    expect(line).toBe('held');
    await expect(lockFile(path)).rejects.toMatchObject({ code: 'CHECKPOINT_BUSY' });
    await killed(child);
    await (await lockFile(path)).release();
  });

  test('a child spawned under the lock does not keep it', async () => {
    const lock = await lockFile(path);
    const { child } = await started(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)']);
    await lock.release();
    await (await lockFile(path)).release();
    await killed(child);
  });
});

describe('lockFile without the helper', () => {
  const own = { command: 'no-such-helper-here' };

  test.runIf(process.platform === 'linux')('excludes other locks of its kind and says which kind it is', async () => {
    const lock = await lockFile(path, own);
    expect(lock.kind).toBe('own-processes');
    await expect(lockFile(path, own)).rejects.toMatchObject({ code: 'CHECKPOINT_BUSY' });
    await (await lockFile(join(folder, 'another.lock'), own)).release();
    await lock.release();
    await (await lockFile(path, own)).release();
  });

  test.runIf(process.platform === 'linux')('is free again when its holder was killed', async () => {
    const name = `\\0praxis-lock-' + require('node:crypto').createHash('sha256').update(process.argv[1]).digest('hex')`;
    const script = `require('node:net').createServer().listen('${name}, () => console.log('held'))`;
    const { child } = await started(process.execPath, ['-e', script, path]);
    await expect(lockFile(path, own)).rejects.toMatchObject({ code: 'CHECKPOINT_BUSY' });
    await killed(child);
    await (await lockFile(path, { ...own, waitMs: 2000 })).release();
  });
});
