import { lstatSync } from 'node:fs';
import { printedText } from '../../base/canonical-json.ts';
import type { ExactObject } from '../../base/exact-json.ts';
import type { ChangeOptions } from './change-checkpoint.ts';
import { openCheckpointFile } from './checkpoint-file.ts';
import { fileHash } from './file-hash.ts';
import { journalChange } from './journal-file.ts';

/**
 * Makes a checkpoint file that must not be there yet, under its lock. Durable when it returns the SHA-256 of its bytes. Told
 * as a change, it begins the journal of the checkpoint.
 */
export async function createCheckpointFile(
  path: string,
  document: ExactObject,
  { change, ...options }: ChangeOptions = {},
): Promise<{ readonly sha256: string }> {
  const file = await openCheckpointFile(path, options);
  try {
    const isThere = lstatSync(file.path, { throwIfNoEntry: false }) !== undefined;
    if (change !== undefined && !isThere)
      journalChange(file.path, change, null, { sha256: fileHash(printedText(document)), document });
    return await file.create(document);
  } finally {
    await file.release();
  }
}
