import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A process for good: a pid alone is used again after its process has ended. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time as the system states it; only equality means anything. */
  readonly startTime: string;
}

/** When the process started, in the system's own words; null where there is none or it is a zombie that nobody reaped. */
export function processStartTime(pid: number): string | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return existsSync('/proc/self/stat') ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

/** Whether the process of that pid is still the one that started then. */
export function isAlive(pid: number, startTime: string): boolean {
  return processStartTime(pid) === startTime;
}

/** A process's name and the one that started it, or took it over; null where it is gone. */
export function processParent(pid: number): { readonly name: string; readonly parent: number } | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return existsSync('/proc/self/stat') ? parentFromProc(pid) : parentFromPs(pid);
}

/** This process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startTime: processStartTime(process.pid) ?? '' };
}

function startTimeFromProc(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // No such file: no such process. It may also end while its file is being read.
    return null;
  }
  return startTimeInStat(stat);
}

function parentFromProc(pid: number): { name: string; parent: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(stat.slice(end + 2).split(' ')[1]) };
  } catch {
    // As above.
    return null;
  }
}

function parentFromPs(pid: number): { name: string; parent: number } | null {
  const ps = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
  });
  const [, parent, path] = /^\s*(\d+)\s+(.*\S)\s*$/.exec(ps.stdout ?? '') ?? [];
  // A login shell has a hyphen before its name.
  return path === undefined ? null : { name: path.replace(/^.*\//, '').replace(/^-/, ''), parent: Number(parent) };
}

/** Field 22 of the text of `/proc/<pid>/stat` (proc(5)); null for a zombie or a dead process. */
export function startTimeInStat(stat: string): string | null {
  // The command name, field 2, is in parentheses and may itself hold spaces and parentheses.
  const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X' || state === 'x') return null;
  return rest[18] ?? null;
}

function startTimeFromPs(pid: number): string | null {
  const ps = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  });
  return ps.status === 0 ? startTimeInPs(ps.stdout) : null;
}

/** The start time in one line of `ps -o stat=,lstart=`; null for a zombie. */
export function startTimeInPs(line: string): string | null {
  const [, state = '', startTime = ''] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(line) ?? [];
  return startTime === '' || state.startsWith('Z') ? null : startTime;
}
