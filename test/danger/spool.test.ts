import { afterAll, beforeAll, describe, test } from 'vitest';
import { crowd, killDrains, type SpoolPrograms, spoolPrograms } from './spool.ts';

describe('a spool', () => {
  let programs: SpoolPrograms;

  beforeAll(async () => {
    programs = await spoolPrograms();
  });
  afterAll(() => {
    programs.writer.remove();
    programs.drainer.remove();
  });

  test('gives every call of many writers once to drains that work at the same time', async () => {
    await crowd(programs, { writers: 4, drains: 2, count: 400, durationMs: 60_000 });
  });

  test('loses and doubles nothing when drains are killed', () => killDrains(programs, 3));
});
