import type { Usage } from '../usage.ts';
import { membersOf } from './members.ts';

/** What a program says of its own use in a member `usage`; null: nothing. What is malformed is named in `problems`, and unknown. */
export function claimedUsage(value: unknown, problems: string[]): Usage | null {
  if (value === undefined || value === null) return null;
  const used = membersOf(value);
  if (used.size === 0) problems.push('usage: expected an object with members');
  const count = (name: string): number | null => {
    const said = used.get(name);
    if (said === undefined) return null;
    if (typeof said === 'number' && Number.isSafeInteger(said) && said >= 0) return said;
    problems.push(`usage.${name}: expected a whole number, at least 0`);
    return null;
  };
  return {
    inputTokens: count('input_tokens'),
    cachedInputTokens: count('cached_input_tokens'),
    outputTokens: count('output_tokens'),
    costMicrousd: count('cost_microusd'),
  };
}
