import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemRandom } from '../../src/host/random.ts';
import { type Bundle, bundle } from '../support/bundle.ts';
import { expectSound, underFire } from '../support/experience-fire.ts';
import { integrity } from '../support/library-check.ts';
import { share } from './share.ts';

describe('a library of experiences under fire', () => {
  let worker: Bundle;
  let folder: string;

  beforeAll(async () => {
    worker = await bundle(join(import.meta.dirname, '../support/experience-worker.ts'));
    folder = mkdtempSync(join(tmpdir(), 'praxis-fire-'));
  });
  afterAll(() => {
    worker.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test('of eight processes that are killed at random stays one line of versions, and undoes to nothing', async () => {
    const database = join(folder, 'praxis.db');
    const fire = await underFire({
      worker: worker.path,
      database,
      processes: 8,
      durationMs: share(60_000),
      linesBeforeKill: () => 1 + ((systemRandom.bytes(1)[0] ?? 0) % 48),
    });
    const { batches, undone } = await expectSound(database, fire);
    expect(await integrity(database)).toBe('ok');
    process.stderr.write(`${batches} batches, ${fire.kills} kills, ${undone} undone\n`);
  });
});
