import { describe, expect, test } from 'vitest';
import { untilStopped } from './stoppable-chunks.ts';

const never = new Promise<never>(() => {});
/** Longer than anything that comes at once takes to come. */
const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

async function* source(count: number, last: Promise<unknown> = Promise.resolve()): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n++) yield Uint8Array.of(n);
  await last;
}

async function taken(chunks: AsyncIterable<Uint8Array>, onChunk: (n: number) => void = () => {}): Promise<number> {
  let count = 0;
  for await (const _ of chunks) onChunk(++count);
  return count;
}

describe('a source that may be stopped', () => {
  test('gives all that it has while nobody stops it', async () => {
    expect(await taken(untilStopped(source(200), new AbortController().signal, pause))).toBe(200);
  });

  test('ends where nothing more comes, though it is still open', async () => {
    const stop = new AbortController();
    expect(await taken(untilStopped(source(3, never), stop.signal, pause), (n) => n === 3 && stop.abort())).toBe(3);
  });

  test('wakes from waiting when it is stopped', async () => {
    const stop = new AbortController();
    const counted = taken(untilStopped(source(1, never), stop.signal, pause));
    setImmediate(() => stop.abort());
    expect(await counted).toBe(1);
  });

  test('still gives what was there when it was stopped', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await taken(untilStopped(source(20), stop.signal, pause))).toBe(20);
  });

  test('leaves one that never ends', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await taken(untilStopped(source(1e9), stop.signal, pause))).toBe(64);
  });

  test('tells how its source failed', async () => {
    const failing = untilStopped(source(1, Promise.reject(new Error('gone'))), new AbortController().signal, pause);
    await expect(taken(failing)).rejects.toThrow('gone');
  });

  test('closes its source where its reader leaves', async () => {
    let isClosed = false;
    async function* closing() {
      try {
        yield* source(5);
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of untilStopped(closing(), new AbortController().signal, pause)) break;
    expect(isClosed).toBe(true);
  });
});
