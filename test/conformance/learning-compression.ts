import * as v from 'valibot';
import { compress } from '../../src/experience/compress/compress.ts';
import { temporalWeight } from '../../src/experience/compress/compressible.ts';
import type { LearningCase } from './learning-vector-file.ts';
import { nearJson } from './near-json.ts';

const input = v.object({
  strategy: v.picklist(['diversity', 'importance', 'temporal', 'hybrid']),
  entries: v.array(
    v.object({
      id: v.number(),
      type: v.picklist(['tool_selection', 'failure_pattern', 'convention']),
      domain: v.string(),
      c: v.number(),
      u: v.number(),
      k: v.number(),
      lastImprovedEpoch: v.nullable(v.number()),
      origin: v.picklist(['grpo', 'offline', 'user', 'merge', 'import', 'manual']),
      pinned: v.boolean(),
      v: v.array(v.number()),
    }),
  ),
  nTarget: v.number(),
  epoch: v.number(),
  decayFrom: v.optional(v.picklist(['created', 'improved']), 'improved'),
  p: v.optional(v.number(), 0.2),
  wMin: v.optional(v.number(), 0.1),
  decay: v.optional(v.number(), 0.05),
});

const aged = v.object({ age: v.number(), decay: v.number() });

/** Which entries a compression removes. */
export function runCompressCase(vectorCase: LearningCase): string | null {
  const { entries, p: importanceP, decayFrom, wMin, decay, ...request } = v.parse(input, vectorCase.input);
  const { removed, isStopped } = compress(
    entries.map(({ v: vector, ...entry }) => ({ ...entry, vector })),
    { ...request, seed: 'vectors', settings: { importanceP, decayFrom, wMin, decay } },
  );
  return difference({ stopped: isStopped, removed }, vectorCase.expected, 0);
}

/** The weight of an age. */
export function runWeightCase({ input: given, expected, tolerance }: LearningCase): string | null {
  const { age, decay } = v.parse(aged, given);
  return difference(temporalWeight(age, decay), expected, tolerance ?? 1e-9);
}

function difference(found: unknown, expected: unknown, tolerance: number): string | null {
  return nearJson(found, expected, tolerance)
    ? null
    : `expected ${JSON.stringify(expected)}\nfound ${JSON.stringify(found)}`;
}
