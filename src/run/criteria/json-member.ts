import { isDeepStrictEqual } from 'node:util';
import type { JsonTest } from '../task.ts';

type Member = { readonly kind: 'found'; readonly value: unknown } | { readonly kind: 'missing' };

export type JsonVerdict =
  | { readonly kind: 'holds' }
  | { readonly kind: 'fails'; readonly isInvalid: boolean; readonly why: string };

/** The member of a document that a JSON Pointer (RFC 6901) names; '' is the whole document. */
function memberAt(document: unknown, pointer: string): Member {
  if (pointer === '') return { kind: 'found', value: document };
  if (!pointer.startsWith('/')) return { kind: 'missing' };
  let value = document;
  for (const token of pointer.slice(1).split('/')) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null) return { kind: 'missing' };
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(name)) return { kind: 'missing' };
    if (!Object.hasOwn(value, name)) return { kind: 'missing' };
    value = Reflect.get(value, name);
  }
  return { kind: 'found', value };
}

/** Judges a member of the JSON in a text. Text that is no JSON, a missing member and no number where one is due are invalid. */
export function judgeJson(text: string, pointer: string, test: JsonTest): JsonVerdict {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { kind: 'fails', isInvalid: true, why: 'standard output is no JSON' };
  }
  const member = memberAt(document, pointer);
  if (member.kind === 'missing') return { kind: 'fails', isInvalid: true, why: `nothing at ${pointer}` };
  const { value } = member;
  if (test.kind === 'equals') {
    if (isDeepStrictEqual(value, test.value)) return { kind: 'holds' };
    return { kind: 'fails', isInvalid: false, why: `${pointer} is ${shown(value)}, not ${shown(test.value)}` };
  }
  if (typeof value !== 'number') return { kind: 'fails', isInvalid: true, why: `${pointer} is no number` };
  const holds = test.kind === 'at_most' ? value <= test.value : value >= test.value;
  if (holds) return { kind: 'holds' };
  const bound = test.kind === 'at_most' ? 'at most' : 'at least';
  return { kind: 'fails', isInvalid: false, why: `${pointer} is ${value}, not ${bound} ${test.value}` };
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 200);
}
