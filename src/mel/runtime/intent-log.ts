import type { AttemptContext, Intent, JsonObject, Snapshot } from '../engine/model.ts';
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
