import type { PlainJson } from '../../../base/exact-json.ts';
import { isObject, member, numberMember } from '../../../telemetry/import/json-view.ts';
import { UNKNOWN_USAGE, type Usage } from '../../usage.ts';

/** What a `result` of Claude Code states: all models and subagents since its process began. */
export function claudeResultUsage(row: PlainJson): Usage {
  const models = member(row, 'modelUsage');
  const used = isObject(models) ? Object.values(models) : null;
  const total = (names: readonly string[]): number | null =>
    used === null ? null : sumOf(used.flatMap((model) => names.map((name) => countMember(model, name))));
  return {
    inputTokens: total(['inputTokens', 'cacheCreationInputTokens']),
    cachedInputTokens: total(['cacheReadInputTokens']),
    outputTokens: total(['outputTokens']),
    costMicrousd: microdollars(numberMember(row, 'total_cost_usd')),
  };
}

/** What one response of a model used, as Claude Code writes it; it states the cost of all of them alone. */
export function claudeResponseUsage(usage: PlainJson | undefined): Usage {
  return {
    inputTokens: sumOf([countMember(usage, 'input_tokens'), countOrZero(usage, 'cache_creation_input_tokens')]),
    cachedInputTokens: countOrZero(usage, 'cache_read_input_tokens'),
    outputTokens: countMember(usage, 'output_tokens'),
    costMicrousd: null,
  };
}

/** Tokens as Codex states them, whose input holds what was cached. It states no cost. */
export function codexUsage(usage: PlainJson | undefined): Usage {
  const input = countMember(usage, 'input_tokens');
  const cached = countOrZero(usage, 'cached_input_tokens');
  if (input === null || cached === null) return { ...UNKNOWN_USAGE, outputTokens: countMember(usage, 'output_tokens') };
  return {
    inputTokens: Math.max(0, input - cached),
    cachedInputTokens: cached,
    outputTokens: countMember(usage, 'output_tokens'),
    costMicrousd: null,
  };
}

function countMember(value: PlainJson | undefined, name: string): number | null {
  const count = numberMember(value, name);
  return count !== null && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** A kind of tokens that a version does not name was not used. */
function countOrZero(value: PlainJson | undefined, name: string): number | null {
  if (!isObject(value)) return null;
  return (member(value, name) ?? null) === null ? 0 : countMember(value, name);
}

function sumOf(counts: readonly (number | null)[]): number | null {
  let total = 0;
  for (const count of counts) {
    if (count === null) return null;
    total += count;
  }
  return total;
}

function microdollars(usd: number | null): number | null {
  return usd === null || usd < 0 ? null : Math.round(usd * 1_000_000);
}
