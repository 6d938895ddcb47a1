import { join } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import type { Embedder } from '../experience/encoder.ts';
import type { Environment } from '../host/environment.ts';
import { packageFolder } from '../host/package-folder.ts';

/** The model that comes with Praxis. */
const SHIPPED = 'all-MiniLM-L6-v2';

/**
 * The embedder of a library: `choice` as PRAXIS_EMBEDDER names it, else the model that comes with Praxis. Nothing of a model
 * but its record is read before the first text. EMBEDDER_UNKNOWN for a choice that is none, EMBEDDER_INVALID for one that
 * cannot be used as it stands.
 */
export async function openEmbedder(
  environment: Environment,
  choice: string | null = environment.embedder,
): Promise<Embedder> {
  switch (choice) {
    case null:
    case 'minilm':
      return openShipped();
    case 'floor':
      return openFloor();
    default:
      throw new PraxisError('EMBEDDER_UNKNOWN', `no embedder is called ${JSON.stringify(choice)}`, {
        hint: 'PRAXIS_EMBEDDER takes `minilm` or `floor`.',
      });
  }
}

async function openShipped(): Promise<Embedder> {
  const [{ int8Embedder }, { readModelRecord }] = await Promise.all([
    import('../models/transformer/int8-embedder.ts'),
    import('../models/transformer/model-record.ts'),
  ]);
  const folder = join(packageFolder(), 'models', SHIPPED);
  const record = readModelRecord(folder);
  if (record.thresholds === undefined) throw new TypeError(`${folder} states no thresholds`);
  return int8Embedder(folder, record, record.thresholds);
}

async function openFloor(): Promise<Embedder> {
  const [{ encoderEmbedder }, { floorEncoder }] = await Promise.all([
    import('../models/encoder-embedder.ts'),
    import('../models/floor-encoder.ts'),
  ]);
  return encoderEmbedder(floorEncoder);
}
