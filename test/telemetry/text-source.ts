import type { ByteSource } from '../../src/telemetry/import/import-source.ts';

/** Bytes in memory as a source that comes in chunks of a size. */
export function bytesSource(path: string, bytes: Uint8Array, chunkBytes = 4096): ByteSource {
  return {
    path,
    sizeBytes: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    },
  };
}

/** A text as UTF-8. */
export function textSource(path: string, text: string, chunkBytes?: number): ByteSource {
  return bytesSource(path, new TextEncoder().encode(text), chunkBytes);
}
