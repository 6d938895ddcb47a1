import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ExactObject, isExactObject } from '../../src/base/exact-json.ts';
import { parseExactJson } from '../../src/base/exact-json-parse.ts';
import { isCliCase, isSeqCase, type PolicyCase, readPolicyCases } from '../conformance/vector-file.ts';

/** A document of the vectors, and where it stands. */
export interface VectorDocument {
  readonly kind: 'policy' | 'checkpoint' | 'decision';
  readonly from: string;
  readonly document: ExactObject;
}

/** Every policy, checkpoint and decision of the vectors that is a JSON object, valid or not. */
export function vectorDocuments(): readonly VectorDocument[] {
  const folder = fileURLToPath(new URL('../vectors/policy', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) =>
    readPolicyCases(`${folder}/${name}`).flatMap((vector) =>
      documentsOf(vector).flatMap(({ kind, text }) => {
        const document = objectOf(text);
        return document === undefined ? [] : [{ kind, from: `${name} ${vector.name}`, document }];
      }),
    ),
  );
}

type Found = readonly { readonly kind: VectorDocument['kind']; readonly text: string }[];

function documentsOf(vector: PolicyCase): Found {
  if (isSeqCase(vector))
    return [
      { kind: 'checkpoint', text: vector.state },
      { kind: 'policy', text: vector.policy },
      ...vector.expected.flatMap((result) => (result?.value === undefined ? [] : [ofResult(result.value)])),
    ];
  if (!isCliCase(vector)) return [];
  const option = (name: string) => vector.argv[vector.argv.indexOf(`--${name}`) + 1] ?? '';
  const file = (name: string) => vector.files[option(name)];
  const named = (['policy', 'checkpoint'] as const).flatMap((kind) => {
    const text = vector.argv.includes(`--${kind}`) ? file(kind) : undefined;
    return typeof text === 'string' ? [{ kind, text }] : [];
  });
  const after = Object.values(vector.expected.after).flatMap((text) =>
    text === null ? [] : [{ kind: 'checkpoint' as const, text }],
  );
  const isDecision = vector.argv[1] === 'evaluate' && vector.expected.stdout !== '';
  return [...named, ...after, ...(isDecision ? [{ kind: 'decision' as const, text: vector.expected.stdout }] : [])];
}

function ofResult(text: string): Found[number] {
  return { kind: objectOf(text)?.has('decision') === true ? 'decision' : 'checkpoint', text };
}

function objectOf(text: string): ExactObject | undefined {
  const parsed = parseExactJson(text);
  return parsed.kind === 'parsed' && isExactObject(parsed.value) ? parsed.value : undefined;
}
