import { closeSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileContent, ReadFile } from '../contract-command/read-file.ts';
import { tooLarge } from './document-size.ts';
import { systemDetail } from './system-detail.ts';

/** Reads files for the contract's command, relative to a folder; failures in the contract's words. */
export function fileReader(cwd: string): ReadFile {
  return (path) => {
    try {
      return contentOf(resolve(cwd, path));
    } catch (error) {
      return { kind: 'failed', detail: systemDetail(error, path) };
    }
  };
}

function contentOf(path: string): FileContent {
  const descriptor = openSync(path, 'r');
  try {
    const detail = tooLarge(descriptor);
    return detail === null ? { kind: 'bytes', bytes: readFileSync(descriptor) } : { kind: 'failed', detail };
  } finally {
    closeSync(descriptor);
  }
}
