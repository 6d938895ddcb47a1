import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
    const options = { writers: 4, drains: 2, count: 400, durationMs: 60_000 };
    expect(await crowd(programs, options)).toBeGreaterThanOrEqual(4);
  });

  test('loses and doubles nothing when drains are killed', async () => {
    expect(await killDrains(programs, 3)).toBeGreaterThan(1000);
  });
});
