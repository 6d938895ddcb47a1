import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { ConcretePatch, JsonObject } from '../../src/mel/engine/model.ts';
import type { Json } from '../../src/mel/schema/ir.ts';

const json = v.custom<Json>((value) => value !== undefined);
const object = v.custom<JsonObject>((value) => typeof value === 'object' && value !== null);

const place = { line: v.optional(v.number()), column: v.optional(v.number()) };
const common = { name: v.string(), source: v.string() };

const checkCase = v.object({
  ...common,
  kind: v.literal('check'),
  tags: v.optional(v.array(v.string()), []),
  options: v.optional(v.object({ maxErrors: v.optional(v.number()) }), {}),
  expected: v.object({
    ok: v.boolean(),
    mode: v.picklist(['exact', 'first', 'includes', 'codes']),
    diagnostics: v.array(
      v.union([v.object({ code: v.string(), ...place }), v.object({ anyOf: v.array(v.string()), ...place })]),
    ),
    absent: v.optional(v.array(v.string()), []),
    annotations: v.optional(json),
  }),
});

const evalCase = v.object({ ...common, kind: v.literal('eval'), expected: v.object({ value: json }) });

const runCase = v.object({
  ...common,
  kind: v.literal('run'),
  intents: v.array(
    v.object({
      action: v.string(),
      input: v.optional(v.custom<JsonObject>(() => true)),
      context: v.optional(object),
      intentId: v.optional(v.string()),
      runtime: v.optional(v.object({ timestamp: v.optional(v.number()), seed: v.optional(v.string()) }), {}),
    }),
  ),
  effects: v.optional(
    v.array(
      v.object({
        type: v.string(),
        always: v.optional(v.boolean(), false),
        patches: v.optional(v.array(v.custom<ConcretePatch>(() => true)), []),
        reject: v.optional(v.string()),
      }),
    ),
    [],
  ),
  expected: v.object({ steps: v.array(object) }),
});

const melFile = v.object({
  format: v.literal(1),
  language: v.literal('mel'),
  theme: v.string(),
  cases: v.array(v.variant('kind', [checkCase, evalCase, runCase])),
});

export type MelCheckCase = v.InferOutput<typeof checkCase>;
export type MelEvalCase = v.InferOutput<typeof evalCase>;
export type MelRunCase = v.InferOutput<typeof runCase>;

/** The cases of a theme of the MEL vectors. */
export function readMelCases(path: string): readonly (MelCheckCase | MelEvalCase | MelRunCase)[] {
  return v.parse(melFile, JSON.parse(readFileSync(path, 'utf8'))).cases;
}
