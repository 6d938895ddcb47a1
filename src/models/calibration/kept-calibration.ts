import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Thresholds } from '../../experience/encoder.ts';
import { replaceFile } from '../../host/atomic-file.ts';
import { makePrivateFolder } from '../../host/private-folder.ts';
import { measure, thresholdsOf } from './calibrate.ts';
import { readCalibrationSet } from './calibration-set.ts';

/** What is known of an encoder once it was measured. */
export interface Calibration {
  readonly dims: number;
  readonly thresholds: Thresholds;
}

export interface CalibrationPlace {
  /** `PRAXIS_HOME`, absolute. */
  readonly home: string;
  /** `models/calibration` of this package. */
  readonly setFolder: string;
}

const cosine = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const schema = v.object({
  v: v.literal(1),
  of: v.string(),
  set: v.string(),
  dims: v.pipe(v.number(), v.integer(), v.minValue(1)),
  thresholds: v.object({ dupAt: cosine, simFloor: cosine, clusterAt: cosine, remedyAt: cosine }),
});

/**
 * The calibration of an encoder, measured once and kept in `PRAXIS_HOME/embedders`. `identity` tells it from others; it is
 * kept as a digest. `embed` is called only where nothing is kept for this encoder and the set of this version.
 */
export async function keptCalibration(
  place: CalibrationPlace,
  identity: string,
  embed: (texts: readonly string[]) => Promise<readonly (Float32Array | null)[]>,
): Promise<Calibration> {
  const set = readCalibrationSet(place.setFolder);
  const of = createHash('sha256').update(identity).digest('hex');
  const folder = join(place.home, 'embedders');
  const path = join(folder, `${of.slice(0, 16)}.json`);
  const kept = v.safeParse(schema, parsed(path));
  if (kept.success && kept.output.of === of && kept.output.set === set.digest) return kept.output;
  let dims = 0;
  const cosines = await measure(async (texts) => {
    const vectors = await embed(texts);
    dims ||= vectors.find((vector) => vector !== null)?.length ?? 0;
    return vectors;
  }, set);
  const calibration = { dims, thresholds: thresholdsOf(cosines) };
  makePrivateFolder(folder);
  const record = { v: 1, of, set: set.digest, ...calibration };
  replaceFile(path, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  return calibration;
}

/** Undefined where it is missing or no JSON: then it is measured again. */
function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
