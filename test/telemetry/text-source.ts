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

/** Bytes in chunks of the sizes, again and again, that come one after the other in the same memory, as a reader of files gives them. */
export function reusingSource(path: string, bytes: Uint8Array, sizes: readonly number[]): ByteSource {
  return {
    path,
    sizeBytes: bytes.length,
    async *open() {
      // A Buffer, since its `slice` is no copy.
      const memory = Buffer.alloc(Math.max(...sizes, 1));
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const chunk = bytes.subarray(at, at + Math.max(1, sizes[n % sizes.length] ?? 1));
        memory.fill(0x41);
        memory.set(chunk);
        yield memory.subarray(0, chunk.length);
        at += chunk.length;
      }
      memory.fill(0x41);
    },
  };
}
