import { canonicalHash, canonicalText } from '../../src/base/canonical-json.ts';
import { PraxisError } from '../../src/base/errors.ts';
import { type ExactJson, type ExactObject, isExactObject } from '../../src/base/exact-json.ts';
import { parseExactJson } from '../../src/base/exact-json-parse.ts';
import { createGoalPolicy, signRecord } from '../../src/policy/index.ts';
import { isSameResult, type Result } from './policy-result.ts';
import type { LibCase } from './vector-file.ts';

const CALLS: ReadonlyMap<string, (args: ExactObject) => Result> = new Map([
  ['canonical_sha256', (args) => canonical(args.get('value') ?? null)],
  ['sign_human_record', sign],
  ['goal_policy', goalPolicy],
]);

/** Calls a function of the library. Null when the result is as expected, else the difference in full. */
export function runLibCase(vector: LibCase): string | null {
  const { expected, tags } = vector;
  const result = call(vector);
  return isSameResult(result, expected, tags)
    ? null
    : `expected ${JSON.stringify(expected)}\nfound ${JSON.stringify(result)}`;
}

function call(vector: LibCase): Result {
  const run = CALLS.get(vector.call);
  const args = parseExactJson(vector.args);
  if (run === undefined || args.kind === 'refused' || !isExactObject(args.value)) return { kind: 'unknown call' };
  try {
    return run(args.value);
  } catch (error) {
    if (error instanceof PraxisError) return { kind: 'error', message: error.message };
    throw error;
  }
}

function canonical(value: ExactJson): Result {
  return members([
    ['canonical', canonicalText(value)],
    ['sha256', canonicalHash(value)],
  ]);
}

function sign(args: ExactObject): Result {
  const record = args.get('record');
  const secret = args.get('secret');
  if (!isExactObject(record) || typeof secret !== 'string') return { kind: 'unknown call' };
  const signed = signRecord(record, secret);
  if (signed.kind === 'refused') return { kind: 'error', message: signed.message };
  return members([
    ['payload', signed.value.payload],
    ['signature', signed.value.signature],
  ]);
}

function goalPolicy(args: ExactObject): Result {
  const limits = args.get('goal_limits') ?? new Map<string, ExactJson>();
  if (!isExactObject(limits)) return { kind: 'unknown call' };
  const made = createGoalPolicy(args.get('base_policy') ?? null, limits);
  return made.kind === 'refused'
    ? { kind: 'error', message: made.message }
    : { kind: 'value', text: canonicalText(made.value.document) };
}

function members(entries: readonly (readonly [string, string])[]): Result {
  return { kind: 'value', text: canonicalText(new Map(entries)) };
}
