import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SessionPlace } from '../hooks/capture-switch.ts';
import { gitCommonFolder } from './git-folder.ts';

const READ_MS = 500;
const LONGEST_LOG_BYTES = 1_000_000;

/** The variables, folder and moment in which a hook was started. */
export function hookSurroundings(): { home: string; isInside: boolean; isOff: boolean; isOldNode: boolean } {
  const { PRAXIS_HOME, XDG_DATA_HOME, PRAXIS_INSIDE, PRAXIS_CAPTURE } = process.env;
  return {
    home: resolve(PRAXIS_HOME || join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'praxis')),
    isInside: Boolean(PRAXIS_INSIDE),
    isOff: PRAXIS_CAPTURE === 'off',
    isOldNode: Number(process.versions.node.split('.')[0]) < 20,
  };
}

/** Hands over standard input at its end, or what came of it within half a second. */
export function readInput(use: (text: string) => void): void {
  const chunks: Buffer[] = [];
  const finish = (): void => {
    clearTimeout(timer);
    process.stdin.removeAllListeners();
    use(Buffer.concat(chunks).toString('utf8'));
    process.exit(0);
  };
  const timer = setTimeout(finish, READ_MS);
  process.stdin.on('data', (chunk: Buffer) => chunks.push(chunk));
  process.stdin.once('end', finish);
  process.stdin.once('error', finish);
}

/** Sixteen hexadecimal digits of a text's SHA-256. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Where a session works whose host names `cwd`, which may be gone or a link. */
export function sessionPlace(host: string, cwd: string): SessionPlace {
  const isThere = statSync(cwd, { throwIfNoEntry: false }) !== undefined;
  const folder = isThere ? realpathSync(cwd) : resolve(cwd);
  return { host, folder, repository: gitCommonFolder(folder) };
}

/** The text of a file, undefined where there is none. */
export function textIfThere(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  return readFileSync(path, 'utf8');
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
