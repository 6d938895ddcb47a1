import type { PlainJson } from '../../base/exact-json.ts';
import type { Belief } from '../../run/beliefs.ts';
import type { ActedEvent, Violation } from '../../run/journal.ts';
import type { CandidateValues, Prediction } from '../../run/progress.ts';
import type { SessionRecord } from '../../run/store.ts';
import type { CandidateKind } from '../../run/task.ts';
import { type Bytes, type ExplainedDecision, explainDecision } from './decision.ts';
import type { CycleStory, Remark, RunStory } from './explanation.ts';
import { type ExplainedReason, explainReason } from './reason-text.ts';

/** What the strategies promised when confidence was low, and what came of it. */
export interface StrategyNote {
  readonly current: number;
  readonly aggressive_exploit: number;
  readonly broaden_explore: number;
  /** Why the strategy was revised; null where it was kept. */
  readonly revision: string | null;
}

export interface ExplainedCycle {
  readonly cycle: number;
  readonly act: CandidateKind;
  readonly candidate: string;
  readonly inequality: string;
  readonly values: CandidateValues;
  readonly threshold: number;
  readonly policy_mode: string;
  readonly belief: Belief;
  readonly predicted: Prediction;
  readonly confidence: number | null;
  readonly guidelines: readonly string[];
  /** The guidelines as they stood then; confidence in [0,1]. */
  readonly lessons: readonly { readonly id: string; readonly text: string; readonly c: number }[];
  readonly acted: {
    readonly cause: ActedEvent['cause'];
    readonly exit_code: number | null;
    readonly duration_ms: number;
    readonly output: string;
  } | null;
  /** Of a cycle that made several, as they ended; else empty. */
  readonly attempts: readonly {
    readonly attempt: number;
    readonly candidate: string;
    readonly cause: string;
    readonly signal: number | null;
    readonly violations: readonly Violation[];
    readonly outcome: number;
    readonly reward: number;
    readonly applied: boolean;
  }[];
  readonly violations: readonly Violation[];
  readonly files_changed: number | null;
  readonly observed: {
    readonly signal: number;
    readonly gain: number;
    readonly verdict: string;
    readonly line: string;
    readonly failure: string | null;
    readonly posterior: Belief | null;
    readonly evidence: readonly string[];
  } | null;
  readonly strategy: StrategyNote | null;
  /** The last of `decisions`. */
  readonly decision: { readonly decision: string; readonly reasons: readonly ExplainedReason[] } | null;
  /** Every answer of the policy before the act ended, then every one since. */
  readonly gates: readonly ExplainedDecision[];
  readonly decisions: readonly ExplainedDecision[];
}

/** The answer of `praxis explain --json`. */
export interface Explanation {
  readonly session: string;
  readonly goal: string;
  readonly status: string;
  readonly policy_id: string | null;
  readonly baseline: { readonly signal: number; readonly failing: readonly string[]; readonly line: string } | null;
  /** Answers of the policy before the first cycle was planned. */
  readonly decisions: readonly ExplainedDecision[];
  readonly cycles: readonly ExplainedCycle[];
  /** Ids of lessons that were chosen and held back, so that their worth can be measured. */
  readonly withheld: readonly string[];
  readonly stop: {
    readonly status: string;
    readonly exit: number;
    readonly resumable: boolean;
    readonly cause: ExplainedReason;
    readonly reasons: readonly ExplainedReason[];
    readonly decision: PlainJson;
  } | null;
  readonly remarks: readonly Remark[];
}

/** Explains a run, or with `cycle` that one of its cycles. */
export function explanationOf(
  session: SessionRecord,
  story: RunStory,
  cycle: number | null,
  bytes: Bytes = new Map(),
): Explanation {
  const shown = (at: number) => cycle === null || at === cycle;
  const revisionsBefore = new Map(
    story.cycles.map((entry, index) => [entry, story.cycles[index - 1]?.observed?.controller.revisionCount ?? 0]),
  );
  return {
    session: session.id,
    goal: session.goal,
    status: session.status,
    policy_id: story.started?.policyId ?? null,
    baseline: cycle === null || cycle === 0 ? baselineOf(story) : null,
    decisions: cycle === null || cycle === 0 ? story.beforeActing.map((event) => explainDecision(event, bytes)) : [],
    cycles: story.cycles
      .filter((entry) => shown(entry.cycle))
      .map((entry) => explainCycle(entry, revisionsBefore.get(entry) ?? 0, story.lessons, bytes)),
    withheld: story.withheld,
    stop: cycle === null ? stopOf(story, bytes) : null,
    remarks: story.remarks.filter((remark) => shown(remark.cycle)),
  };
}

function baselineOf(story: RunStory): Explanation['baseline'] {
  if (story.baseline === null) return null;
  const { signal, results, line } = story.baseline.critique;
  return { signal, failing: results.filter((result) => !result.passed).map((result) => result.id), line };
}

function explainCycle(
  story: CycleStory,
  revisionsBefore: number,
  lessons: RunStory['lessons'],
  bytes: Bytes,
): ExplainedCycle {
  const { planned, acted, observed } = story;
  const gates = story.gates.map((event) => explainDecision(event, bytes));
  const decisions = story.evaluations.map((event) => explainDecision(event, bytes));
  const last = decisions.at(-1) ?? gates.at(-1);
  return {
    cycle: story.cycle,
    act: planned.act,
    candidate: planned.candidate.id,
    inequality: planned.inequality,
    values: planned.values,
    threshold: planned.threshold,
    policy_mode: planned.policyMode,
    belief: planned.belief,
    predicted: planned.predicted,
    confidence: planned.confidence,
    guidelines: planned.guidelines,
    lessons: planned.guidelines.flatMap((id) => {
      const lesson = lessons.get(id);
      return lesson === undefined ? [] : [{ id, text: lesson.text, c: lesson.c }];
    }),
    acted:
      acted === null
        ? null
        : { cause: acted.cause, exit_code: acted.exitCode, duration_ms: acted.durationMs, output: acted.output },
    attempts: story.attempts.map(({ attempt, candidate, cause, observed: seen, violations, outcome, reward }) => ({
      attempt,
      candidate: candidate.id,
      cause,
      signal: seen?.signal ?? null,
      violations,
      outcome,
      reward,
      applied: attempt === story.chosen,
    })),
    violations: story.violations,
    files_changed: story.filesChanged,
    observed:
      observed === null
        ? null
        : {
            signal: observed.critique.signal,
            gain: observed.gain,
            verdict: observed.verdict,
            line: observed.critique.line,
            failure: observed.failure,
            posterior: observed.posterior,
            evidence: observed.findings.map((finding) => finding.ref),
          },
    strategy: strategyOf(story, revisionsBefore),
    decision: last === undefined ? null : { decision: last.decision, reasons: last.reasons },
    gates,
    decisions,
  };
}

function strategyOf(story: CycleStory, revisionsBefore: number): StrategyNote | null {
  const observed = story.observed;
  if (observed?.intents.some((intent) => intent.action === 'recordStrategyPreviews') !== true) return null;
  const state = observed.controller;
  return {
    current: state.currentPolicyPreviewValue,
    aggressive_exploit: state.aggressiveExploitPreviewValue,
    broaden_explore: state.broadenExplorePreviewValue,
    revision: state.revisionCount > revisionsBefore ? state.lastRevisionReason : null,
  };
}

function stopOf(story: RunStory, bytes: Bytes): Explanation['stop'] {
  if (story.ended === null) return null;
  const { ended, lastEvaluation: last } = story;
  const reasons = last === null ? [] : explainDecision(last, bytes).reasons;
  return {
    status: story.ended.status,
    exit: story.ended.exit,
    resumable: story.ended.isResumable,
    cause: reasons.find(({ reason }) => reason === ended.reason) ?? explainReason(ended.reason),
    // After PASS the policy sees a finished task, which is nobody's to change.
    reasons: ended.status === 'pass' ? [] : reasons,
    decision: story.lastEvaluation === null ? null : JSON.parse(story.lastEvaluation.document),
  };
}
