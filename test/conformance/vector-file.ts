import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { PlainJson } from '../../src/base/exact-json.ts';

const fileContent = v.union([v.string(), v.strictObject({ base64: v.string() })]);

const cliCase = v.object({
  kind: v.literal('cli'),
  name: v.string(),
  argv: v.array(v.string()),
  files: v.optional(v.record(v.string(), fileContent), {}),
  symlinks: v.optional(v.record(v.string(), v.string()), {}),
  env: v.optional(v.record(v.string(), v.string()), {}),
  tags: v.optional(v.array(v.string()), []),
  expected: v.object({
    exit: v.number(),
    stdout: v.string(),
    after: v.optional(v.record(v.string(), v.nullable(v.string())), {}),
  }),
});

const libCase = v.object({
  kind: v.literal('lib'),
  name: v.string(),
  call: v.string(),
  args: v.string(),
  tags: v.optional(v.array(v.string()), []),
  expected: v.object({
    ok: v.boolean(),
    value: v.optional(v.string()),
    error: v.optional(v.string()),
    crash: v.optional(v.string()),
  }),
});

const result = v.object({
  ok: v.boolean(),
  value: v.optional(v.string()),
  error: v.optional(v.string()),
});

const json: v.GenericSchema<PlainJson> = v.lazy(() =>
  v.union([v.null(), v.boolean(), v.string(), v.number(), v.array(json), v.record(v.string(), json)]),
);

const seqCase = v.object({
  kind: v.literal('seq'),
  name: v.string(),
  state: v.string(),
  policy: v.string(),
  tags: v.optional(v.array(v.string()), []),
  steps: v.array(v.object({ op: v.string(), args: v.record(v.string(), json) })),
  expected: v.array(v.nullable(result)),
});

const otherCase = v.object({ kind: v.string(), name: v.string() });

const policyFile = v.object({
  format: v.literal(1),
  theme: v.string(),
  cases: v.array(v.union([cliCase, libCase, seqCase, otherCase])),
});

export type CliCase = v.InferOutput<typeof cliCase>;
export type LibCase = v.InferOutput<typeof libCase>;
export type SeqCase = v.InferOutput<typeof seqCase>;
export type PolicyCase = CliCase | LibCase | SeqCase | v.InferOutput<typeof otherCase>;

/** The cases of a theme of the policy vectors. */
export function readPolicyCases(path: string): readonly PolicyCase[] {
  return v.parse(policyFile, JSON.parse(readFileSync(path, 'utf8'))).cases;
}

export function isCliCase(vector: PolicyCase): vector is CliCase {
  return vector.kind === 'cli';
}

export function isLibCase(vector: PolicyCase): vector is LibCase {
  return vector.kind === 'lib';
}

export function isSeqCase(vector: PolicyCase): vector is SeqCase {
  return vector.kind === 'seq';
}
