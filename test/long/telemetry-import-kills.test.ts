import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Place, place, praxis, ROOT, start } from '../e2e/support.ts';
import { integrity } from '../support/library-check.ts';
import { share } from './share.ts';

const LIBRARY = ['--library', 'kills'];
const IMPORT = ['telemetry', 'import', ...LIBRARY, '--all', '--json', join(ROOT, 'test/data/trajectories')];
const KILLS_IN_A_ROW = 5;

/** All that is stored, in an order of its own. */
async function stored(at: Place): Promise<readonly string[]> {
  const { stdout, exit } = await praxis(at, ['telemetry', 'export', ...LIBRARY]);
  expect(exit).toBe(0);
  return stdout.split('\n').filter(Boolean).sort();
}

describe('an import that is killed again and again', () => {
  test('has lost nothing and doubled nothing once it comes to its end', async () => {
    const undisturbed = place();
    const { durationMs, stdout: document } = await praxis(undisturbed, IMPORT);
    const whole = { records: await stored(undisturbed), totals: JSON.parse(document).totals };
    expect(whole.records.length).toBeGreaterThan(whole.totals.events);
    let kills = 0;
    for (let round = 0; round < share(10); round++) {
      const at = place();
      for (let kill = 0; kill < KILLS_IN_A_ROW; kill++) {
        const importing = start(at, IMPORT);
        const timer = setTimeout(() => importing.kill('SIGKILL'), Math.random() * durationMs);
        const { exit } = await importing.ended;
        clearTimeout(timer);
        if (exit === null) kills += 1;
      }
      const { stdout, exit } = await praxis(at, IMPORT);
      expect(exit).toBe(0);
      const { totals } = JSON.parse(stdout);
      expect({ ...totals, duplicates: 0 }).toEqual(whole.totals);
      const records = await stored(at);
      expect(records.length).toBe(whole.records.length);
      expect(records.find((record, n) => record !== whole.records[n])).toBeUndefined();
      const again = JSON.parse((await praxis(at, IMPORT)).stdout).totals;
      expect(again).toEqual({ ...totals, duplicates: whole.totals.events });
      const [library = ''] = readdirSync(join(at.home, 'libraries'));
      expect(await integrity(join(at.home, 'libraries', library, 'praxis.db'))).toBe('ok');
    }
    expect(kills).toBeGreaterThan(0);
  });
});
