import { describe, expect, test } from 'vitest';
import { at, callOf, markOf } from '../../test/support/telemetry-records.ts';
import { drainSpool } from './drain.ts';
import type { TelemetryRecord } from './event.ts';
import type { ClaimedFile, Spool } from './spool.ts';
import type { IncomingRecord } from './store.ts';

/** A spool in memory. Each file is a text. */
function memorySpool(...files: string[]): Spool & { readonly aside: string[]; readonly left: string[] } {
  const aside: string[] = [];
  const left = [...files];
  return {
    asidePath: 'aside',
    aside,
    left,
    append: (lines) => void left.push(lines.join('\n')),
    isEmpty: () => left.length === 0,
    claim: () =>
      files.map(
        (text): ClaimedFile => ({
          // In small pieces, so that lines and characters lie across their borders.
          *chunks() {
            const bytes = Buffer.from(text);
            for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
          },
          remove: () => void left.splice(left.indexOf(text), 1),
        }),
      ),
    setAside: (lines) => void aside.push(...lines),
    forgetAside: () => {},
    withLease: (body) => body(),
  };
}

/** A store that knows records by their ids, and what of each it was given. */
function memoryStore(given: readonly Extract<TelemetryRecord, { type: 'injection' }>[] = []) {
  const stored = new Map<string, IncomingRecord>();
  return {
    stored,
    add: async (records: readonly IncomingRecord[]) =>
      records.map((one) => {
        if (stored.has(one.record.eventId)) return 'duplicate' as const;
        stored.set(one.record.eventId, one);
        return 'new' as const;
      }),
    injections: async (sessionId: string) => given.filter((one) => one.sessionId === sessionId),
  };
}

const line = (record: TelemetryRecord) => JSON.stringify(record);
const injection = (eventId: string, seconds: number, ids: readonly string[]) =>
  markOf('injection', eventId, { at: at(seconds), tag: 'a', ids, contentHash: 'h' }) as Extract<
    TelemetryRecord,
    { type: 'injection' }
  >;

describe('draining', () => {
  test('moves every record once and removes the files', async () => {
    const spool = memorySpool(`\n${line(callOf('c1', { output: 'größer ✓' }))}\n`, `${line(callOf('c2'))}\n\n`);
    const store = memoryStore();
    expect(await drainSpool(spool, store, () => 0)).toEqual({ stored: 2, duplicates: 0, refused: 0 });
    expect(store.stored.get('c1')?.record).toEqual(callOf('c1', { output: 'größer ✓' }));
    expect(spool.left).toEqual([]);
  });

  test('that was killed before the files were removed doubles nothing', async () => {
    const store = memoryStore();
    const text = `${line(callOf('c1'))}\n`;
    await drainSpool(memorySpool(text), store, () => 0);
    expect(await drainSpool(memorySpool(text), store, () => 0)).toEqual({ stored: 0, duplicates: 1, refused: 0 });
  });

  test('sets aside what is torn, no record, or newer than it knows', async () => {
    const whole = line(callOf('c1'));
    const refused = [whole.slice(0, 40), '{"v":1}', JSON.stringify({ ...callOf('c2'), v: 2 }), '[]'];
    const spool = memorySpool([...refused, whole].join('\n'));
    expect(await drainSpool(spool, memoryStore(), () => 0)).toEqual({ stored: 1, duplicates: 0, refused: 4 });
    expect(spool.aside).toEqual(refused);
  });

  test('tells of calls whose writer left it out which lessons their session had been given', async () => {
    const { injected: _, ...bare } = callOf('c1', { startedAt: at(10) });
    const spool = memorySpool(
      [injection('i2', 5, ['r2', 'r1']), injection('i3', 20, ['r9'])].map(line).join('\n'),
      `${JSON.stringify(bare)}\n${line(callOf('c2', { startedAt: at(10) }))}`,
    );
    const store = memoryStore([injection('i1', 1, ['u1']), injection('i2', 5, ['r2', 'r1'])]);
    await drainSpool(spool, store, () => 0);
    expect(store.stored.get('c1')?.record).toMatchObject({ injected: ['r1', 'r2', 'u1'] });
    expect(store.stored.get('c2')?.record).toMatchObject({ injected: [] });
  });

  test('of an empty spool takes no lease', async () => {
    const spool = { ...memorySpool(), withLease: () => Promise.reject(new Error('taken')) };
    expect(await drainSpool(spool, memoryStore(), () => 0)).toEqual({ stored: 0, duplicates: 0, refused: 0 });
  });
});
