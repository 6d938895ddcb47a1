import type { Snapshot } from '../mel/engine/model.ts';
import { adoptSnapshot, createProgram, initialSnapshot, pass, snapshotData } from '../mel/engine/program.ts';
import type { Schema } from '../mel/schema/ir.ts';
import type { Controller, ControllerIntent, ControllerState, ControllerStep, ControllerView } from './controller.ts';

/** The attempt of an intent: a controller reads neither the clock nor chance. */
export const ATTEMPT = { timestamp: 0, seed: '' };

/** A controller that runs a schema, which has to be that of a domain that can steer a run; `source` is its text. */
export function melController(schema: Schema, source: string, sha256: string): Controller {
  // A run dispatches a few intents a cycle: generating code would cost its start more than that saves.
  const program = createProgram(schema, { mode: 'closures' });
  const initial = initialSnapshot(program, ATTEMPT);
  const empty = snapshotData(program, initial);
  const known = new WeakMap<ControllerState, Snapshot>();

  /** A snapshot of a state alone: which intents led to it is the journal's to know, so that a step depends on nothing else. */
  const snapshotOf = (state: ControllerState): Snapshot => {
    const seen = known.get(state);
    if (seen !== undefined) return seen;
    const snapshot = adoptSnapshot(program, { ...empty, state });
    if (snapshot === null) throw new TypeError('the state is none of this controller');
    known.set(state, snapshot);
    return snapshot;
  };
  const step = (state: ControllerState, intent: ControllerIntent, intentId: string): ControllerStep => {
    const { action, ...input } = intent;
    const given = Object.keys(input).length === 0 ? {} : { input };
    const result = pass(program, snapshotOf(state), { type: action, intentId, ...given }, ATTEMPT, false);
    switch (result.status) {
      case 'complete':
      case 'halted':
        return { kind: 'completed', state: stateOf(result.snapshot) };
      case 'blocked':
        return { kind: 'refused', code: result.code, message: result.message };
      case 'error':
        return { kind: 'refused', code: failCode(result.error), message: result.error.message };
      case 'pending':
        return { kind: 'refused', code: 'UNKNOWN_EFFECT', message: `${action} asks for a host effect` };
    }
  };
  return {
    sha256,
    source,
    initial: stateOf(initial),
    step,
    view: (state) => viewOf(snapshotOf(state)),
  };
}

function stateOf(snapshot: Snapshot): ControllerState {
  // The shape was checked against the interface when the domain was loaded; all else in it is the domain's own.
  return snapshot.state as unknown as ControllerState;
}

function failCode(error: { readonly code: string; readonly context?: { readonly [key: string]: unknown } }): string {
  const own = error.context?.code;
  return typeof own === 'string' ? own : error.code;
}

/** Computed values and state by one name: a domain may compute what another one keeps. */
function viewOf({ state, computed }: Snapshot): ControllerView {
  return { ...state, ...computed } as unknown as ControllerView;
}
