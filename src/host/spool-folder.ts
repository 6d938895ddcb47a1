import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import type { ClaimedFile, Spool } from '../telemetry/spool.ts';
import type { LockFile } from './lease.ts';
import { makePrivateFolder } from './private-folder.ts';
import { randomHex, systemRandom } from './random.ts';
import { isErrno, systemSays } from './system-error.ts';

const OPEN = 'open.jsonl';
const REFUSED = 'refused.jsonl';
const CLAIMED = /^claimed-\d+-[0-9a-f]+\.jsonl$/;
const CHUNK_BYTES = 1 << 20;

/** The spool in a folder, which is made (0700) at the first append. STORE_IO where it cannot be read or written. */
export function spoolFolder(folder: string, lockFile: LockFile): Spool {
  const path = (name: string): string => join(folder, name);
  return {
    asidePath: path(REFUSED),
    append: (lines) => translating(folder, () => append(folder, OPEN, lines)),
    isEmpty: () => translating(folder, () => names(folder).every((name) => name !== OPEN && !CLAIMED.test(name))),
    claim: () =>
      translating(folder, () => {
        if (existsSync(path(OPEN))) renameSync(path(OPEN), path(nextClaim(folder)));
        return claimedNames(folder).map((name) => claimedFile(folder, path(name)));
      }),
    setAside: (lines) => {
      if (lines.length > 0) translating(folder, () => append(folder, REFUSED, lines));
    },
    forgetAside: () => translating(folder, () => rmSync(path(REFUSED), { force: true })),
    withLease: (body) => leased(path('drain.lock'), lockFile, body),
  };
}

/**
 * One write to the end of the file, whose lines begin with a line feed of their own, so that what a killed writer has left
 * unfinished damages nothing but itself. A file that was claimed meanwhile may have been read already: then it is written
 * once more, to its successor; records are known by their ids.
 */
function append(folder: string, name: string, lines: readonly string[]): void {
  const bytes = Buffer.from(`\n${lines.join('\n')}\n`);
  const path = join(folder, name);
  for (;;) {
    const descriptor = openForAppend(folder, path);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      const written = fstatSync(descriptor);
      const named = statSync(path, { throwIfNoEntry: false });
      if (named !== undefined && named.ino === written.ino && named.dev === written.dev) return;
    } finally {
      closeSync(descriptor);
    }
  }
}

function openForAppend(folder: string, path: string): number {
  try {
    return openSync(path, 'a', 0o600);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    makePrivateFolder(folder);
    return openSync(path, 'a', 0o600);
  }
}

function nextClaim(folder: string): string {
  const numbers = claimedNames(folder).map((name) => Number(name.split('-')[1]));
  return `claimed-${Math.max(0, ...numbers) + 1}-${randomHex(systemRandom, 4)}.jsonl`;
}

function claimedNames(folder: string): readonly string[] {
  return names(folder)
    .filter((name) => CLAIMED.test(name))
    .sort((a, b) => Number(a.split('-')[1]) - Number(b.split('-')[1]));
}

function claimedFile(folder: string, path: string): ClaimedFile {
  return {
    *chunks() {
      const descriptor = openSync(path, 'r');
      try {
        for (;;) {
          const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
          const count = translating(folder, () => readSync(descriptor, buffer, 0, buffer.length, null));
          if (count === 0) return;
          yield buffer.subarray(0, count);
        }
      } finally {
        closeSync(descriptor);
      }
    },
    remove: () => translating(folder, () => rmSync(path, { force: true })),
  };
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}

async function leased<T>(path: string, lockFile: LockFile, body: () => Promise<T>): Promise<T | undefined> {
  let lock: Awaited<ReturnType<LockFile>>;
  try {
    lock = await lockFile(path);
  } catch (error) {
    if (error instanceof PraxisError && error.code === 'CHECKPOINT_BUSY') return undefined;
    throw unusable(path, error);
  }
  try {
    return await body();
  } finally {
    await lock.release();
  }
}

function translating<T>(folder: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw unusable(folder, error);
  }
}

function unusable(path: string, error: unknown): PraxisError {
  return new PraxisError('STORE_IO', `cannot use the spool ${path}: ${systemSays(error)}`, {
    hint: 'See that it can be read and written and that its disk is not full, or point PRAXIS_HOME elsewhere.',
    cause: error,
  });
}
