import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { agentProcess } from './agent-process.ts';
import type { ProcessIdentity } from './process-identity.ts';

const READ_MS = 500;
const PART_BYTES = 1_048_576;
/** More, where not one byte has come: on a machine with more to do than it can, a document may wait to be read. */
const LATE_MS = 350;
const LONGEST_LOG_BYTES = 1_000_000;

/** What surrounds a call of the hook. */
export interface HookSurroundings {
  readonly home: string;
  readonly isInside: boolean;
  readonly isOff: boolean;
  readonly isOldNode: boolean;
}

/** The variables, folder and version of Node in which a hook was started. */
export function hookSurroundings(): HookSurroundings {
  const { PRAXIS_HOME, XDG_DATA_HOME, PRAXIS_INSIDE, PRAXIS_CAPTURE } = process.env;
  return {
    home: resolve(
      PRAXIS_HOME || homeAround(process.argv[1]) || join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'praxis'),
    ),
    isInside: Boolean(PRAXIS_INSIDE),
    isOff: PRAXIS_CAPTURE === 'off',
    isOldNode: Number(process.versions.node.split('.')[0]) < 20,
  };
}

/** PRAXIS_HOME as it was when the hook was copied there: what starts it may be a daemon that does not know it. */
function homeAround(script = ''): string | undefined {
  const folder = dirname(script);
  const home = dirname(folder);
  return basename(folder) === 'hook' && existsSync(join(home, 'hosts.json')) ? home : undefined;
}

/** Hands over standard input at its end, or what came of it within half a second (a little more where nothing came), and ends the process after it was used. */
export function readInput(use: (text: string) => Promise<void>): void {
  const chunks: Buffer[] = [];
  let isOver = false;
  const finish = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    process.stdin.removeAllListeners();
    process.stdin.on('error', finish).pause();
    void use(Buffer.concat(chunks).toString('utf8')).then(() => process.exit(0));
  };
  // What has come by now is read in the round after the timers of this one.
  const timer = setTimeout(
    () => setImmediate(() => (chunks.length === 0 ? setTimeout(finish, LATE_MS) : finish())),
    READ_MS,
  );
  process.stdin.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    // A host may never close its end.
    if (/\}\s*$/.test(chunk.toString('latin1', Math.max(0, chunk.length - 8))) && isWhole(chunks)) finish();
  });
  process.stdin.once('end', finish);
  process.stdin.once('error', finish);
}

function isWhole(chunks: readonly Buffer[]): boolean {
  try {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return true;
  } catch {
    // More is to come, or it is no document at all, which shows at the end.
    return false;
  }
}

/** Prints the one answer. Whole, or the host has gone: then nobody reads it. */
export function printAnswer(text: string): void {
  try {
    for (let bytes = Buffer.from(text); bytes.length > 0; ) bytes = bytes.subarray(writeSync(1, bytes));
  } catch {
    process.exitCode = 0;
  }
}

/** The process that runs the agent; null where it cannot be known. */
export function hostProcess(host: string): ProcessIdentity | null {
  const named = host === 'claude-code' ? Number(process.env.CLAUDE_PID || Number.NaN) : Number.NaN;
  return agentProcess(process.ppid, named);
}

/** Whether the host says that a person sits there; null: it does not say. */
export function isHostAttended(): boolean | null {
  const told = process.env.CLAUDE_CODE_SESSION_ATTENDED;
  return told === '1' ? true : told === '0' ? false : null;
}

/** A text's SHA-256 in hexadecimal digits. */
export function longHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The first sixteen of them. */
export function shortHash(text: string): string {
  return longHash(text).slice(0, 16);
}

/** The text of a file, undefined where there is none. */
export function textIfThere(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  return readFileSync(path, 'utf8');
}

/** The last mebibyte of a file at most; nothing where it cannot be read. */
export function fileTail(path: string): string {
  return partOf(path, (size) => Math.max(0, size - PART_BYTES));
}

/** The first mebibyte of a file at most; nothing where it cannot be read. */
export function fileHead(path: string): string {
  return partOf(path, () => 0);
}

function partOf(path: string, from: (size: number) => number): string {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const bytes = Buffer.allocUnsafe(PART_BYTES);
      const count = readSync(descriptor, bytes, 0, PART_BYTES, from(fstatSync(descriptor).size));
      return bytes.toString('utf8', 0, count);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // It may be gone, or not there yet.
    return '';
  }
}

/** Appends one line in one write, to a file for its owner alone. */
export function appendLine(folder: string, name: string, line: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  appendFileSync(join(folder, name), `\n${line}\n`, { mode: 0o600 });
}

/** Appends to the hook's log, of which one old copy is kept. It has nowhere to say that it failed itself. */
export function logLine(home: string, line: string): void {
  try {
    const path = join(home, 'log', 'hook.log');
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > LONGEST_LOG_BYTES) renameSync(path, `${path}.1`);
    appendLine(join(home, 'log'), 'hook.log', `${new Date().toISOString()} ${line}`);
  } catch {
    process.exitCode = 0;
  }
}
