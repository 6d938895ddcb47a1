import { afterAll, beforeAll, describe, test } from 'vitest';
import { crowd, killDrains, type SpoolPrograms, spoolPrograms } from '../danger/spool.ts';
import { share } from './share.ts';

describe('a spool', () => {
  let programs: SpoolPrograms;

  beforeAll(async () => {
    programs = await spoolPrograms();
  });
  afterAll(() => {
    programs.writer.remove();
    programs.drainer.remove();
  });

  test('of eight writers and two drains, for a minute, gives every call once', async () => {
    const calls = await crowd(programs, { writers: 8, drains: 2, count: 1e9, durationMs: share(60_000) });
    console.info(`${calls} calls of eight writers`);
  });

  test('loses and doubles nothing when drains are killed fifty times', async () => {
    const calls = await killDrains(programs, share(50));
    console.info(`${calls} calls through ${share(50)} killed drains`);
  });
});
