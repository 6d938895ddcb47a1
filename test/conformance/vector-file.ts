import { readFileSync } from 'node:fs';
import * as v from 'valibot';

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

const otherCase = v.object({ kind: v.string(), name: v.string() });

const policyFile = v.object({
  format: v.literal(1),
  theme: v.string(),
  cases: v.array(v.union([cliCase, libCase, otherCase])),
});

export type CliCase = v.InferOutput<typeof cliCase>;
export type LibCase = v.InferOutput<typeof libCase>;
export type PolicyCase = CliCase | LibCase | v.InferOutput<typeof otherCase>;

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
