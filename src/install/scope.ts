import { realpathSync } from 'node:fs';
import type { CaptureScope } from '../hooks/capture-switch.ts';
import { gitCommonFolder } from '../host/git-folder.ts';

/** The name of a folder in a scope: its repository's common git folder, shared by all work trees, else its real path. */
export function scopeName(folder: string): string {
  const real = realpathSync(folder);
  return gitCommonFolder(real) ?? real;
}

/** What is agreed to after a second yes: folders come to those that were there; all of them is all. */
export function widened(known: CaptureScope | undefined, asked: CaptureScope): CaptureScope {
  if (asked.kind === 'all' || known === undefined) return asked;
  if (known.kind === 'all')
    return { kind: 'all', except: known.except.filter((path) => !asked.folders.includes(path)) };
  return { kind: 'folders', folders: [...new Set([...known.folders, ...asked.folders])] };
}
