import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { PraxisError } from '../../base/errors.ts';
import { encoderLayout, GELU_BYTES } from './model-shape.ts';

const NAMES = ['encoder.int8.bin', 'words.int8.bin', 'vocab.txt', 'gelu.f32.bin'] as const;
/** A file that a model folder must hold. */
export type ModelFileName = (typeof NAMES)[number];

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const cosine = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const thresholds = v.object({ dupAt: cosine, simFloor: cosine, clusterAt: cosine, remedyAt: cosine });

const schema = v.pipe(
  v.object({
    v: v.literal(1),
    name: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/)),
    version: count,
    dims: count,
    layers: count,
    heads: count,
    inner: count,
    words: count,
    positions: count,
    maxTokens: v.pipe(count, v.minValue(3)),
    epsilon: v.number(),
    pooling: v.picklist(['mean', 'first']),
    thresholds: v.optional(thresholds),
    files: v.array(
      v.object({ name: v.picklist(NAMES), bytes: count, sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
    ),
  }),
  v.check((model) => model.dims % 32 === 0 && model.inner % 32 === 0, '`dims` and `inner` are multiples of 32'),
  v.check((model) => model.dims % (model.heads * 32) === 0, '`dims` / `heads` is a multiple of 32'),
  v.check((model) => model.maxTokens <= model.positions, '`maxTokens` is at most `positions`'),
  v.check((model) => {
    const wanted = {
      'encoder.int8.bin': encoderLayout(model).bytes,
      'words.int8.bin': model.words * (model.dims + 4),
      'gelu.f32.bin': GELU_BYTES,
    };
    return model.files.every(({ name, bytes }) => name === 'vocab.txt' || bytes === wanted[name]);
  }, 'the sizes in `files` follow from the measures of the model'),
  v.check(
    (model) => NAMES.every((name) => model.files.some((file) => file.name === name)),
    `\`files\` names ${NAMES.join(', ')}`,
  ),
);

/** What `model.json` of a model folder says: the measures of the model, its thresholds if known, its files. */
export type ModelRecord = v.InferOutput<typeof schema>;

const MODEL_RECORD = 'model.json';

/** The record of a model folder. EMBEDDER_INVALID where it is missing, not understood or newer than this version. */
export function readModelRecord(folder: string): ModelRecord {
  const path = join(folder, MODEL_RECORD);
  const result = v.safeParse(schema, parsed(path));
  if (result.success) return result.output;
  const issue = result.issues[0];
  throw new PraxisError(
    'EMBEDDER_INVALID',
    `${path}: ${[v.getDotPath(issue), issue.message].filter(Boolean).join(': ')}`,
    {
      hint: REMADE,
    },
  );
}

const REMADE =
  'Make the folder again with `node models/convert.mjs`; of a model that came with Praxis, install Praxis again.';

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new PraxisError(
      'EMBEDDER_INVALID',
      `cannot read ${path}: ${cause instanceof Error ? cause.message : cause}`,
      {
        hint: REMADE,
        cause,
      },
    );
  }
}

/** The path of a file of a model. EMBEDDER_INVALID where it is missing or has another size than recorded. */
export function modelFile(folder: string, record: ModelRecord, name: ModelFileName): string {
  const path = join(folder, name);
  const wanted = record.files.find((file) => file.name === name)?.bytes;
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === wanted) return path;
  const problem = bytes === undefined ? 'is missing' : `has ${bytes} bytes in place of ${wanted}`;
  throw new PraxisError('EMBEDDER_INVALID', `${path} ${problem}`, { hint: REMADE });
}
