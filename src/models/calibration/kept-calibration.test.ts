import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { floorEncoder } from '../floor-encoder.ts';
import { keptCalibration } from './kept-calibration.ts';

const setFolder = join(import.meta.dirname, '../../../models/calibration');

function encoder() {
  const home = mkdtempSync(join(tmpdir(), 'calibration-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const counts = { texts: 0 };
  const embed = async (texts: readonly string[]) => {
    counts.texts += texts.length;
    return texts.map((text) => floorEncoder.encode(text));
  };
  return { home, counts, calibrate: (identity: string) => keptCalibration({ home, setFolder }, identity, embed) };
}

describe('the calibration of an encoder that nobody knows', () => {
  test('is measured once and kept for this user alone', async () => {
    const { home, counts, calibrate } = encoder();
    const first = await calibrate('https://example.org/v1 some-model');
    expect(first.dims).toBe(384);
    expect(first.thresholds).toMatchObject({ dupAt: floorEncoder.dupAt, simFloor: floorEncoder.simFloor });
    expect(counts.texts).toBeGreaterThan(800);
    const asked = counts.texts;
    expect(await calibrate('https://example.org/v1 some-model')).toMatchObject(first);
    expect(counts.texts).toBe(asked);
    const [name = ''] = readdirSync(join(home, 'embedders'));
    const path = join(home, 'embedders', name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).not.toContain('example.org');
  });

  test('is measured again for another model, for another set and after damage', async () => {
    const { home, counts, calibrate } = encoder();
    await calibrate('one');
    const once = counts.texts;
    await calibrate('two');
    expect(counts.texts).toBe(2 * once);
    for (const name of readdirSync(join(home, 'embedders'))) {
      const path = join(home, 'embedders', name);
      const { set: _, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, JSON.stringify({ ...rest, set: 'another' }));
    }
    await calibrate('one');
    expect(counts.texts).toBe(3 * once);
    for (const name of readdirSync(join(home, 'embedders'))) writeFileSync(join(home, 'embedders', name), '{');
    await calibrate('one');
    expect(counts.texts).toBe(4 * once);
  });
});
