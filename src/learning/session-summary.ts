import type { CallFacts } from '../telemetry/call-facts.ts';
import { successShare } from './reward.ts';
import type { SealedTask } from './sealed-session.ts';

/** How often calls of a session failed alike, and in how many sessions of the library they did so far. */
interface FailureCount {
  readonly signature: string;
  readonly tool: string;
  readonly message: string;
  readonly count: number;
  readonly sessionsSoFar: number;
}

/** What a session came to. A rate is null where nothing is known. */
export interface SessionSummary {
  readonly toolCalls: number;
  readonly toolSuccessRate: number | null;
  readonly tasks: number;
  readonly taskCompletionRate: number | null;
  /** The three most frequent. */
  readonly topFailures: readonly FailureCount[];
  /** The three lessons in view in most tasks. */
  readonly topExperiences: readonly { readonly id: string; readonly uses: number }[];
  /** Lessons that were thought of and are not in the library yet. */
  readonly proposed: readonly string[];
}

const TOP = 3;

/** Sums a session up. `sessionsSoFar` tells in how many sessions an error signature was seen, this one included. */
export function sessionSummary(
  calls: readonly CallFacts[],
  tasks: readonly SealedTask[],
  sessionsSoFar: (signature: string) => number,
): SessionSummary {
  const judged = calls.filter((call) => call.ok !== null && call.error?.class !== 'cancelled');
  return {
    toolCalls: calls.length,
    toolSuccessRate: judged.length === 0 ? null : successShare(judged),
    tasks: tasks.length,
    taskCompletionRate: completionRate(tasks),
    topFailures: topFailures(judged).map((failure) => ({
      ...failure,
      sessionsSoFar: sessionsSoFar(failure.signature),
    })),
    topExperiences: topExperiences(tasks),
    proposed: [],
  };
}

/** Whether the task was completed; null where neither a verifier nor the user tells. */
function isCompleted({ parts }: Pick<SealedTask, 'parts'>): boolean | null {
  if (parts.outcome !== null) return parts.outcome >= 0.5;
  return parts.rhoA === null ? null : parts.rhoA === 1;
}

function completionRate(tasks: readonly SealedTask[]): number | null {
  const known = tasks.map(isCompleted).filter((completed) => completed !== null);
  return known.length === 0 ? null : known.filter(Boolean).length / known.length;
}

function topFailures(judged: readonly CallFacts[]): readonly Omit<FailureCount, 'sessionsSoFar'>[] {
  const counts = new Map<string, Omit<FailureCount, 'sessionsSoFar'>>();
  for (const { error, tool } of judged) {
    if (error === null) continue;
    const { signature, message } = error;
    const known = counts.get(signature) ?? { signature, tool, message, count: 0 };
    counts.set(signature, { ...known, count: known.count + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.signature < b.signature ? -1 : 1)).slice(0, TOP);
}

function topExperiences(tasks: readonly SealedTask[]): SessionSummary['topExperiences'] {
  const uses = new Map<string, number>();
  for (const id of tasks.flatMap((task) => task.injected)) uses.set(id, (uses.get(id) ?? 0) + 1);
  return Array.from(uses, ([id, count]) => ({ id, uses: count }))
    .sort((a, b) => b.uses - a.uses || (a.id < b.id ? -1 : 1))
    .slice(0, TOP);
}
