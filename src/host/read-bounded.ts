import { open } from 'node:fs/promises';

/** At most `limit` bytes from the beginning of a file, so that neither a huge file nor an endless device fills the memory. */
export async function readBounded(path: string, limit: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    while (length < limit) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(Math.min(65_536 * 4, limit - length)));
      if (bytesRead === 0) break;
      chunks.push(buffer.subarray(0, bytesRead));
      length += bytesRead;
    }
    return Buffer.concat(chunks);
  } finally {
    await file.close();
  }
}

/** Why a file could not be read, as what may be said of it. */
export function unreadableBecause(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read';
    case 'EISDIR':
      return 'is a folder, not a file';
    default:
      return `cannot be read: ${(error as Error).message}`;
  }
}
