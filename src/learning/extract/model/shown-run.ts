import type { CallRecord } from '../../../telemetry/event.ts';
import { redactText } from '../../../telemetry/redact.ts';
import type { StoredTrajectory } from '../../store.ts';

/** A trajectory with what its calls were given and gave back. */
export interface FullRun {
  /** As evidence names it. */
  readonly name: string;
  readonly trajectory: StoredTrajectory;
  readonly calls: readonly CallRecord[];
}

/** A step as a model is shown it. */
interface ShownStep {
  readonly n: number;
  readonly tool: string;
  readonly params: string;
  readonly output: string;
  readonly ok: boolean | null;
  readonly error?: string;
}

const MOST_STEPS = 40;
/** The steps after a failure that say how the agent went on. */
const AFTER_FAILURE = 3;
const PARAMS_CHARACTERS = 300;
const OUTPUT_CHARACTERS = 240;
const TASK_CHARACTERS = 2000;

/** What a model is shown of a run, shortened and redacted: of a long one the beginning, the end, and what failed with what followed. */
export function shownRun({ trajectory, calls }: FullRun): object {
  const kept = keptSteps(calls);
  return {
    task: shortened(trajectory.taskText, TASK_CHARACTERS),
    calls: calls.length,
    reward: rounded(trajectory.reward),
    parts: {
      steps: rounded(trajectory.parts.rhoS),
      acceptance: trajectory.parts.rhoA,
      outcome: trajectory.parts.outcome,
    },
    steps: kept.map((n) => shownStep(calls[n] as CallRecord, n + 1)),
    leftOut: calls.length - kept.length,
  };
}

function keptSteps(calls: readonly CallRecord[]): readonly number[] {
  if (calls.length <= MOST_STEPS) return calls.map((_, n) => n);
  const kept = new Set<number>();
  const failed = calls.flatMap(({ ok }, n) => (ok === false ? [n] : []));
  for (const n of failed) for (let at = n; at <= n + AFTER_FAILURE && at < calls.length; at++) kept.add(at);
  for (let n = 0; kept.size < MOST_STEPS && n < calls.length; n++) {
    kept.add(n % 2 === 0 ? n / 2 : calls.length - (n + 1) / 2);
  }
  return [...kept].sort((a, b) => a - b);
}

function shownStep({ tool, params, output, ok, error }: CallRecord, n: number): ShownStep {
  return {
    n,
    tool,
    params: shortened(asText(params), PARAMS_CHARACTERS),
    output: shortened(asText(output), OUTPUT_CHARACTERS),
    ok,
    ...(error === null ? {} : { error: shortened(`${error.class}: ${error.message}`, OUTPUT_CHARACTERS) }),
  };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** The first and the last half, so that both how it began and how it ended are told. */
function shortened(text: string, most: number): string {
  const clean = redactText(text);
  if (clean.length <= most) return clean;
  const half = Math.floor((most - 5) / 2);
  return `${clean.slice(0, half)} ... ${clean.slice(-half)}`;
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1000) / 1000;
}
