import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundle, bundle } from '../support/bundle.ts';
import { integrity, writtenSession } from '../support/library-check.ts';
import { storeWriter } from '../support/store-writers.ts';
import { share } from './share.ts';

const WRITERS = 8;

describe('a library whose writers are killed again and again', () => {
  let writer: Bundle;
  let folder: string;

  beforeAll(async () => {
    writer = await bundle(join(import.meta.dirname, '../support/store-writer.ts'));
    folder = mkdtempSync(join(tmpdir(), 'praxis-kills-'));
  });
  afterAll(() => {
    writer.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test('loses no row that was called durable', async () => {
    const path = join(folder, 'praxis.db');
    const rounds = share(100);
    for (let round = 0; round < rounds; round++) {
      const ids = Array.from({ length: WRITERS }, (_, index) => `s${round}-${index}`);
      const writers = await Promise.all(ids.map((id) => storeWriter(writer.path, path, id, 60_000)));
      for (const one of writers) one.start();
      // Every other writer goes on while its neighbours are killed.
      for (const [index, one] of writers.entries()) {
        await one.reached(1 + ((round * 7 + index * 13) % 40));
        one.kill();
      }
      for (const one of writers) {
        const { acknowledged } = await one.ended;
        const found = await writtenSession(path, one.sessionId);
        expect(found.rows - acknowledged).toBeOneOf([0, 1]);
        expect(found).toMatchObject({ events: found.rows, isWhole: true });
      }
    }
    expect(await integrity(path)).toBe('ok');
  });
});
