import type { Metrics, Totals } from '../../policy/index.ts';
import type { BoundsState, TurnState } from './bounds-state.ts';
import { usedTokens } from './fold-usage.ts';

/**
 * What a turn has spent when a call is about to be made at `at`. The metrics of a context that the host keeps by itself are
 * 0.
 */
export function turnMetrics({ turn, active, starting }: BoundsState, at: number): Metrics {
  return {
    cycle: BigInt(turn.cycles),
    tool_calls: BigInt(turn.calls),
    elapsed_seconds: workedMs(turn, at) / 1000,
    transcript_bytes: BigInt(turn.bytes),
    same_failure_retries: BigInt(Math.max(0, mostAttempts(turn) - 1)),
    no_evidence_cycles: BigInt(turn.streak),
    children_spawned: BigInt(turn.spawned),
    active_children: BigInt(active.size + starting.size),
    task_packet_tokens: 0n,
    parent_summary_tokens: 0n,
    memory_digest_tokens: 0n,
    child_result_words: 0n,
    last_checkpoint_transcript_bytes: BigInt(turn.acknowledgedBytes),
  };
}

/** What the session has spent with its running turn. Tokens are those of all agents whose files were read; unknown is null. */
export function sessionTotals(state: BoundsState, at: number): Totals {
  const { turn, sums } = state;
  const { input, cached, output } = usedTokens(state);
  return {
    cycle: BigInt(sums.cycle + turn.cycles),
    tool_calls: BigInt(sums.tool_calls + turn.calls),
    elapsed_seconds: (sums.elapsedMs + workedMs(turn, at)) / 1000,
    children_spawned: BigInt(sums.children_spawned + turn.spawned),
    input_tokens: input === null ? null : BigInt(input),
    cached_input_tokens: cached === null ? null : BigInt(cached),
    output_tokens: output === null ? null : BigInt(output),
    // Neither host says what a response cost.
    cost_microusd: null,
  };
}

/** Milliseconds a turn was at work until `at`, without the pauses in it. */
export function workedMs({ workedMs: before, workingSince }: TurnState, at: number): number {
  return workingSince === null ? before : before + Math.max(0, at - workingSince);
}

/** How often the failure that came most often came since it was last overcome. */
export function mostAttempts({ failures }: TurnState): number {
  return [...failures.values()].reduce((most, { attempts }) => Math.max(most, attempts), 0);
}
