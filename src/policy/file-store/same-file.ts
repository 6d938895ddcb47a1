import { fstatSync, lstatSync } from 'node:fs';
import { requireNoLinks } from './path-check.ts';
import { ioError } from './store-error.ts';

/**
 * Throws CHECKPOINT_IO unless an open file is the one that its path names with no link in it: a link that took the place of
 * a folder between the check and the open is found here.
 */
export function requireSameFile(descriptor: number, path: string): void {
  requireNoLinks(path);
  const opened = fstatSync(descriptor);
  const named = lstatSync(path, { throwIfNoEntry: false });
  if (named?.ino !== opened.ino || named.dev !== opened.dev)
    throw ioError(`checkpoint path was replaced while it was opened: ${path}`);
}
