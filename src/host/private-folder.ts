import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './atomic-file.ts';

/** Makes a folder and its missing parents, readable by this user alone (0700); durable when it returns. An existing folder is left as it is. */
export function makePrivateFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
}
