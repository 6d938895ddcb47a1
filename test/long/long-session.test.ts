import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Place, place, praxis } from '../e2e/support.ts';
import { type Bundle, bundle } from '../support/bundle.ts';
import { share } from './share.ts';

const CALLS = share(36_052);

describe(`a session of ${CALLS} calls with outputs of 8 KB`, () => {
  let filler: Bundle;

  beforeAll(async () => {
    filler = await bundle(join(import.meta.dirname, '../support/session-filler.ts'));
  });
  afterAll(() => filler.remove());

  /** A place with the library `long`, which holds that session, not sealed. */
  function filled(): Place {
    const at = place();
    const folder = join(at.home, 'libraries', 'long');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    execFileSync(process.execPath, [filler.path, join(folder, 'praxis.db'), String(CALLS)]);
    return at;
  }

  test('is sealed and listed in less than 300 MB', async () => {
    const at = filled();
    const ended = await praxis(at, ['sessions', '--library', 'long', '--json']);
    expect(JSON.parse(ended.stdout)).toMatchObject({ toolCalls: CALLS, epoch: 1 });
    console.info(`sealed and listed in ${ended.durationMs.toFixed(0)} ms and ${ended.peakMiB.toFixed(0)} MiB`);
    expect(ended.peakMiB).toBeLessThan(300);
  });
});
