import type { AttemptContext, Intent, Snapshot } from '../../../src/mel/engine/model.ts';
import { adoptSnapshot, createProgram, initialSnapshot, type Program, pass } from '../../../src/mel/engine/program.ts';
import type { SchemaCost } from '../../../src/mel/schema/cost/cost.ts';
import type { Schema } from '../../../src/mel/schema/ir.ts';
import { jsonOf } from '../json-of.ts';
import type { Dict } from '../naive/coercions.ts';
import type { Outcome } from '../naive/dispatch.ts';
import { computedOf } from '../naive/run-pass.ts';
import { Steps } from '../naive/steps.ts';

/** Closures that count what they do. */
export interface Metered {
  readonly program: Program;
  readonly meter: { steps: number };
}

export function meteredOf(schema: Schema): Metered {
  const meter = { steps: 0 };
  return { meter, program: createProgram(schema, { mode: 'closures', meter }) };
}

/** What the engine does for one pass, the computed values around it among it, stays within the bound of a dispatch. */
export function requireFewSteps(
  { program, meter }: Metered,
  cost: SchemaCost,
  { state, computed }: Snapshot,
  intent: Intent,
  attempt: AttemptContext,
): void {
  const values = { state, computed, input: intent.input, ...attempt, intentId: intent.intentId };
  const bound = cost.actions[intent.type]?.dispatch().at(values) ?? 0;
  const snapshot = adoptSnapshot(program, initialFrom(program, state));
  if (snapshot === null) throw new Error('the state is none of the domain');
  meter.steps = 0;
  const result = pass(program, snapshot, intent, attempt, false);
  if (result.status === 'blocked') return;
  void result.snapshot.computed;
  if (meter.steps === 0 || meter.steps > bound)
    throw new Error(`the engine takes ${meter.steps} steps for ${intent.type}, of ${bound} at most`);
}

function initialFrom(program: Program, state: Dict): unknown {
  const { meta } = initialSnapshot(program, { timestamp: 0, seed: '' });
  return { state, meta };
}

interface Attempted {
  readonly intent: Intent;
  readonly attempt: AttemptContext;
  readonly schema: Schema;
}

/** The largest part of its bound that a pass took; throws where a pass, the gates or the whole took more than that. */
export function closestToBound(cost: SchemaCost, { work }: Outcome, { intent, attempt, schema }: Attempted): number {
  const action = cost.actions[intent.type];
  let closest = 0;
  for (const { state, gates, pass, computed } of work) {
    const { intentId, input } = intent;
    const values = { state, computed: computedOf(schema, state, new Steps()), input, ...attempt, intentId };
    const bounds = [
      ['gates', gates, action?.gates.at(values) ?? 0],
      ['a pass', pass, action?.pass.at(values) ?? 0],
      ['a dispatch', gates + pass + computed, action?.dispatch().at(values) ?? 0],
    ] as const;
    for (const [name, taken, bound] of bounds) {
      if (taken > bound) {
        const where = `${jsonOf(input)} and ${jsonOf(state)}`;
        throw new Error(`${name} of ${intent.type} took ${taken} steps, of ${bound} at most, for ${where}`);
      }
      if (name === 'a pass' && bound > 0) closest = Math.max(closest, taken / bound);
    }
  }
  return closest;
}
