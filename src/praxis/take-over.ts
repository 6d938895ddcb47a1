import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import { readEnvironment } from '../host/environment.ts';
import { lockFile } from '../policy/file-store/index.ts';
import { learnLater } from './learn-later.ts';

/** The lock of whoever learns from the library in a folder. It holds a note while it is held, and after a holder that died. */
export function learnLock(folder: string): string {
  return join(folder, 'learn.lock');
}

/** Lets the learning go on, in a process of its own, that a process left which is gone. `library`: its name, where it has one. */
export async function takeOverLearning(folder: string, cwd: string, library: string | null): Promise<void> {
  const path = learnLock(folder);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0 || (await isHeld(path))) return;
  learnLater(cwd, library, readEnvironment());
}

async function isHeld(path: string): Promise<boolean> {
  try {
    await (await lockFile(path)).release();
    return false;
  } catch (error) {
    // Where it cannot be told, whoever learns next finds out.
    if (error instanceof PraxisError) return true;
    throw error;
  }
}
