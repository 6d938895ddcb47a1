import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { cleanEnvironment } from '../e2e/support.ts';

/** A program and its arguments, run in the folder of its files. */
export interface Program {
  readonly folder: string;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** One system call of a program, by name and number. */
export interface WritePoint {
  readonly call: string;
  readonly nth: number;
  /** As it was traced, with the names of its files. */
  readonly line: string;
}

/**
 * The calls that can change what lies on the disk. Killed at the entry of one of them, a program leaves what it had written
 * after the one before: so the entries of all of them are the instants before and after each.
 */
const WRITING_CALLS = [
  'openat',
  'write',
  'pwrite64',
  'ftruncate',
  'fchmod',
  'fsync',
  'fdatasync',
  'rename',
  'renameat',
  'renameat2',
  'link',
  'linkat',
  'unlink',
  'close',
];

/** A folder of its own, reached by no link, until the test ends. */
export function freshFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-kill-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Traced {
  readonly isKilled: boolean;
  readonly exit: number | null;
}

function traced({ folder, argv, env = {} }: Program, options: readonly string[]): Promise<Traced> {
  const child = spawn('strace', ['-qq', ...options, process.execPath, ...argv], {
    cwd: folder,
    env: cleanEnvironment(env),
    stdio: 'ignore',
  });
  return new Promise((resolve) => {
    child.on('close', (exit, signal) => resolve({ isKilled: signal === 'SIGKILL', exit }));
  });
}

/** The calls of a whole run that touch its folder, in their order. */
export async function writePoints(program: Program): Promise<readonly WritePoint[]> {
  const place = mkdtempSync(join(tmpdir(), 'praxis-trace-'));
  const file = join(place, 'calls');
  try {
    const { exit } = await traced(program, ['-y', '-e', `trace=${WRITING_CALLS.join(',')}`, '-o', file]);
    if (exit !== 0) throw new Error(`the program ended with ${exit}`);
    const counts = new Map<string, number>();
    const points: WritePoint[] = [];
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const call = /^([a-z0-9]+)\(/.exec(line)?.[1];
      if (call === undefined) continue;
      const nth = (counts.get(call) ?? 0) + 1;
      counts.set(call, nth);
      // A folder is held open while a file in it is replaced, and its names are then those below the handle.
      const operands = line.replace(/^\w+\(AT_FDCWD<[^>]*>/, '');
      if (operands.includes(program.folder) || operands.includes('/proc/self/fd/')) points.push({ call, nth, line });
    }
    return points;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** A run that is killed as it enters such a call. False: it ended before. */
export async function killedWriting(
  program: Program,
  { call, nth }: Pick<WritePoint, 'call' | 'nth'>,
): Promise<boolean> {
  const inject = `inject=${call}:signal=KILL:when=${nth}`;
  return (await traced(program, ['-e', `trace=${call}`, '-e', inject, '-o', '/dev/null'])).isKilled;
}

/** The program run to its end; its exit code. */
export async function ran({ folder, argv }: Program): Promise<number | null> {
  const child = spawn(process.execPath, argv, { cwd: folder, env: cleanEnvironment(), stdio: 'ignore' });
  return new Promise((resolve) => child.on('close', resolve));
}

/** At most `most` of them, evenly spread, with the first and the last. */
export function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => items[Math.round(i * step)]).filter((item) => item !== undefined);
}

/** The names in a folder, without temporary files that a killed program left, which nobody reads. */
export function namesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => !/^\..*\.tmp$/.test(name))
    .sort();
}
