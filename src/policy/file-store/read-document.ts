import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ReadFile } from '../contract-command/read-file.ts';
import { systemDetail } from './system-detail.ts';

/** Reads files for the contract's command, relative to a folder; failures in the contract's words. */
export function fileReader(cwd: string): ReadFile {
  return (path) => {
    try {
      return { kind: 'bytes', bytes: readFileSync(resolve(cwd, path)) };
    } catch (error) {
      return { kind: 'failed', detail: systemDetail(error, path) };
    }
  };
}
