import type { UsageLine } from '../session-line.ts';
import { MAIN_AGENT } from './batches.ts';
import type { BoundsState, Tokens } from './bounds-state.ts';

const NONE: Tokens = { input: 0, cached: 0, output: 0 };

/** Takes in what one response used; of several lines of one response the last counts. */
export function foldUsage({ agents }: BoundsState, line: UsageLine): void {
  const { agent = MAIN_AGENT, response, file, offset } = line;
  const tokens: Tokens = {
    input: sum(line.inputTokens ?? null, line.cacheWriteTokens ?? 0),
    cached: line.cacheReadTokens ?? null,
    output: line.outputTokens ?? null,
  };
  const known = agents.get(agent);
  if (known === undefined) {
    agents.set(agent, { responses: 1, before: NONE, last: { response, tokens }, file, offset });
    return;
  }
  if (known.file === file && offset <= known.offset) return;
  known.file = file;
  known.offset = offset;
  if (known.last.response !== response) {
    known.before = plus(known.before, known.last.tokens);
    known.responses += 1;
  }
  known.last = { response, tokens };
}

/** What all agents of a session used; null where one of them is not known, or none. */
export function usedTokens({ agents }: BoundsState): Tokens {
  if (agents.size === 0) return { input: null, cached: null, output: null };
  return [...agents.values()].reduce((total, { before, last }) => plus(total, plus(before, last.tokens)), NONE);
}

function plus(a: Tokens, b: Tokens): Tokens {
  return { input: sum(a.input, b.input), cached: sum(a.cached, b.cached), output: sum(a.output, b.output) };
}

function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
