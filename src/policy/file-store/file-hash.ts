import { createHash } from 'node:crypto';

/** SHA-256 of a file's bytes in lower-case hex. The system's own, since a goal of a thousand slices is large. */
export function fileHash(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
