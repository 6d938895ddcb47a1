import type { ExactObject } from '../../base/exact-json.ts';
import { isPortable, PORTABLE_CONTEXT, PORTABLE_LIMITS } from '../../policy/portable-policy.ts';

/** A text in which limits have the names that the policy document gives them: a portable one has names of its own. */
export function writtenLimits(text: string, document: ExactObject): string {
  if (!isPortable(document)) return text;
  const names = new Map([...PORTABLE_LIMITS, ...PORTABLE_CONTEXT].map(([portable, name]) => [String(name), portable]));
  return text.replace(/[a-z_]+/g, (word) => names.get(word) ?? word);
}
