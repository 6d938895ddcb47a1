import { deepFreeze } from '../engine/deep-freeze.ts';
import type { AttemptContext, ConcretePatch, Intent, JsonObject, Snapshot } from '../engine/model.ts';
import { type Program, snapshotData, stateHash } from '../engine/program.ts';
import { cleanJson } from '../engine/values.ts';
import type { Json } from '../schema/ir.ts';
import type { EffectHost, EffectOutcome } from './run-effect.ts';
import { isPromise } from './run-effect.ts';
import type { DispatchResult } from './types.ts';

/** One dispatch with all that it depended on besides the state. */
export interface LoggedDispatch {
  readonly intent: Intent;
  readonly attempt: AttemptContext;
  /** What the host answered, in order. */
  readonly effects: readonly EffectOutcome[];
  readonly kind: DispatchResult['kind'];
}

/** Everything that a replay needs. Plain JSON. */
export interface IntentLog {
  readonly format: 'mel-log';
  readonly v: 1;
  readonly schemaHash: string;
  /** The engine that ran it, such as `node v24.1.0`; null: not told. */
  readonly platform: string | null;
  readonly start: Snapshot;
  readonly dispatches: readonly LoggedDispatch[];
  readonly end: { readonly hash: string; readonly state: JsonObject };
}

/** One list for all dispatches without effects: a log may hold very many of them. */
const NO_ANSWERS: readonly EffectOutcome[] = Object.freeze([]);

/**
 * A dispatch as a log keeps it: plain JSON, and its own copy. Null for an intent that was refused and is no JSON: no log can
 * hold it, and it changed nothing.
 */
export function loggedDispatch(
  intent: Intent,
  attempt: AttemptContext,
  answers: readonly EffectOutcome[],
  kind: DispatchResult['kind'],
): LoggedDispatch | null {
  const input = cleanJson(intent.input);
  const context = cleanJson(attempt.context);
  if (kind === 'blocked' && !isWritable(intent, input, attempt, context)) return null;
  return {
    intent: input === undefined ? intent : { ...intent, input },
    attempt: context === undefined ? attempt : { ...attempt, context: context as JsonObject },
    effects: answers.length === 0 ? NO_ANSWERS : answers.map(loggedAnswer),
    kind,
  };
}

function isWritable(
  { type, intentId, input: givenInput }: Intent,
  input: Json | undefined,
  { timestamp, seed, context: givenContext }: AttemptContext,
  context: Json | undefined,
): boolean {
  const isWhole = (given: unknown, clean: Json | undefined) => given === undefined || clean !== undefined;
  const isIntent = typeof type === 'string' && typeof intentId === 'string' && isWhole(givenInput, input);
  return isIntent && Number.isFinite(timestamp) && typeof seed === 'string' && isWhole(givenContext, context);
}

/** An answer that is no JSON does not apply, then as now. */
function loggedAnswer(answer: EffectOutcome): EffectOutcome {
  if (answer.kind === 'failed') return answer;
  const patches: ConcretePatch[] = [];
  for (const { op, path, value } of answer.patches) {
    const clean = cleanJson(value);
    if (op !== 'unset' && clean === undefined)
      return { kind: 'failed', code: 'EFFECT_APPLY_FAILED', message: 'the answer is no JSON' };
    patches.push(op === 'unset' || clean === undefined ? { op, path } : { op, path, value: clean });
  }
  return { kind: 'patches', patches };
}

/** The log of a runtime, from where it began to be kept to the state as it is now. */
export function intentLog(
  program: Program,
  { start, dispatches }: { readonly start: Snapshot; readonly dispatches: readonly LoggedDispatch[] },
  now: Snapshot,
  platform: string | null,
): IntentLog {
  return {
    format: 'mel-log',
    v: 1,
    schemaHash: program.schema.hash,
    platform,
    start: snapshotData(program, start),
    dispatches: dispatches.map((one) => deepFreeze(one)),
    end: { hash: stateHash(now), state: snapshotData(program, now).state },
  };
}

/** Keeps what a host answers. */
export function recordingHost(host: EffectHost, answers: EffectOutcome[]): EffectHost {
  return (requirement, snapshot) => {
    const outcome = host(requirement, snapshot);
    if (!isPromise(outcome)) {
      answers.push(outcome);
      return outcome;
    }
    return outcome.then((late) => {
      answers.push(late);
      return late;
    });
  };
}

/** Answers as the recorded host did. */
export function recordedHost(answers: readonly EffectOutcome[]): EffectHost {
  let next = 0;
  return (requirement) => {
    const answer = answers[next];
    next += 1;
    const message = `the log holds no answer to the effect ${requirement.type}`;
    return answer ?? { kind: 'failed', code: 'UNKNOWN_EFFECT', message };
  };
}
