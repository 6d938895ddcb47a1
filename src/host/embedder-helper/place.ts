import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the helper for an embedder of this user is reached. */
export interface HelperPlace {
  /** `PRAXIS_HOME/run`, for this user alone. */
  readonly folder: string;
  readonly socket: string;
  /** Written by whoever starts a helper, so that others do not for a while. */
  readonly startMark: string;
}

/** What the systems take for the path of a socket, with room for the name that it has at first. */
const LONGEST_PATH = 90;

/** The place of the helper for an embedder; null where there can be none: on Windows, and under a home with too long a path. */
export function helperPlace(home: string, embedderId: string): HelperPlace | null {
  const folder = join(home, 'run');
  const name = createHash('sha256').update(embedderId).digest('hex').slice(0, 12);
  const socket = join(folder, `embed-${name}.sock`);
  if (process.platform === 'win32' || Buffer.byteLength(socket) > LONGEST_PATH) return null;
  return { folder, socket, startMark: join(folder, `embed-${name}.starting`) };
}

/** Whether any helper of this user may be there to answer. */
export function hasHelper(home: string): boolean {
  try {
    return readdirSync(join(home, 'run')).some((name) => /^embed-[0-9a-f]+\.sock$/.test(name));
  } catch {
    // No helper was ever started.
    return false;
  }
}

/** Whether a socket is this user's, so that no other user answers in the helper's place. */
export function isOwnSocket(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isSocket() === true && stat.uid === process.getuid?.();
}
