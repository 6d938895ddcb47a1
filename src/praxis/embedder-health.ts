import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import type { Environment } from '../host/environment.ts';
import { packageFolder } from '../host/package-folder.ts';
import { embedderChoice } from './embedder-choice.ts';

/** Whether the embedder that is chosen can work, without asking it anything. */
export interface EmbedderHealth {
  /** What it is. */
  readonly detail: string;
  /** What keeps it from working; null: nothing. */
  readonly problem: PraxisError | null;
}

/** Looks at what the chosen embedder needs: whole files, a package, an address, a key. Nothing is sent anywhere. */
export async function checkEmbedder(environment: Environment): Promise<EmbedderHealth> {
  try {
    return { detail: await examined(environment), problem: null };
  } catch (error) {
    if (error instanceof PraxisError) return { detail: error.message, problem: error };
    throw error;
  }
}

async function examined(environment: Environment): Promise<string> {
  const chosen = embedderChoice(environment.embedder);
  switch (chosen.kind) {
    case 'floor':
      return 'floor: no model';
    case 'openai': {
      const { endpointOf } = await import('../models/endpoint/endpoint.ts');
      const { embedderUrl: url, embedderKey: key, openAiKey } = environment;
      const endpoint = endpointOf({ url, model: chosen.model, key, openAiKey });
      return `${chosen.model} at ${endpoint.url}, ${endpoint.key === null ? 'without a key' : 'with a key'} (not asked)`;
    }
    case 'folder':
      return folderHealth(resolve(chosen.path));
    default:
      return int8Health(join(packageFolder(), 'models/all-MiniLM-L6-v2'));
  }
}

async function folderHealth(folder: string): Promise<string> {
  if (existsSync(join(folder, 'model.json'))) return int8Health(folder);
  const [{ onnxFolder }, { loadOnnxRuntime, loadTokenizers }] = await Promise.all([
    import('../models/onnx/onnx-folder.ts'),
    import('../models/onnx/onnx-runtime.ts'),
  ]);
  const found = onnxFolder(folder);
  await loadOnnxRuntime();
  if (found.tokenizer.kind === 'json') await loadTokenizers();
  return `${found.name}, ${found.graph}`;
}

/** Every file of the folder, by its digest. EMBEDDER_INVALID names the first one that is missing or damaged. */
async function int8Health(folder: string): Promise<string> {
  const { modelFile, readModelRecord } = await import('../models/transformer/model-record.ts');
  const record = readModelRecord(folder);
  for (const { name, sha256 } of record.files) {
    const path = modelFile(folder, record, name);
    const found = createHash('sha256').update(readFileSync(path)).digest('hex');
    if (found !== sha256) {
      throw new PraxisError('EMBEDDER_INVALID', `${path} is damaged: its SHA-256 is not the one recorded`, {
        hint: 'Install Praxis again, or make the folder again with `node models/convert.mjs`.',
      });
    }
  }
  return `${record.name}, ${record.dims} dimensions, ${record.files.length} files whole`;
}
