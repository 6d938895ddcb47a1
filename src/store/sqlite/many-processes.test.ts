import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Bundle, bundle } from '../../../test/support/bundle.ts';
import { integrity, writtenSession } from '../../../test/support/library-check.ts';
import { storeWriter } from '../../../test/support/store-writers.ts';

describe('a library that many processes write', () => {
  let writer: Bundle;
  let folder: string;
  let path: string;

  beforeAll(async () => {
    writer = await bundle(join(import.meta.dirname, '../../../test/support/store-writer.ts'));
  });
  afterAll(() => writer.remove());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'praxis-many-'));
    path = join(folder, 'praxis.db');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is made once by eight that begin at once, and loses and doubles nothing of what they write', async () => {
    const sessions = Array.from({ length: 8 }, (_, index) => `s${index}`);
    const writers = await Promise.all(sessions.map((id) => storeWriter(writer.path, path, id, 2000)));
    for (const one of writers) one.start();
    const ends = await Promise.all(writers.map((one) => one.ended));

    expect(ends.map((end) => ({ exitCode: end.exitCode, stderr: end.stderr }))).toEqual(
      sessions.map(() => ({ exitCode: 0, stderr: '' })),
    );
    for (const [index, end] of ends.entries()) {
      expect(end.acknowledged).toBeGreaterThan(0);
      expect(await writtenSession(path, `s${index}`)).toEqual({
        rows: end.acknowledged,
        events: end.acknowledged,
        isWhole: true,
      });
    }
    expect(await integrity(path)).toBe('ok');
  });

  test('keeps every row that it called durable when its writers are killed', async () => {
    for (let round = 0; round < 5; round++) {
      const writers = await Promise.all(
        [0, 1, 2, 3].map((index) => storeWriter(writer.path, path, `s${round}-${index}`, 60_000)),
      );
      for (const one of writers) one.start();
      await Promise.all(
        writers.map(async (one, index) => {
          await one.reached(1 + 9 * ((round + index) % 5));
          one.kill();
          const { acknowledged } = await one.ended;
          expect(acknowledged).toBeGreaterThan(0);
          const found = await writtenSession(path, one.sessionId);
          // The last row may be durable although its writer could no longer say so.
          expect(found.rows - acknowledged).toBeOneOf([0, 1]);
          expect(found.events).toBe(found.rows);
          expect(found.isWhole).toBe(true);
        }),
      );
    }
    expect(await integrity(path)).toBe('ok');
  });
});
