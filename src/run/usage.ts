/** What an agent used; null: not known, which is not zero. Cost in millionths of a dollar; input is without what was cached. */
export interface Usage {
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costMicrousd: number | null;
}

export const NO_USAGE: Usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costMicrousd: 0 };

export const UNKNOWN_USAGE: Usage = {
  inputTokens: null,
  cachedInputTokens: null,
  outputTokens: null,
  costMicrousd: null,
};

/** What one act of an agent comes to, once it is over. */
export interface ActAccount {
  /** Distinct calls, subagents included, beside those that were charged before it began. */
  readonly toolCalls: number;
  readonly usage: Usage;
  /** Part of the output was never stated, and stands at the largest of the act. */
  readonly isEstimated: boolean;
  /** What was looked for and not found, in words; empty where all is told. */
  readonly gaps: readonly string[];
}

/** Both together; what is unknown of one is unknown of both. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: sum(a.inputTokens, b.inputTokens),
    cachedInputTokens: sum(a.cachedInputTokens, b.cachedInputTokens),
    outputTokens: sum(a.outputTokens, b.outputTokens),
    costMicrousd: sum(a.costMicrousd, b.costMicrousd),
  };
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
