import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { measure, share, thresholdsOf } from './calibration/calibrate.ts';
import { readCalibrationSet } from './calibration/calibration-set.ts';
import { encoderEmbedder } from './encoder-embedder.ts';
import { floorEncoder } from './floor-encoder.ts';

const CALIBRATION = join(import.meta.dirname, '../../models/calibration');
const RECORDED = join(import.meta.dirname, '../../test/data/trajectories/tau-bench');

interface Opening {
  readonly task: string;
  readonly text: string;
  readonly vector: Float32Array;
}

interface RecordedRun {
  readonly task_id: number;
  readonly traj: readonly { readonly role: string; readonly content: string }[];
}

/** The first messages of the users of all recorded runs, with the task that each was about. */
function openings(): readonly Opening[] {
  return readdirSync(RECORDED).flatMap((name) => {
    const runs: readonly RecordedRun[] = JSON.parse(readFileSync(join(RECORDED, name), 'utf8'));
    const set = name.includes('airline') ? 'airline' : 'retail';
    return runs.flatMap(({ task_id: id, traj }) => {
      const text = traj.find((message) => message.role === 'user')?.content;
      const vector = text === undefined ? null : floorEncoder.encode(text);
      return text === undefined || vector === null ? [] : [{ task: `${set} ${id}`, text, vector }];
    });
  });
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

const near = (a: string, b: string) => {
  const [x, y] = [floorEncoder.encode(a), floorEncoder.encode(b)];
  return x !== null && y !== null && cosine(x, y) >= floorEncoder.clusterAt;
};

describe('the encoder without a model', () => {
  test('gives unit vectors, the same for the same text, and none for a text without words', () => {
    const vector = floorEncoder.encode('make the tests pass') ?? new Float32Array();
    expect(vector).toHaveLength(floorEncoder.dims);
    expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    expect(floorEncoder.encode('make the tests pass')).toEqual(vector);
    expect(floorEncoder.encode(' … ')).toBeNull();
  });

  test('joins tasks that are worded a little differently, and parts others', () => {
    expect(near('Fix the failing tests in the parser', 'please fix the failing parser tests')).toBe(true);
    expect(near('make the failing tests pass', 'fix the failing tests')).toBe(true);
    expect(near('update the changelog', 'write the release notes')).toBe(false);
    expect(near('make the failing tests pass', 'add a flag to the list command')).toBe(false);
  });

  test('lets at most one pair in a hundred of recorded openings of different tasks meet, and a third of those of one', () => {
    const all = openings();
    const counts = { one: 0, oneMet: 0, two: 0, twoMet: 0 };
    for (const [index, a] of all.entries()) {
      for (const b of all.slice(index + 1)) {
        if (a.text === b.text) continue;
        const kind = a.task === b.task ? 'one' : 'two';
        counts[kind]++;
        if (cosine(a.vector, b.vector) >= floorEncoder.clusterAt) counts[`${kind}Met`]++;
      }
    }
    expect(counts).toMatchObject({ one: 416, two: 44_722 });
    expect(counts.twoMet / counts.two).toBeLessThan(0.01);
    expect(counts.oneMet / counts.one).toBeGreaterThan(1 / 3);
  });

  test('has an id that names the very vectors it gives', () => {
    const digest = createHash('sha256');
    for (const text of readCalibrationSet(CALIBRATION).guidelines) {
      digest.update(new Uint8Array((floorEncoder.encode(text) ?? new Float32Array()).buffer));
    }
    expect(floorEncoder.id).toBe(`floor:${floorEncoder.dims}:2:${digest.digest('hex').slice(0, 12)}`);
  });

  test('has the thresholds that the shipped set gives: 1 % of different pairs pass for duplicates, nonsense finds as little as with MiniLM', async () => {
    const floor = encoderEmbedder(floorEncoder);
    const cosines = await measure((texts) => floor.embed(texts), readCalibrationSet(CALIBRATION));
    const { dupAt, simFloor, remedyAt } = thresholdsOf(cosines);
    expect({ dupAt, simFloor, remedyAt }).toEqual({
      dupAt: floorEncoder.dupAt,
      simFloor: floorEncoder.simFloor,
      remedyAt: floorEncoder.remedyAt,
    });
    expect(share(cosines.different, dupAt)).toBeLessThanOrEqual(0.01);
    expect(share(cosines.same, dupAt)).toBeGreaterThan(0.5);
  });
});
