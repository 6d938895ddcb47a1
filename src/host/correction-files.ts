import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './atomic-file.ts';
import { isErrno } from './system-error.ts';

function folderOf(home: string): string {
  return join(home, 'hosted', 'corrections');
}

/** Leaves a correction for the worker; `name` is one that no other has. */
export function leaveCorrection(home: string, name: string, text: string): void {
  mkdirSync(folderOf(home), { recursive: true, mode: 0o700 });
  replaceFile(join(folderOf(home), `${name}.json`), text, { mode: 0o600 });
}

/** Takes the corrections that wait, each by one process alone; each text is gone once it was used. */
export async function takeCorrections(home: string, use: (text: string) => Promise<void>): Promise<void> {
  for (const name of names(home)) {
    const path = join(folderOf(home), name);
    const own = `${path}.${process.pid}`;
    try {
      renameSync(path, own);
    } catch (error) {
      if (isErrno(error, 'ENOENT')) continue;
      throw error;
    }
    const text = readFileSync(own, 'utf8');
    // Before it is used: a correction that fails, or kills, must not come back for ever; the transcript has it too.
    rmSync(own);
    await use(text);
  }
}

function names(home: string): readonly string[] {
  try {
    return readdirSync(folderOf(home)).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}
