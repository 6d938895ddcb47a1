import { sha256Hex } from '../../base/sha256.ts';
import type { Json } from '../schema/ir.ts';
import { IllegalRead } from './closures.ts';
import { type ActionEntry, type Engine, REFUSED } from './engine.ts';
import { checkAvailable, checkDispatchable, inputRefusal, type Refusal, refusal, takeContext } from './gates.ts';
import type { AttemptContext, ErrorValue, Intent, JsonObject, Requirement, Snapshot } from './model.ts';
import { type FlowRequirement, Pass } from './pass-state.ts';
import {
  type Core,
  computedOf,
  coreOf,
  EngineSnapshot,
  earlierFor,
  failedWith,
  IDLE,
  type Standing,
} from './snapshot.ts';
import { type Trace, TraceBuilder } from './trace.ts';
import { cleanJson } from './values.ts';

/** How a pass ended. `blocked`: a gate refused, and the snapshot is the one that was given. */
export type PassResult =
  | { readonly status: 'complete'; readonly snapshot: Snapshot; readonly trace?: Trace }
  | { readonly status: 'halted'; readonly reason: string; readonly snapshot: Snapshot; readonly trace?: Trace }
  | {
      readonly status: 'pending';
      readonly requirement: Requirement;
      readonly snapshot: Snapshot;
      readonly trace?: Trace;
    }
  | { readonly status: 'error'; readonly error: ErrorValue; readonly snapshot: Snapshot; readonly trace?: Trace }
  | ({ readonly status: 'blocked'; readonly snapshot: Snapshot } & Refusal);

const NO_COMPUTED: JsonObject = {};

/** The gates passed: the action and what its flow reads. */
export interface Admitted {
  readonly kind: 'admitted';
  readonly action: ActionEntry;
  readonly input: JsonObject | undefined;
  readonly context: JsonObject;
}

const NO_ATTEMPT = 'an attempt has a timestamp that is a finite number, and a seed that is a text';

/** What is typed for programs may come from elsewhere, and would go into the state as it is. */
function isAttempt({ timestamp, seed }: AttemptContext): boolean {
  return Number.isFinite(timestamp) && typeof seed === 'string';
}

/** Gates 1 to 5, in order; 3 and 5 are left out where the pass is a re-entry. */
export function admit(core: Core, intent: Intent, attempt: AttemptContext, isReentry: boolean): Admitted | Refusal {
  const { engine } = core.lineage;
  if (!isAttempt(attempt)) return refusal('context', 'INVALID_CONTEXT', NO_ATTEMPT);
  const context = takeContext(engine, attempt.context);
  if (isRefusal(context)) return context;
  const action = engine.actionsByName.get(intent.type);
  if (action === undefined)
    return refusal(
      'action',
      'UNKNOWN_ACTION',
      typeof intent.type === 'string' && intent.type !== ''
        ? `there is no action named ${intent.type}`
        : 'the intent has no type that names an action',
    );
  const unavailable = isReentry ? null : checkAvailable(core, action);
  if (unavailable !== null) return unavailable;
  if (typeof intent.intentId !== 'string' || intent.intentId === '')
    return refusal('input', 'INVALID_INPUT', 'an intent needs an id that is a non-empty text');
  const input = engine.code.actions[action.index]?.takeInput(intent.input);
  if (input === REFUSED) return inputRefusal(engine, action, intent.input);
  const undispatchable = isReentry ? null : checkDispatchable(core, action, input);
  if (undispatchable !== null) return undispatchable;
  return { kind: 'admitted', action, input, context };
}

function isRefusal(value: JsonObject | Refusal): value is Refusal {
  return 'blockers' in value && 'layer' in value && Array.isArray(value.blockers);
}

/** Gates and one run of the flow, applied. */
export function runPass(
  engine: Engine,
  snapshot: Snapshot,
  intent: Intent,
  attempt: AttemptContext,
  isReentry: boolean,
  isTraced: boolean,
): PassResult {
  const core = coreOf(engine, snapshot);
  if (engine.problem !== null) {
    const { code, message } = engine.problem;
    return errorResult(core, intent, attempt, { code, message, nodePath: '' });
  }
  try {
    const reenters = isReentry && core.standing.action === intent.type && core.standing.status === 'pending';
    const admitted = admit(core, intent, attempt, reenters);
    if (!('kind' in admitted)) return { status: 'blocked', snapshot, ...admitted };
    const pass = begin(core, admitted, intent, attempt);
    const code = isTraced || !core.lineage.isTyped ? engine.plain() : engine.code;
    if (isTraced) pass.trace = new TraceBuilder(attempt.timestamp);
    try {
      code.actions[admitted.action.index]?.run(pass);
    } catch (error) {
      pass.status = 'error';
      pass.error = faultOf(error);
    }
    return settle(core, pass, attempt);
  } catch (error) {
    return errorResult(core, intent, attempt, faultOf(error));
  }
}

function faultOf(error: unknown): {
  readonly code: 'PATH_NOT_FOUND' | 'INTERNAL_ERROR';
  message: string;
  nodePath: string;
} {
  const message = error instanceof Error ? error.message : String(error);
  return { code: error instanceof IllegalRead ? 'PATH_NOT_FOUND' : 'INTERNAL_ERROR', message, nodePath: '' };
}

function begin(core: Core, admitted: Admitted, intent: Intent, attempt: AttemptContext): Pass {
  return new Pass(
    core.state,
    admitted.action.readsComputed ? computedOf(core) : NO_COMPUTED,
    core.guards,
    admitted.input,
    admitted.context,
    admitted.action.name,
    intent.intentId,
    // No text of a state tells -0 from 0.
    attempt.timestamp + 0,
    attempt.seed,
  );
}

/** Applies what a pass did: state, guards, then the system part. */
function settle(core: Core, pass: Pass, attempt: AttemptContext): PassResult {
  switch (pass.status) {
    case 'pending': {
      const requirement = requirementOf(core, pass, pass.requirement);
      const standing: Standing = { status: 'pending', error: null, requirement, action: pass.action };
      const snapshot = after(core, pass, attempt, standing);
      return traced({ status: 'pending', requirement, snapshot }, core, pass, snapshot);
    }
    case 'error': {
      const error = errorValue(pass.action, attempt, pass.error);
      const snapshot = after(core, pass, attempt, failedWith(error));
      return traced({ status: 'error', error, snapshot }, core, pass, snapshot);
    }
    case 'halted': {
      const snapshot = after(core, pass, attempt, IDLE);
      return traced({ status: 'halted', reason: pass.reason, snapshot }, core, pass, snapshot);
    }
    default: {
      const snapshot = after(core, pass, attempt, IDLE);
      return traced({ status: 'complete', snapshot }, core, pass, snapshot);
    }
  }
}

function after(core: Core, pass: Pass, attempt: AttemptContext, standing: Standing): EngineSnapshot {
  const hasSystemChange = standing !== IDLE || !isIdle(core.standing);
  return new EngineSnapshot({
    lineage: core.lineage,
    state: pass.state,
    input: pass.input,
    guards: pass.guards,
    version: core.version + 1 + (pass.guards === core.guards ? 0 : 1) + (hasSystemChange ? 1 : 0),
    timestamp: attempt.timestamp,
    seed: attempt.seed,
    standing,
    computed: pass.state === core.state ? core.computed : null,
    earlier: earlierFor(core, pass.state),
  });
}

/** A snapshot that was read from outside has a standing of its own; a requirement alone is no change. */
function isIdle(standing: Standing): boolean {
  const { status, error, action } = standing;
  return standing === IDLE || (status === 'idle' && error === null && action === null);
}

export function errorValue(
  actionId: string,
  attempt: { readonly timestamp: number },
  error: Pass['error'],
): ErrorValue {
  const { code, message, nodePath, context } = error ?? { code: 'INTERNAL_ERROR', message: '', nodePath: '' };
  const value = { code, message, source: { actionId, nodePath }, timestamp: attempt.timestamp };
  return context === undefined ? value : { ...value, context };
}

function requirementOf(core: Core, pass: Pass, asked: FlowRequirement | null): Requirement {
  const { type, params, nodePath } = asked ?? { type: '', params: {}, nodePath: '' };
  const key = `${core.lineage.engine.schema.hash}:${pass.intentId}:${pass.action}:${nodePath}`;
  return {
    id: `req-${sha256Hex(key).slice(0, 16)}`,
    type,
    params,
    actionId: pass.action,
    flowPosition: { nodePath, snapshotVersion: core.version },
    createdAt: pass.timestamp,
  };
}

function errorResult(
  core: Core,
  intent: Intent,
  attempt: AttemptContext,
  error: NonNullable<Pass['error']>,
): PassResult {
  const value = errorValue(
    typeof intent?.type === 'string' ? intent.type : '',
    { timestamp: attempt?.timestamp ?? 0 },
    error,
  );
  const failed = new EngineSnapshot({
    ...core,
    version: core.version + 1,
    standing: failedWith(value),
  });
  return { status: 'error', error: value, snapshot: failed };
}

function traced<R extends PassResult>(result: R, core: Core, pass: Pass, snapshot: EngineSnapshot): R {
  const { trace } = pass;
  if (trace === null) return result;
  const root = trace.root();
  if (root === undefined) return result;
  const input: Json = cleanJson(pass.input) ?? null;
  const full: Trace = {
    root,
    intent: { type: pass.action, input, intentId: pass.intentId },
    baseVersion: core.version,
    resultVersion: snapshot.meta.version,
    terminatedBy:
      pass.status === 'pending'
        ? 'effect'
        : pass.status === 'halted'
          ? 'halt'
          : pass.status === 'error'
            ? 'error'
            : 'complete',
    duration: 0,
  };
  return { ...result, trace: full };
}
