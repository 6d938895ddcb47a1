import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno } from '../host/system-error.ts';

/** What the hooks of one host were heard to do. */
export interface HookActivity {
  /** When the last event came, ms since 1970. */
  readonly lastMs: number;
  /** Its name. */
  readonly lastEvent: string;
  /** Sessions whose file lies in PRAXIS_HOME still. */
  readonly sessions: number;
  /** Median time that the hook took in the newest sessions, by event. */
  readonly medianMs: Readonly<Record<string, number>>;
}

/** Newest files that are looked into, and how much of each. */
const NEWEST = 10;
const TAIL_BYTES = 256 * 1024;

/** What the session files of a host tell; undefined where there is none. */
export function hookActivity(home: string, host: string): HookActivity | undefined {
  const folder = join(home, 'sessions');
  const files = namesIn(folder)
    .filter((name) => name.startsWith(`${host}-`) && name.endsWith('.jsonl'))
    .map((name) => ({ path: join(folder, name), mtimeMs: statSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.mtimeMs - one.mtimeMs);
  const lines = files.slice(0, NEWEST).flatMap(({ path }) => linesOf(tail(path)));
  const events = lines.filter(({ kind }) => kind === 'event');
  const last = events.reduce<ToldLine | undefined>(
    (newest, line) => (line.at >= (newest?.at ?? 0) ? line : newest),
    undefined,
  );
  if (last === undefined) return undefined;
  return { lastMs: last.at, lastEvent: last.event, sessions: files.length, medianMs: medians(lines) };
}

/** The last lines of the hook's log, oldest first. */
export function lastLogLines(home: string, count: number): readonly string[] {
  try {
    return readFileSync(join(home, 'log', 'hook.log'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .slice(-count);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}

/** What is read of a line; its other members are for others. */
interface ToldLine {
  readonly kind: string;
  readonly at: number;
  /** Of an event its name, else the id of the event's line. */
  readonly event: string;
  readonly id?: string;
  readonly tookMs?: number;
}

function linesOf(text: string): readonly ToldLine[] {
  return text.split('\n').flatMap((line) => {
    try {
      const { kind, at, event, id, tookMs } = JSON.parse(line);
      return typeof at === 'number' && typeof event === 'string' ? [{ kind, at, event, id, tookMs }] : [];
    } catch {
      // Torn, or the first of a tail.
      return [];
    }
  });
}

/** The time of an event is that of its last line: what is given or answered comes after what is recorded. */
function medians(lines: readonly ToldLine[]): Readonly<Record<string, number>> {
  const names = new Map(
    lines.flatMap(({ kind, id, event }) => (kind === 'event' && id !== undefined ? [[id, event]] : [])),
  );
  const times = new Map<string, number>();
  for (const [index, { kind, id, event, tookMs }] of lines.entries()) {
    if (typeof tookMs !== 'number') continue;
    const key = kind === 'event' ? (id ?? `${index}`) : event;
    if (kind === 'event' && id === undefined) names.set(key, event);
    times.set(key, Math.max(tookMs, times.get(key) ?? 0));
  }
  const byEvent = new Map<string, number[]>();
  for (const [key, ms] of times) {
    const name = names.get(key);
    if (name !== undefined) byEvent.set(name, [...(byEvent.get(name) ?? []), ms]);
  }
  return Object.fromEntries([...byEvent].map(([name, values]) => [name, median(values)]));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}

function tail(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8');
  } finally {
    closeSync(file);
  }
}
