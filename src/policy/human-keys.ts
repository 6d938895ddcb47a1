import { isExactObject } from '../base/exact-json.ts';
import { parseExactJson } from '../base/exact-json-parse.ts';
import { checked, refuse } from './refusal.ts';
import { hasWhiteSpace } from './white-space.ts';

/** The variable that holds the secrets, in the evaluator's process only. */
export const HUMAN_KEYS_VARIABLE = 'AGENT_COLLAB_HUMAN_KEYS_JSON';

/** What to do where a signed record cannot be verified for want of a key. */
export const KEYS_HINT = `Signed records are verified with the secrets of their signers: hand them over in a file descriptor (\`PRAXIS_HUMAN_KEYS_FD=3 … 3<keys.json\`) or in ${HUMAN_KEYS_VARIABLE}, as {"key id": "secret"}.`;

export type HumanKeysResult =
  | { readonly kind: 'keys'; readonly keys: ReadonlyMap<string, string> }
  | { readonly kind: 'refused'; readonly message: string };

/** Reads the JSON object key id → secret of `AGENT_COLLAB_HUMAN_KEYS_JSON`; undefined means no keys. No message holds a secret. */
export function parseHumanKeys(text: string | undefined): HumanKeysResult {
  if (text === undefined) return { kind: 'keys', keys: new Map() };
  const result = checked(() => keysFrom(text));
  return result.kind === 'ok' ? { kind: 'keys', keys: result.value } : result;
}

function keysFrom(text: string): ReadonlyMap<string, string> {
  const parsed = parseExactJson(text);
  if (parsed.kind === 'refused' && parsed.problem.kind === 'duplicate-key') return refuse(parsed.detail);
  if (parsed.kind === 'refused' || !isExactObject(parsed.value))
    return refuse(`${HUMAN_KEYS_VARIABLE} must be a JSON object`);
  const keys = new Map<string, string>();
  for (const [id, secret] of parsed.value) {
    if (id === '' || hasWhiteSpace(id))
      refuse('human authorization key ids must be non-empty and contain no whitespace');
    if (typeof secret !== 'string' || secret === '')
      return refuse(`human authorization secret must be non-empty: ${id}`);
    keys.set(id, secret);
  }
  return keys;
}
