import { printedText } from '../base/canonical-json.ts';
import { EXIT } from '../base/errors.ts';
import type { PlainJson } from '../base/exact-json.ts';
import type { Decision } from '../policy/index.ts';
import { elapsedSeconds } from './checkpoint-view.ts';
import type { EndedEvent } from './journal.ts';
import type { AcceptanceResult, RunResult } from './result.ts';
import { REVIEWER } from './review/standing.ts';
import type { RunState } from './state.ts';
import type { SessionRecord } from './store.ts';
import type { Task } from './task.ts';

/** Criteria as last seen; one that never ran has not passed. */
export function acceptanceOf(task: Task, state: RunState): readonly AcceptanceResult[] {
  return [...task.acceptance.map(({ id }) => id), ...(task.reviewer === null ? [] : [REVIEWER])].map((id) => {
    if (id === REVIEWER && task.reviewer !== null) return reviewOf(state);
    const seen = state.critique?.results.find((result) => result.id === id);
    return { id, passed: seen?.passed ?? false, fraction: seen?.fraction ?? 0, evidence: state.tests[id] ?? null };
  });
}

/** A review that was passed, or that a person answered for, is what a pass means. */
function reviewOf(state: RunState): AcceptanceResult {
  const passed = state.end?.kind === 'pass';
  return { id: REVIEWER, passed, fraction: passed ? 1 : 0, evidence: state.tests[REVIEWER] ?? null };
}

/** The document of `praxis run --json`. What an agent does not tell of its usage is unknown, not zero. */
export function resultOf(task: Task, state: RunState, ended: EndedEvent, report: string | null): RunResult {
  const usage = state.usage.run;
  return {
    status: ended.status,
    exit: ended.exit,
    reason: ended.reason,
    session: state.sessionId,
    topic: task.topic,
    cycles: state.counters.cycle,
    resumable: ended.isResumable,
    acceptance: acceptanceOf(task, state),
    decision: decisionOf(state),
    trail: state.trail,
    usage: {
      tool_calls: state.counters.toolCalls,
      elapsed_seconds: elapsedSeconds(state),
      input_tokens: usage.inputTokens,
      cached_input_tokens: usage.cachedInputTokens,
      output_tokens: usage.outputTokens,
      cost_microusd: usage.costMicrousd,
    },
    report,
  };
}

/** Nothing was begun: the policy cannot be used, and its decision says why. */
export function failedResult(task: Task, decision: Decision): RunResult {
  return notRun(task, {
    reason: decision.reasons[0] ?? 'evaluation_error',
    session: null,
    cycles: 0,
    decision: JSON.parse(printedText(decision.document)) as PlainJson,
  });
}

/** The run that started it has not so much left as it asked for: nothing was begun. */
export function refusedResult(task: Task, reason: string): RunResult {
  const own = { reason, session: null, cycles: 0, decision: null };
  return { ...notRun(task, own), status: 'stop', resumable: false };
}

/** The journal knows a checkpoint that is gone or damaged. */
export function lostResult(task: Task, session: SessionRecord | null, reason: string): RunResult {
  return notRun(task, { reason, session: session?.id ?? null, cycles: session?.cycles ?? 0, decision: null });
}

function notRun(task: Task, own: Pick<RunResult, 'reason' | 'session' | 'cycles' | 'decision'>): RunResult {
  return {
    status: 'error',
    exit: EXIT.stop,
    ...own,
    topic: task.topic,
    resumable: true,
    acceptance: task.acceptance.map(({ id }) => ({ id, passed: false, fraction: 0, evidence: null })),
    trail: [],
    usage: {
      tool_calls: 0,
      elapsed_seconds: 0,
      input_tokens: 0,
      cached_input_tokens: 0,
      output_tokens: 0,
      cost_microusd: 0,
    },
    report: null,
  };
}

/** The last decision document, null where none was made. */
function decisionOf(state: RunState): PlainJson {
  return state.lastEvaluation === null ? null : (JSON.parse(state.lastEvaluation.document) as PlainJson);
}
