import { compareCodePoints } from '../../../base/code-point-order.ts';
import type { RuleStep } from '../../../experience/rule-check/rule-step.ts';

/** A call as it is mined; `sig` is that of the union of signatures where they were united. */
export interface MinedStep extends RuleStep {
  /** Class of the error of a failed call; null where it did not fail. */
  readonly errorClass: string | null;
}

/** An attempt at a task with all that the offline extractor looks at. */
export interface MinedTrajectory {
  readonly id: string;
  readonly sessionId: string;
  /** Null: nothing is known of the task, so that there is nothing to compare it with. */
  readonly taskKey: string | null;
  readonly agentConfigId: string;
  /** ISO 8601 UTC; null where unknown: older than all others. */
  readonly endedAt: string | null;
  /** What a verifier said, 0 to 1. */
  readonly outcome: number | null;
  /** 1: the user accepted the result; 0: corrected or rejected it. */
  readonly acceptance: number | null;
  readonly reward: number;
  readonly domain: string;
  /** Recorded as it happened, not imported. */
  readonly isLive: boolean;
  readonly steps: readonly MinedStep[];
}

/** Whether a step succeeded; null where that cannot be judged, as of a call that was cancelled. */
export function judgement(step: MinedStep): boolean | null {
  return step.errorClass === 'cancelled' ? null : step.ok;
}

/** The trajectories that are looked at, at most `max`, the newest; oldest first, whatever order they came in. */
export function history(
  trajectories: readonly MinedTrajectory[],
  { historyMax, window }: { readonly historyMax: number; readonly window: number | null },
): readonly MinedTrajectory[] {
  const sorted = [...trajectories].sort(byAge);
  return inWindow(sorted, window).slice(-historyMax);
}

function inWindow(sorted: readonly MinedTrajectory[], window: number | null): readonly MinedTrajectory[] {
  if (window === null) return sorted;
  const newest = new Map(sorted.map((one, index) => [one.sessionId, index]));
  const last = [...newest].sort((a, b) => b[1] - a[1]).slice(0, window);
  const kept = new Set(last.map(([sessionId]) => sessionId));
  return sorted.filter((one) => kept.has(one.sessionId));
}

function byAge(a: MinedTrajectory, b: MinedTrajectory): number {
  return compareCodePoints(a.endedAt ?? '', b.endedAt ?? '') || compareCodePoints(a.id, b.id);
}
