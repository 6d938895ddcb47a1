import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { unreachable } from '../base/unreachable.ts';
import type { Embedder, Thresholds } from '../experience/encoder.ts';
import type { Environment } from '../host/environment.ts';
import { packageFolder } from '../host/package-folder.ts';
import type { CalibrationPlace } from '../models/calibration/kept-calibration.ts';
import { embedderChoice } from './embedder-choice.ts';
import { type AskForWarm, embedderHelper, warmEmbedder } from './warm-embedder.ts';

/** The folder of the model that comes with Praxis. */
const SHIPPED = 'models/all-MiniLM-L6-v2';
/** For a model that is being measured: nothing is judged by them. */
const UNKNOWN: Thresholds = { dupAt: 1, simFloor: 1, clusterAt: 1, remedyAt: 1 };

/**
 * The embedder of a library: `choice` as PRAXIS_EMBEDDER names it, else the model that comes with Praxis. Nothing of a model
 * but its record is read before the first text; only one whose thresholds nobody knows is measured now, once. A few texts
 * are given to the helper of this user where it answers in time, and embedded by this process else. EMBEDDER_UNKNOWN for a
 * choice that is none, EMBEDDER_INVALID for one that cannot be used as it stands.
 */
export async function openEmbedder(
  environment: Environment,
  choice: string | null = environment.embedder,
): Promise<Embedder> {
  const own = await openOwnEmbedder(environment, choice);
  const helper = findHelper(environment, own, choice);
  return helper === null ? own : warmEmbedder(own, helper);
}

/** As `openEmbedder`, without a helper. */
export async function openOwnEmbedder(environment: Environment, choice: string | null): Promise<Embedder> {
  const chosen = embedderChoice(choice);
  switch (chosen.kind) {
    case 'minilm':
      return openInt8(join(packageFolder(), SHIPPED), environment);
    case 'floor':
      return openFloor();
    case 'folder':
      return openFolder(resolve(chosen.path), environment);
    case 'openai':
      return openEndpoint(chosen.model, environment);
    default:
      return unreachable(chosen);
  }
}

/** Vectors, and whose they are. */
interface WarmVectors {
  readonly embedder: Embedder;
  readonly vectors: readonly (Float32Array | null)[];
}

/**
 * For whoever cannot wait, such as a hook: the vectors of the library's embedder where the helper gives them within 100 ms,
 * else null, and a helper is started for the next time. Null as well for embedders that no helper serves.
 */
export async function embedIfWarm(
  environment: Environment,
  texts: readonly string[],
  choice: string | null = environment.embedder,
): Promise<WarmVectors | null> {
  if (embedderChoice(choice).kind === 'openai') return null;
  const embedder = await openOwnEmbedder(environment, choice);
  const helper = findHelper(environment, embedder, choice);
  const vectors = (await helper?.(texts)) ?? null;
  return vectors === null ? null : { embedder, vectors };
}

function findHelper(environment: Environment, own: Embedder, choice: string | null): AskForWarm | null {
  const chosen = embedderChoice(choice);
  if (environment.isEmbedderHelperOff) return null;
  if (chosen.kind !== 'minilm' && chosen.kind !== 'folder') return null;
  const served = chosen.kind === 'folder' ? `folder:${resolve(chosen.path)}` : chosen.kind;
  return embedderHelper(environment.home, own, served);
}

async function openInt8(folder: string, { home }: Environment): Promise<Embedder> {
  const [{ int8Embedder, int8ModelId }, { readModelRecord }] = await Promise.all([
    import('../models/transformer/int8-embedder.ts'),
    import('../models/transformer/model-record.ts'),
  ]);
  const record = readModelRecord(folder);
  if (record.thresholds !== undefined) return int8Embedder(folder, record, record.thresholds);
  const { keptCalibration } = await import('../models/calibration/kept-calibration.ts');
  const { embed } = int8Embedder(folder, record, UNKNOWN);
  const { thresholds } = await keptCalibration(calibrationPlace(home), int8ModelId(record), embed);
  return int8Embedder(folder, record, thresholds);
}

async function openFloor(): Promise<Embedder> {
  const [{ encoderEmbedder }, { floorEncoder }] = await Promise.all([
    import('../models/encoder-embedder.ts'),
    import('../models/floor-encoder.ts'),
  ]);
  return encoderEmbedder(floorEncoder);
}

async function openFolder(folder: string, environment: Environment): Promise<Embedder> {
  if (existsSync(join(folder, 'model.json'))) return openInt8(folder, environment);
  const { onnxFolder, onnxIdentity } = await import('../models/onnx/onnx-folder.ts');
  const found = onnxFolder(folder);
  const [{ onnxEmbedder }, { keptCalibration }] = await Promise.all([
    import('../models/onnx/onnx-embedder.ts'),
    import('../models/calibration/kept-calibration.ts'),
  ]);
  const identity = await onnxIdentity(found);
  const { dims, thresholds } = await keptCalibration(
    calibrationPlace(environment.home),
    identity.join(' '),
    onnxEmbedder(found, identity, 0, UNKNOWN).embed,
  );
  return onnxEmbedder(found, identity, dims, thresholds);
}

async function openEndpoint(model: string, environment: Environment): Promise<Embedder> {
  const [{ endpointOf }, { askForVectors, endpointEmbedder, endpointIdentity }, { keptCalibration }] =
    await Promise.all([
      import('../models/endpoint/endpoint.ts'),
      import('../models/endpoint/endpoint-embedder.ts'),
      import('../models/calibration/kept-calibration.ts'),
    ]);
  const { embedderUrl: url, embedderKey: key, openAiKey, home } = environment;
  const endpoint = endpointOf({ url, model, key, openAiKey });
  const { dims, thresholds } = await keptCalibration(
    calibrationPlace(home),
    endpointIdentity(endpoint),
    askForVectors(endpoint, null),
  );
  return endpointEmbedder(endpoint, dims, thresholds);
}

function calibrationPlace(home: string): CalibrationPlace {
  return { home, setFolder: join(packageFolder(), 'models/calibration') };
}
