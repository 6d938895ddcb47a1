import type { AttemptContext, ErrorCode, ErrorValue, Intent, Requirement, Snapshot } from '../engine/model.ts';
import { fulfil, type PassResult, type Program, pass, withFailure } from '../engine/program.ts';
import { ownCopy } from './own-copy.ts';
import { type EffectHost, type EffectOutcome, isPromise } from './run-effect.ts';
import type { DispatchResult } from './types.ts';

/** One attempt to carry out an intent from a baseline. */
export interface Attempt {
  readonly program: Program;
  readonly before: Snapshot;
  readonly intent: Intent;
  readonly context: AttemptContext;
  readonly host: EffectHost;
  /** Most passes of one dispatch. */
  readonly maxIterations: number;
}

/**
 * Gates, then passes with the effects between them, until the flow ends. Publishes nothing. Returns a promise only where the
 * host did.
 */
export function carryOut(attempt: Attempt): DispatchResult | Promise<DispatchResult> {
  const first = pass(attempt.program, attempt.before, attempt.intent, attempt.context, false);
  if (first.status !== 'pending') return settled(attempt, first);
  // While an effect is under way, the caller may change what it gave.
  const kept = { ...attempt, intent: ownCopy(attempt.intent), context: ownCopy(attempt.context) };
  return goOn(kept, first, 1);
}

function goOn(attempt: Attempt, last: PassResult, passes: number): DispatchResult | Promise<DispatchResult> {
  let result = last;
  for (let count = passes; result.status === 'pending'; count += 1) {
    const { requirement, snapshot } = result;
    // Written so that a limit that is no number is a limit too.
    if (!(count < attempt.maxIterations))
      return failed(
        attempt,
        snapshot,
        requirement,
        'LOOP_MAX_ITERATIONS',
        `the action still asks for effects after ${count} passes`,
      );
    const outcome = attempt.host(requirement, snapshot);
    if (isPromise(outcome)) {
      const next = count + 1;
      return outcome.then((late) => {
        const after = reenter(attempt, snapshot, requirement, late);
        return 'status' in after ? goOn(attempt, after, next) : after;
      });
    }
    const after = reenter(attempt, snapshot, requirement, outcome);
    if (!('status' in after)) return after;
    result = after;
  }
  return settled(attempt, result);
}

/** Applies what the host brought and runs the flow again from the top. */
function reenter(
  attempt: Attempt,
  snapshot: Snapshot,
  requirement: Requirement,
  outcome: EffectOutcome,
): PassResult | DispatchResult {
  if (outcome.kind === 'failed') return failed(attempt, snapshot, requirement, outcome.code, outcome.message);
  const applied = fulfil(attempt.program, snapshot, outcome.patches);
  if (applied.kind === 'error') {
    const message = `patch ${applied.index} does not apply: ${applied.message} (${applied.code})`;
    return failed(attempt, snapshot, requirement, 'EFFECT_APPLY_FAILED', message);
  }
  return pass(attempt.program, applied.snapshot, attempt.intent, attempt.context, true);
}

function failed(
  { program, before, intent, context }: Attempt,
  snapshot: Snapshot,
  requirement: Requirement,
  code: ErrorCode,
  message: string,
): DispatchResult {
  const error: ErrorValue = {
    code,
    message,
    source: { actionId: intent.type, nodePath: requirement.flowPosition.nodePath },
    timestamp: context.timestamp,
    context: { intentId: intent.intentId, requirementId: requirement.id, effectType: requirement.type },
  };
  return { kind: 'failed', error, before, snapshot: withFailure(program, snapshot, error) };
}

/** The result of a dispatch that came after the end of its runtime. */
export function disposedResult(intent: Intent, { timestamp }: AttemptContext, snapshot: Snapshot): DispatchResult {
  const error: ErrorValue = {
    code: 'INTERNAL_ERROR',
    message: 'the runtime is disposed',
    source: { actionId: intent.type, nodePath: '' },
    timestamp,
  };
  return { kind: 'failed', error, before: snapshot, snapshot };
}

function settled({ before }: Attempt, result: Exclude<PassResult, { readonly status: 'pending' }>): DispatchResult {
  switch (result.status) {
    case 'complete':
      return { kind: 'ok', before, snapshot: result.snapshot };
    case 'halted':
      return { kind: 'stop', reason: result.reason, before, snapshot: result.snapshot };
    case 'error':
      return { kind: 'fail', error: result.error, before, snapshot: result.snapshot };
    case 'blocked': {
      const { layer, code, message, blockers } = result;
      return { kind: 'blocked', layer, code, message, blockers, snapshot: before };
    }
  }
}
