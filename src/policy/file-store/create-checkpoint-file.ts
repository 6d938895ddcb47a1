import type { ExactObject } from '../../base/exact-json.ts';
import { openCheckpointFile } from './checkpoint-file.ts';
import type { LockOptions } from './lock-file.ts';

/** Makes a checkpoint file that must not be there yet, under its lock. Durable when it returns the SHA-256 of its bytes. */
export async function createCheckpointFile(
  path: string,
  document: ExactObject,
  options: LockOptions = {},
): Promise<{ readonly sha256: string }> {
  const file = await openCheckpointFile(path, options);
  try {
    return await file.create(document);
  } finally {
    await file.release();
  }
}
