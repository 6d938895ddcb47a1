import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const MOST_MS = 300;
const MOST_FILES = 500;

/**
 * Sixteen hexadecimal digits that are others when git tells of other changes in a work tree, or a changed file has another
 * size or time; null where git says nothing within 0.3 s.
 */
export function workTreeHash(folder: string): string | null {
  const options = ['--no-optional-locks', '-C', folder, 'status', '--porcelain=v1', '-z', '--untracked-files=normal'];
  const { status, stdout } = spawnSync('git', options, {
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 4_000_000,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status !== 0) return null;
  const hash = createHash('sha256').update(stdout);
  const root = spawnSync('git', ['-C', folder, 'rev-parse', '--show-toplevel'], { timeout: MOST_MS, encoding: 'utf8' });
  for (const entry of stdout.split('\0').slice(0, MOST_FILES)) {
    const found = statSync(join((root.stdout ?? '').trim() || folder, entry.slice(3)), { throwIfNoEntry: false });
    hash.update(`\0${found?.size}\0${found?.mtimeMs}`);
  }
  return hash.digest('hex').slice(0, 16);
}
