import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Bundle, bundle } from '../../../../test/support/bundle.ts';
import { expectSound, underFire } from '../../../../test/support/experience-fire.ts';
import { integrity } from '../../../../test/support/library-check.ts';

describe('check 5: a library of experiences that many processes change', () => {
  let worker: Bundle;
  let folder: string;
  let database: string;

  beforeAll(async () => {
    worker = await bundle(join(import.meta.dirname, '../../../../test/support/experience-worker.ts'));
  });
  afterAll(() => worker.remove());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'praxis-fire-'));
    database = join(folder, 'praxis.db');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('keeps every batch of ten writers at once, each as one version, and undoes them all', async () => {
    const fire = await underFire({
      worker: worker.path,
      database,
      processes: 10,
      durationMs: 1500,
      linesBeforeKill: () => null,
    });
    const { batches, undone } = await expectSound(database, fire);
    expect(fire.done.length).toBeGreaterThan(0);
    // Nobody was killed: what was begun and not done found nothing to undo.
    expect(batches).toBe(1 + fire.done.length);
    expect(undone).toBeGreaterThan(0);
  });

  test('loses none that was called done when its writers are killed', async () => {
    let draw = 0;
    const fire = await underFire({
      worker: worker.path,
      database,
      processes: 3,
      durationMs: 2000,
      linesBeforeKill: () => 2 + ((7 * draw++) % 12),
    });
    expect(fire.kills).toBeGreaterThan(0);
    await expectSound(database, fire);
    expect(await integrity(database)).toBe('ok');
  });
});
