import { execFile } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { isErrno } from '../system-error.ts';

/** One process of this machine. */
export interface ProcessRow {
  readonly pid: number;
  readonly group: number;
  /** null where the system does not say. */
  readonly session: number | null;
  /** Ended, but not yet collected by its parent. */
  readonly isZombie: boolean;
  /** Clock ticks since the machine started; null where the system does not say. */
  readonly startTicks: number | null;
}

const hasProc = existsSync('/proc/self/stat');
const statBytes = Buffer.alloc(4096);

/** All processes: from `/proc` where there is one (about 20 µs a process), else from `ps`. */
export async function processTable(): Promise<readonly ProcessRow[]> {
  if (!hasProc) return psTable();
  const rows: ProcessRow[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const row = processRow(pid);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

function processRow(pid: number): ProcessRow | undefined {
  const stat = readStat(pid);
  if (stat === undefined) return undefined;
  // The name of the program stands in parentheses and may hold anything, also a parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0] ?? '';
  return {
    pid,
    group: Number(fields[2]),
    session: Number(fields[3]),
    isZombie: state === 'Z' || state === 'X',
    startTicks: Number(fields[19]),
  };
}

/** The value a variable had when the process was started; undefined where it had none or the system does not say. */
export function startVariable(pid: number, name: string): string | undefined {
  if (!hasProc) return undefined;
  let environ: string;
  try {
    environ = readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch (error) {
    if (isGoneOrForeign(error)) return undefined;
    throw error;
  }
  const setting = environ.split('\0').find((entry) => entry.startsWith(`${name}=`));
  return setting?.slice(name.length + 1);
}

function readStat(pid: number): string | undefined {
  let fd: number;
  try {
    fd = openSync(`/proc/${pid}/stat`, 'r');
  } catch (error) {
    if (isGoneOrForeign(error)) return undefined;
    throw error;
  }
  try {
    return statBytes.toString('latin1', 0, readSync(fd, statBytes, 0, statBytes.length, 0));
  } catch (error) {
    if (isGoneOrForeign(error)) return undefined;
    throw error;
  } finally {
    closeSync(fd);
  }
}

function isGoneOrForeign(error: unknown): boolean {
  return isErrno(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM');
}

async function psTable(): Promise<readonly ProcessRow[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=', '-o', 'pgid=', '-o', 'stat=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length === 3)
    .map(([pid, group, state]) => ({
      pid: Number(pid),
      group: Number(group),
      session: null,
      isZombie: (state ?? '').startsWith('Z'),
      startTicks: null,
    }));
}
