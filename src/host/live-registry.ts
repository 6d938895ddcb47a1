import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from './atomic-file.ts';
import { makePrivateFolder } from './private-folder.ts';
import { isAlive, type ProcessIdentity } from './process-identity.ts';
import { isErrno } from './system-error.ts';

/** A run or a session of a host that works in a tree now. */
export interface LiveSession extends ProcessIdentity {
  /** `run`, or the name of the host. */
  readonly kind: string;
  readonly session: string;
  /** The work tree, absolute real path. */
  readonly tree: string;
}

/** Who works where on this machine, one file a session under `PRAXIS_HOME/live/`. */
export interface LiveRegistry {
  register(live: LiveSession): void;
  /** No error where it is not registered. */
  unregister(kind: string, session: string): void;
  /** Those whose process lives; the files of the dead are deleted on the way. */
  list(): readonly LiveSession[];
}

/** The registry of one user; makes its folder (0700) at the first registration. */
export function liveRegistry(home: string): LiveRegistry {
  const folder = join(home, 'live');
  return {
    register(live) {
      makePrivateFolder(folder);
      const { kind, session, tree, pid, startTime } = live;
      const text = `${JSON.stringify({ v: 1, kind, session, tree, pid, startTime })}\n`;
      writeFileAtomically(join(folder, fileName(kind, session)), text, { mode: 0o600 });
    },
    unregister: (kind, session) => rmSync(join(folder, fileName(kind, session)), { force: true }),
    list: () => names(folder).flatMap((name) => liveIn(folder, name) ?? []),
  };
}

function fileName(kind: string, session: string): string {
  // A host names its sessions as it likes; the file must stay inside the folder all the same.
  return encodeURIComponent(`${kind}-${session}`);
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}

function liveIn(folder: string, name: string): LiveSession | undefined {
  const path = join(folder, name);
  const text = readIfThere(path);
  const live = text === undefined ? undefined : parse(name, text);
  if (live === undefined) return undefined;
  if (isAlive(live.pid, live.startTime)) return live;
  // A session resumed meanwhile has the same name: only the very file that names the dead process goes.
  if (readIfThere(path) === text) rmSync(path, { force: true });
  return undefined;
}

function parse(name: string, text: string): LiveSession | undefined {
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null || !('tree' in body && 'pid' in body && 'startTime' in body)) {
    return undefined;
  }
  const { tree, pid, startTime } = body;
  if (typeof tree !== 'string' || typeof pid !== 'number') return undefined;
  // A program that registers itself by hand may write the three facts alone.
  const [named, unnamed] = splitAtDash(name);
  const kind = 'kind' in body && typeof body.kind === 'string' ? body.kind : named;
  const session = 'session' in body && typeof body.session === 'string' ? body.session : unnamed;
  return { kind, session, tree, pid, startTime: String(startTime) };
}

function splitAtDash(name: string): readonly [string, string] {
  const dash = name.indexOf('-');
  return dash < 0 ? [name, ''] : [name.slice(0, dash), name.slice(dash + 1)];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not one of ours: it says nothing about who is alive, and it is not ours to delete.
    return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'EISDIR')) return undefined;
    throw error;
  }
}
