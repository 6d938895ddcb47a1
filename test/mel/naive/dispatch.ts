import type { AttemptContext, ConcretePatch, Intent } from '../../../src/mel/engine/model.ts';
import type { Json, Schema } from '../../../src/mel/schema/ir.ts';
import { isMember } from '../member-of.ts';
import { type Dict, isDict } from './coercions.ts';
import { evaluate } from './evaluate.ts';
import type { Frame } from './frame.ts';
import { patched } from './patch.ts';
import { computedOf, type PassEnd, runPass } from './run-pass.ts';
import { Steps } from './steps.ts';

/** State and causal guards: all that one dispatch leaves to the next. */
export interface Domain {
  readonly schema: Schema;
  readonly state: Dict;
  readonly guards: Dict;
}

/** What the host does about a request: patches, or a failure; undefined: it knows no such effect. */
export type Host = (type: string, params: Dict) => readonly ConcretePatch[] | { readonly failure: string } | undefined;

/** How a dispatch ended, in the words of the runtime. */
export interface Outcome {
  readonly kind: 'ok' | 'stop' | 'fail' | 'failed' | 'blocked';
  readonly code?: string;
  readonly reason?: string;
  readonly author?: string;
  readonly message?: string;
  readonly state: Dict;
  readonly guards: Dict;
  readonly requests: readonly { readonly type: string; readonly params: Dict }[];
  /** One a pass. */
  readonly work: readonly PassWork[];
}

/** The steps that one pass took, with what it began with. */
export interface PassWork {
  readonly state: Dict;
  readonly gates: number;
  readonly pass: number;
  /** Of all computed values, before and after. */
  readonly computed: number;
}

export interface Dispatch {
  readonly intent: Intent;
  readonly attempt: AttemptContext;
  readonly host: Host;
  readonly maxIterations: number;
}

/** Section 20, one intent. */
export function dispatch(domain: Domain, { intent, attempt, host, maxIterations }: Dispatch): Outcome {
  const { schema } = domain;
  const gates = new Steps();
  const refused = refusal(domain, intent, attempt, gates);
  if (refused !== null) {
    const { state, guards } = domain;
    return { kind: 'blocked', code: refused, state, guards, requests: [], work: [] };
  }
  const requests: { type: string; params: Dict }[] = [];
  const work: PassWork[] = [];
  let { state, guards } = domain;
  for (let passes = 1; ; passes++) {
    const end = onePass({ schema, state, guards }, intent, attempt, work, passes === 1 ? gates.taken : 0);
    const after = { state: end.state, guards: end.guards, requests, work };
    if (end.kind === 'complete') return { kind: 'ok', ...after };
    if (end.kind === 'halted') return { kind: 'stop', reason: end.reason, ...after };
    if (end.kind === 'error') {
      if (end.author === undefined) return { kind: 'fail', code: end.code, ...after };
      return { kind: 'fail', code: end.code, author: end.author, message: end.message ?? '', ...after };
    }
    if (passes >= maxIterations) return { kind: 'failed', code: 'LOOP_MAX_ITERATIONS', ...after };
    requests.push({ type: end.type, params: end.params });
    const answer = host(end.type, end.params);
    if (answer === undefined) return { kind: 'failed', code: 'UNKNOWN_EFFECT', ...after };
    if ('failure' in answer) return { kind: 'failed', code: 'EFFECT_EXECUTION_FAILED', ...after };
    const applied = applyAll(schema, end.state, answer);
    if (applied === null) return { kind: 'failed', code: 'EFFECT_APPLY_FAILED', ...after };
    state = applied;
    guards = end.guards;
  }
}

function onePass(
  { schema, state, guards }: Domain,
  intent: Intent,
  attempt: AttemptContext,
  work: PassWork[],
  gates: number,
): PassEnd {
  const steps = new Steps();
  const [before, after] = [new Steps(), new Steps()];
  const frame = frameFor(state, computedOf(schema, state, before), intent, attempt, steps);
  const flow = schema.actions[intent.type]?.flow ?? { kind: 'seq', steps: [] };
  const end = runPass(flow, { schema, frame, guards, intentId: intent.intentId, steps });
  computedOf(schema, end.state, after);
  work.push({ state, gates, pass: steps.taken, computed: before.taken + after.taken });
  return end;
}

function frameFor(state: Dict, computed: Dict, intent: Intent, attempt: AttemptContext, steps: Steps): Frame {
  const date = new Date(attempt.timestamp);
  const iso = Number.isNaN(date.getTime()) ? null : date.toISOString();
  return {
    state,
    computed,
    input: isDict(intent.input) ? intent.input : {},
    context: attempt.context ?? {},
    runtime: {
      intent: { id: intent.intentId, action: intent.type },
      time: { timestamp: attempt.timestamp, iso },
      random: { seed: attempt.seed },
    },
    items: [],
    onHiddenNull: () => {},
    onNode: steps.onNode,
  };
}

/** Gates 1 to 5: the code of the first that refuses. */
function refusal({ schema, state }: Domain, intent: Intent, attempt: AttemptContext, steps: Steps): string | null {
  const fits = (value: Json | undefined, type: Parameters<typeof isMember>[0]) =>
    isMember(type, value, (name) => schema.types[name]?.definition);
  const contextFields = Object.entries(schema.context?.fields ?? {}).map(
    ([name, { type }]) => [name, { type, optional: false }] as const,
  );
  if (!fits(attempt.context ?? {}, { kind: 'object', fields: new Map(contextFields) })) return 'INVALID_CONTEXT';
  const action = Object.hasOwn(schema.actions, intent.type) ? schema.actions[intent.type] : undefined;
  if (action === undefined) return 'UNKNOWN_ACTION';
  const frame = frameFor(state, computedOf(schema, state, new Steps()), intent, attempt, steps);
  const { available, dispatchable, inputType } = action;
  if (available !== undefined) {
    const value = evaluate(available, { ...frame, input: {} });
    if (value !== true) return value === false ? 'ACTION_UNAVAILABLE' : 'TYPE_MISMATCH';
  }
  const isInput = inputType === undefined ? intent.input === undefined : fits(intent.input, inputType);
  if (!isInput || intent.intentId === '') return 'INVALID_INPUT';
  if (dispatchable !== undefined) {
    const value = evaluate(dispatchable, frame);
    if (value !== true) return value === false ? 'INTENT_NOT_DISPATCHABLE' : 'TYPE_MISMATCH';
  }
  return null;
}

function applyAll(schema: Schema, before: Dict, patches: readonly ConcretePatch[]): Dict | null {
  let state = before;
  for (const patch of patches) {
    const result = patched(schema, state, patch);
    if ('refused' in result) return null;
    state = result.state;
  }
  return state;
}
