import { assign, setup } from 'xstate';
import { isBudget, isFiniteNumber, isWithin } from '../by-hand/checks.ts';
import { computedOf } from '../by-hand/computed.ts';
import { INITIAL, type LastIds, type State } from '../by-hand/state.ts';
import type { MachineEvent } from './machine-event.ts';

/** The state, its phase included so that the same functions read it, and the last intent of each action. */
export type Context = State & { readonly ids: LastIds };

type Of<T extends MachineEvent['type']> = {
  readonly context: Context;
  readonly event: Extract<MachineEvent, { readonly type: T }>;
};

/** An intent that has run changes nothing when it comes again. */
function isNew({ context, event }: { readonly context: Context; readonly event: MachineEvent }): boolean {
  const name = event.type === 'updateConfidenceStreak' ? streakOf(event.isLowConfidence) : event.type;
  return event.intentId !== '' && context.ids[name] !== event.intentId;
}

function streakOf(isLow: boolean): 'lowConfidence' | 'confidence' {
  return isLow ? 'lowConfidence' : 'confidence';
}

function marked(context: Context, name: keyof LastIds, intentId: string): { readonly ids: LastIds } {
  return { ids: { ...context.ids, [name]: intentId } };
}

function mayAct({ context: c, event }: Of<'exploit' | 'explore'>): boolean {
  const left = event.type === 'exploit' ? c.actionsRemaining : c.queriesRemaining;
  const recorded = event.type === 'exploit' ? c.bestExploitId : c.bestExploreId;
  return left > 0 && c.predictionOpen && c.lastActKind === '' && event.id !== '' && event.id === recorded;
}

function observed({ context: c, event }: Of<'recordObservation'>): Partial<Context> {
  const closed = {
    predictionOpen: false,
    revisionCooldownRemaining: Math.max(0, c.revisionCooldownRemaining - 1),
    ...marked(c, 'recordObservation', event.intentId),
  };
  if (c.lastActKind !== 'exploit') return closed;
  const signalError = Math.min(1, Math.abs(c.predictedSignal - event.actualSignal));
  const gainError = Math.min(1, Math.abs(c.predictedGain - event.actualGain));
  const isFirst = c.observedCount === 0;
  return {
    ...closed,
    errorEMA: isFirst ? signalError : (3 * c.errorEMA + signalError) / 4,
    calibrationEMA: isFirst ? gainError : (3 * c.calibrationEMA + gainError) / 4,
    observedCount: c.observedCount + 1,
  };
}

function revised({ context: c, event }: Of<'applyRevision'>): Partial<Context> {
  const { nextStrategyKind, nextExploitThreshold } = computedOf(c);
  return {
    policyMode: nextStrategyKind === 'aggressive_exploit' ? 'aggressive_exploit' : 'broaden_explore',
    exploitThreshold: nextExploitThreshold,
    revisionCount: c.revisionCount + 1,
    lastRevisionReason: event.reason,
    lowConfidenceStreak: 0,
    revisionCooldownRemaining: 3,
    ...marked(c, 'applyRevision', event.intentId),
  };
}

function recovered({ context: c, event }: Of<'recover'>): Partial<Context> {
  const { recoveredThreshold } = computedOf(c);
  return {
    policyMode: recoveredThreshold === 0.55 ? 'default' : c.policyMode,
    exploitThreshold: recoveredThreshold,
    confidentStreak: 0,
    ...marked(c, 'recover', event.intentId),
  };
}

function mayRenew(of: Of<'renewBudgets'>): boolean {
  return isBudget(of.event.actions) && isBudget(of.event.queries) && isNew(of);
}

function renewed({ context, event }: Of<'renewBudgets'>): Partial<Context> {
  return {
    phase: 'active',
    outcome: '',
    actionsRemaining: event.actions,
    queriesRemaining: event.queries,
    ...marked(context, 'renewBudgets', event.intentId),
  };
}

const { createMachine } = setup({ types: { context: {} as Context, events: {} as MachineEvent } });

/** The reflective domain as a machine: phases are states, gates are guards, patches are assignments. */
export const machine = createMachine({
  id: 'reflective',
  initial: 'setup',
  context: { ...INITIAL.state, ids: INITIAL.ids },
  states: {
    setup: {
      on: {
        start: {
          target: 'active',
          guard: (of) => isBudget(of.event.totalActions) && isBudget(of.event.totalQueries) && isNew(of),
          actions: assign(({ context, event }) => ({
            phase: 'active',
            actionsRemaining: event.totalActions,
            queriesRemaining: event.totalQueries,
            ...marked(context, 'start', event.intentId),
          })),
        },
      },
    },
    result: { on: { renewBudgets: { target: 'active', guard: mayRenew, actions: assign(renewed) } } },
    active: {
      on: {
        renewBudgets: { guard: mayRenew, actions: assign(renewed) },
        updateCandidates: {
          guard: (of) => isWithin(of.event.exploitValue, 0, 1) && isWithin(of.event.exploreValue, 0, 1) && isNew(of),
          actions: assign(({ context, event }) => ({
            bestExploitId: event.exploitId,
            bestExploitValue: event.exploitValue,
            bestExploreId: event.exploreId,
            bestExploreValue: event.exploreValue,
            ...marked(context, 'updateCandidates', event.intentId),
          })),
        },
        recordPrediction: {
          guard: (of) =>
            !of.context.predictionOpen &&
            isWithin(of.event.expectedSignal, 0, 1) &&
            isWithin(of.event.expectedGain, -1, 1) &&
            isNew(of),
          actions: assign(({ context, event }) => ({
            predictedSignal: event.expectedSignal,
            predictedGain: event.expectedGain,
            predictionOpen: true,
            lastActKind: '',
            ...marked(context, 'recordPrediction', event.intentId),
          })),
        },
        exploit: {
          guard: (of) => mayAct(of) && isNew(of),
          actions: assign(({ context, event }) => ({
            actionsRemaining: context.actionsRemaining - 1,
            actionsTaken: context.actionsTaken + 1,
            lastActKind: 'exploit',
            ...marked(context, 'exploit', event.intentId),
          })),
        },
        explore: {
          guard: (of) => mayAct(of) && isNew(of),
          actions: assign(({ context, event }) => ({
            queriesRemaining: context.queriesRemaining - 1,
            queriesAsked: context.queriesAsked + 1,
            lastActKind: 'explore',
            ...marked(context, 'explore', event.intentId),
          })),
        },
        recordObservation: {
          guard: (of) =>
            of.context.predictionOpen &&
            of.context.lastActKind !== '' &&
            isFiniteNumber(of.event.actualSignal) &&
            isFiniteNumber(of.event.actualGain) &&
            isNew(of),
          actions: assign(observed),
        },
        updateConfidenceStreak: {
          guard: isNew,
          actions: assign(({ context: c, event: { isLowConfidence, intentId } }) => ({
            lowConfidenceStreak: isLowConfidence ? c.lowConfidenceStreak + 1 : 0,
            confidentStreak: isLowConfidence ? 0 : c.confidentStreak + (computedOf(c).confident ? 1 : 0),
            ...marked(c, streakOf(isLowConfidence), intentId),
          })),
        },
        recordStrategyPreviews: {
          guard: isNew,
          actions: assign(({ context, event }) => ({
            currentPolicyPreviewValue: event.currentValue,
            aggressiveExploitPreviewValue: event.aggressiveValue,
            broadenExplorePreviewValue: event.broadenValue,
            ...marked(context, 'recordStrategyPreviews', event.intentId),
          })),
        },
        applyRevision: {
          guard: (of) => computedOf(of.context).shouldRevise && isNew(of),
          actions: assign(revised),
        },
        recover: { guard: (of) => computedOf(of.context).shouldRecover && isNew(of), actions: assign(recovered) },
        finish: {
          target: 'result',
          guard: isNew,
          actions: assign(({ context, event }) => ({
            phase: 'result',
            outcome: event.result,
            ...marked(context, 'finish', event.intentId),
          })),
        },
      },
    },
  },
});
