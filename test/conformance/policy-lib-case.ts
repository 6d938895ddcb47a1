import { canonicalHash, canonicalText } from '../../src/base/canonical-json.ts';
import { PraxisError } from '../../src/base/errors.ts';
import { type ExactJson, type ExactObject, isExactObject } from '../../src/base/exact-json.ts';
import { parseExactJson } from '../../src/base/exact-json-parse.ts';
import { signRecord } from '../../src/policy/index.ts';
import type { LibCase } from './vector-file.ts';

type Result =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'unknown call' };

const CALLS: ReadonlyMap<string, (args: ExactObject) => Result> = new Map([
  ['canonical_sha256', (args) => canonical(args.get('value') ?? null)],
  ['sign_human_record', sign],
]);

/** Calls a function of the library. Null when the result is as expected, else the difference in full. */
export function runLibCase(vector: LibCase): string | null {
  const { expected, tags } = vector;
  const result = call(vector);
  const isSame = tags.includes('crash')
    ? result.kind === 'error'
    : expected.ok
      ? result.kind === 'value' && result.text === expected.value
      : result.kind === 'error' && result.message === expected.error;
  return isSame ? null : `expected ${JSON.stringify(expected)}\nfound ${JSON.stringify(result)}`;
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

function members(entries: readonly (readonly [string, string])[]): Result {
  return { kind: 'value', text: canonicalText(new Map(entries)) };
}
