import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../base/sha256.ts';
import { recordEvents } from './record-events.ts';
import type { IncomingRecord } from './store.ts';

const line = (n: number) => `${JSON.stringify({ host: 'h', sessionId: 's1', callId: n, tool: 't', ok: true })}\n`;

/** A source that gives texts as bytes, and waits where it finds a promise. */
async function* source(...parts: readonly (string | Promise<unknown>)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) {
    if (typeof part === 'string') yield new TextEncoder().encode(part);
    else await part;
  }
}

/** A recording with the sizes of the batches it stores. */
function recording(pause: () => Promise<void> = () => Promise.resolve()) {
  const batches: number[] = [];
  const stored = new Set<() => void>();
  const store = {
    add: async (records: readonly IncomingRecord[]) => {
      batches.push(records.length);
      for (const tell of stored) tell();
      return records.map(() => 'new' as const);
    },
    injections: async () => [],
  };
  const defaults = { libraryId: 'lib', newId: () => 'id', hash: sha256Hex };
  return {
    batches,
    nextBatch: () => new Promise<void>((resolve) => stored.add(resolve)),
    run: (chunks: AsyncIterable<Uint8Array>) => recordEvents(chunks, { store, defaults, nowMs: () => 0, pause }),
  };
}

/** Nothing ever comes so late that it would not come at once. */
const patient = () => new Promise<void>(() => {});

describe('recording', () => {
  test('stores what has come as soon as nothing more comes at once', async () => {
    const { batches, nextBatch, run } = recording();
    // The second line comes only after the first one is stored.
    expect(await run(source(line(1), nextBatch(), line(2)))).toEqual({ accepted: 2, rejected: [] });
    expect(batches).toEqual([1, 1]);
  });

  test('stores by the thousand what comes at once', async () => {
    const { batches, run } = recording(patient);
    const lines = Array.from({ length: 2500 }, (_, n) => line(n));
    expect(await run(source(...lines))).toEqual({ accepted: 2500, rejected: [] });
    expect(batches).toEqual([1000, 1000, 500]);
  });

  test('reads lines that lie across chunks, and a last one without an end', async () => {
    const { run } = recording(patient);
    const text = `${line(1)}\n${line(2)}${line(3).trimEnd()}`;
    const pieces = text.match(/[\s\S]{1,7}/g) ?? [];
    expect(await run(source(...pieces))).toEqual({ accepted: 3, rejected: [] });
  });

  test('names refused lines by their number, blank ones counted', async () => {
    const { run } = recording();
    const answer = await run(source(`${line(1)}\n  \n{"tool":1}\n${line(2)}"`));
    expect(answer.accepted).toBe(2);
    expect(answer.rejected.map((one) => one.line)).toEqual([4, 6]);
  });

  test('never quotes what is no JSON, since nothing has redacted it', async () => {
    const { run } = recording();
    expect(JSON.stringify(await run(source('{"token":"hunter2planted",}\n')))).not.toContain('hunter2planted');
  });

  test('stores what came before its source failed', async () => {
    const { batches, run } = recording(patient);
    await expect(run(source(line(1), Promise.reject(new Error('gone'))))).rejects.toThrow('gone');
    expect(batches).toEqual([1]);
  });

  test('lets go of its source where the store fails', async () => {
    let isClosed = false;
    async function* endless() {
      try {
        for (let n = 0; ; n++) yield new TextEncoder().encode(line(n));
      } finally {
        isClosed = true;
      }
    }
    const store = { add: () => Promise.reject(new Error('full')), injections: async () => [] };
    const defaults = { libraryId: 'lib', newId: () => 'id', hash: sha256Hex };
    const parts = { store, defaults, nowMs: () => 0, pause: () => Promise.resolve() };
    await expect(recordEvents(endless(), parts)).rejects.toThrow('full');
    expect(isClosed).toBe(true);
  });
});
