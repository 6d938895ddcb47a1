import type { AttemptContext, Intent, Requirement, Snapshot } from '../engine/model.ts';
import { type Program, stateHash } from '../engine/program.ts';
import { carryOut } from './carry-out.ts';
import { type EffectHost, isPromise } from './run-effect.ts';
import type { AnyDomain, DispatchResult, DomainTypes, TypedSnapshot } from './types.ts';

/** An effect that no stub answers ends a simulation: what follows depends on the answer. */
interface PendingStep<D extends DomainTypes = AnyDomain> {
  readonly kind: 'pending';
  readonly requirement: Requirement;
  readonly before: TypedSnapshot<D>;
  /** The state at the moment of the request. */
  readonly snapshot: TypedSnapshot<D>;
}

type SimulatedStep<D extends DomainTypes = AnyDomain> = DispatchResult<D> | PendingStep<D>;

/** What a row of intents would lead to. */
export interface Simulation<D extends DomainTypes = AnyDomain> {
  /** One for each intent, up to the first that is pending. */
  readonly steps: readonly SimulatedStep<D>[];
  readonly snapshot: TypedSnapshot<D>;
  /** Of the state at the end. */
  hash(): string;
}

/** Carries intents out one after the other on a snapshot that nobody else sees. */
export function simulateFrom(
  program: Program,
  from: Snapshot,
  intents: readonly { readonly intent: Intent; readonly context: AttemptContext }[],
  stubs: EffectHost,
  maxIterations: number,
): Simulation {
  const steps: SimulatedStep[] = [];
  let snapshot = from;
  for (const { intent, context } of intents) {
    const step = simulateOne(program, snapshot, intent, context, stubs, maxIterations);
    steps.push(step);
    snapshot = step.snapshot;
    if (step.kind === 'pending') break;
  }
  return { steps, snapshot, hash: () => stateHash(snapshot) };
}

function simulateOne(
  program: Program,
  before: Snapshot,
  intent: Intent,
  context: AttemptContext,
  stubs: EffectHost,
  maxIterations: number,
): SimulatedStep {
  const unanswered: { step: PendingStep | undefined } = { step: undefined };
  const host: EffectHost = (requirement, snapshot) => {
    const outcome = stubs(requirement, snapshot);
    if (isPromise(outcome))
      return { kind: 'failed', code: 'EFFECT_EXECUTION_FAILED', message: 'a stub of a simulation answers at once' };
    if (outcome.kind === 'failed' && outcome.code === 'UNKNOWN_EFFECT')
      unanswered.step = { kind: 'pending', requirement, before, snapshot };
    return outcome;
  };
  const result = carryOut({ program, before, intent, context, host, maxIterations });
  if (isPromise(result)) throw new TypeError('the host of a simulation answers at once');
  return unanswered.step ?? result;
}
