import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ControllerIntent, ControllerState } from '../../src/run/controller.ts';
import { replayController } from '../../src/run/replay-controller.ts';
import { plainController } from './plain-controller.ts';

const { initial, view } = plainController;

function carry(state: ControllerState, ...intents: readonly ControllerIntent[]): ControllerState {
  return intents.reduce((present, intent) => {
    const result = plainController.step(present, intent, 'i');
    if (result.kind === 'refused') throw new Error(`${intent.action}: ${result.code}`);
    return result.state;
  }, state);
}

function refusal(state: ControllerState, intent: ControllerIntent): string {
  const result = plainController.step(state, intent, 'i');
  return result.kind === 'refused' ? result.code : 'completed';
}

const start: ControllerIntent = { action: 'start', totalActions: 8, totalQueries: 4 };
const active = carry(initial, start);

function candidates(exploitValue: number, exploreValue: number, exploreId = 'look'): ControllerIntent {
  return { action: 'updateCandidates', exploitId: 'fix', exploitValue, exploreId, exploreValue };
}

const predict: ControllerIntent = { action: 'recordPrediction', expectedSignal: 0.8, expectedGain: 0.3 };
const exploit: ControllerIntent = { action: 'exploit', id: 'fix' };
const explore: ControllerIntent = { action: 'explore', id: 'look' };
const ready = carry(active, candidates(0.5, 0.79), predict);

function observe(actualSignal: number, actualGain: number): ControllerIntent {
  return { action: 'recordObservation', actualSignal, actualGain };
}

function previews(currentValue: number, aggressiveValue: number, broadenValue: number): ControllerIntent {
  return { action: 'recordStrategyPreviews', currentValue, aggressiveValue, broadenValue };
}

/** One exploit, predicted 0.8 and 0.3, that shows nothing of the kind. */
function miss(state: ControllerState): ControllerState {
  const seen = carry(state, candidates(0.5, 0.79), predict, exploit, observe(0, -0.7));
  return carry(seen, { action: 'updateConfidenceStreak', isLowConfidence: view(seen).needsRevision });
}

const doubtful = miss(miss(miss(miss(active))));

describe('start', () => {
  test('works once', () => {
    expect(active).toMatchObject({ phase: 'active', actionsRemaining: 8, queriesRemaining: 4 });
    expect(refusal(active, start)).toBe('ACTION_UNAVAILABLE');
    expect(refusal(carry(active, { action: 'finish', result: 'pass' }), start)).toBe('ACTION_UNAVAILABLE');
  });

  test('refuses bad budgets', () => {
    expect(refusal(initial, { action: 'start', totalActions: -1, totalQueries: 0 })).toBe('INTENT_NOT_DISPATCHABLE');
    expect(refusal(initial, { action: 'start', totalActions: 1, totalQueries: 0.5 })).toBe('INTENT_NOT_DISPATCHABLE');
    expect(refusal(initial, { action: 'start', totalActions: Number.NaN, totalQueries: 0 })).toBe('INVALID_INPUT');
  });
});

describe('renewBudgets', () => {
  test('makes a finished run active again and keeps what was learnt', () => {
    const finished = carry(doubtful, { action: 'finish', result: 'stop' });
    const renewed = carry(finished, { action: 'renewBudgets', actions: 2, queries: 1 });
    expect(renewed).toEqual({ ...doubtful, actionsRemaining: 2, queriesRemaining: 1 });
  });

  test('is not there before the start', () => {
    expect(refusal(initial, { action: 'renewBudgets', actions: 1, queries: 1 })).toBe('ACTION_UNAVAILABLE');
  });
});

describe('inputs', () => {
  test('of a state that does not allow the action are not even looked at', () => {
    expect(refusal(initial, candidates(Number.NaN, 2))).toBe('ACTION_UNAVAILABLE');
  });

  test('outside their ranges are refused', () => {
    expect(refusal(active, candidates(1.1, 0))).toBe('INTENT_NOT_DISPATCHABLE');
    expect(refusal(active, candidates(0, -0.1))).toBe('INTENT_NOT_DISPATCHABLE');
    expect(refusal(active, { action: 'recordPrediction', expectedSignal: 1.1, expectedGain: 0 })).toBe(
      'INTENT_NOT_DISPATCHABLE',
    );
    expect(refusal(active, { action: 'recordPrediction', expectedSignal: 1, expectedGain: -1.1 })).toBe(
      'INTENT_NOT_DISPATCHABLE',
    );
  });

  test('of a wrong type are invalid', () => {
    expect(refusal(active, candidates(Number.POSITIVE_INFINITY, 0))).toBe('INVALID_INPUT');
    const asText = JSON.parse('{"action":"updateConfidenceStreak","isLowConfidence":"yes"}') as ControllerIntent;
    expect(refusal(active, asText)).toBe('INVALID_INPUT');
  });
});

describe('an act', () => {
  test('needs a prediction', () => {
    expect(refusal(carry(active, candidates(0.5, 0.79)), exploit)).toBe('ACTION_UNAVAILABLE');
  });

  test('uses its prediction up', () => {
    const acted = carry(ready, explore);
    expect(acted).toMatchObject({ queriesRemaining: 3, queriesAsked: 1, lastActKind: 'explore', predictionOpen: true });
    expect(refusal(acted, exploit)).toBe('ACTION_UNAVAILABLE');
    expect(refusal(acted, predict)).toBe('ACTION_UNAVAILABLE');
  });

  test('is of the recorded candidate', () => {
    expect(refusal(ready, { action: 'exploit', id: 'other' })).toBe('INTENT_NOT_DISPATCHABLE');
    expect(refusal(ready, { action: 'explore', id: 'fix' })).toBe('INTENT_NOT_DISPATCHABLE');
  });

  test('never has an empty name, even where none is recorded', () => {
    const bare = carry(active, candidates(0.5, 0, ''), predict);
    expect(refusal(bare, { action: 'explore', id: '' })).toBe('INTENT_NOT_DISPATCHABLE');
  });

  test('ends with its budget', () => {
    const spent = carry(initial, { action: 'start', totalActions: 0, totalQueries: 0 }, candidates(0.5, 0.79), predict);
    expect(view(spent)).toMatchObject({ canAct: false, canQuery: false, preferExplore: false, preferExploit: true });
    expect(refusal(spent, exploit)).toBe('ACTION_UNAVAILABLE');
    expect(refusal(spent, explore)).toBe('ACTION_UNAVAILABLE');
  });
});

describe('recordObservation', () => {
  test('needs an act', () => {
    expect(refusal(ready, observe(1, 0.5))).toBe('ACTION_UNAVAILABLE');
  });

  test('sets the averages at first, then moves them by a quarter', () => {
    const first = carry(ready, exploit, observe(0.5, 0));
    expect(first.errorEMA).toBe(Math.abs(0.8 - 0.5));
    expect(first.calibrationEMA).toBe(0.3);
    const second = carry(first, predict, exploit, observe(0.8, 0.3));
    expect(second.errorEMA).toBe((3 * first.errorEMA) / 4);
    expect(second).toMatchObject({ observedCount: 2, predictionOpen: false });
  });

  test('clamps errors to 1', () => {
    expect(carry(ready, exploit, observe(0.8, -1)).calibrationEMA).toBe(1);
  });

  test('of an explore act closes the prediction and leaves the averages', () => {
    const looked = carry(ready, explore, observe(0, -1));
    expect(looked).toMatchObject({ errorEMA: 0, calibrationEMA: 0, observedCount: 0, predictionOpen: false });
  });
});

describe('confidence', () => {
  test('is unknown, not 1, until three observations', () => {
    const two = miss(miss(active));
    expect(view(two)).toMatchObject({ modelConfidence: null, confident: false, needsRevision: false });
    expect(view(miss(two))).toMatchObject({ modelConfidence: 1 - (0.8 + 1) / 2, needsRevision: true });
  });

  test('that is unknown leaves the confident streak as it is', () => {
    const unknown = carry(active, { action: 'updateConfidenceStreak', isLowConfidence: false });
    expect(unknown).toMatchObject({ confidentStreak: 0, lowConfidenceStreak: 0 });
  });
});

describe('revision', () => {
  test('is never called for before previews are written', () => {
    expect(doubtful.lowConfidenceStreak).toBe(2);
    expect(view(doubtful).shouldRevise).toBe(false);
    expect(refusal(doubtful, { action: 'applyRevision', reason: 'r' })).toBe('NO_REVISION_REQUESTED');
    expect(view(carry(doubtful, previews(0.1, 0.2, 0.1))).shouldRevise).toBe(true);
  });

  test('takes no strategy that is worth 0.01 more or less than that', () => {
    expect(view(carry(doubtful, previews(0, 0.01, 0.01))).nextStrategyKind).toBe('');
  });

  test('prefers acting where both strategies are worth the same', () => {
    expect(view(carry(doubtful, previews(0, 0.2, 0.2))).nextStrategyKind).toBe('aggressive_exploit');
  });

  test('to aggressive exploit makes the next act an exploit', () => {
    const before = carry(doubtful, candidates(0.5, 0.79), previews(0.1, 0.2, 0.1));
    expect(view(before).preferExplore).toBe(true);
    const revised = carry(before, { action: 'applyRevision', reason: 'r' });
    expect(revised).toMatchObject({
      exploitThreshold: 0.5,
      policyMode: 'aggressive_exploit',
      revisionCount: 1,
      lastRevisionReason: 'r',
      lowConfidenceStreak: 0,
      revisionCooldownRemaining: 3,
    });
    expect(view(revised)).toMatchObject({ forceExploit: true, preferExplore: false });
  });

  test('to broaden explore makes the next act an explore', () => {
    const before = carry(doubtful, candidates(0.58, 0.79), previews(0.1, 0.1, 0.2));
    expect(view(before).preferExplore).toBe(false);
    const revised = carry(before, { action: 'applyRevision', reason: 'r' });
    expect(revised).toMatchObject({ exploitThreshold: 0.6, policyMode: 'broaden_explore' });
    expect(view(revised)).toMatchObject({ preferExplore: true, effectiveExploreValue: 0.79 + 0.1 });
  });

  test('waits for its cooldown, which every observation shortens', () => {
    const revised = carry(doubtful, previews(0.1, 0.2, 0.1), { action: 'applyRevision', reason: 'r' });
    const soon = miss(miss(revised));
    expect(view(soon)).toMatchObject({ sustainedLowConfidence: true, canRevise: false, shouldRevise: false });
    expect(view(miss(soon)).shouldRevise).toBe(true);
  });

  test.each([
    ['aggressive_exploit', 0.4, previews(0, 0.2, 0)],
    ['broaden_explore', 0.7, previews(0, 0, 0.2)],
  ] as const)('by %s stops at %f', (_, bound, written) => {
    let state: ControllerState = { ...doubtful };
    for (let round = 0; round < 8; round++) {
      state = carry(state, written, { action: 'applyRevision', reason: 'r' });
      state = { ...state, revisionCooldownRemaining: 0, lowConfidenceStreak: 2 };
    }
    expect(state.exploitThreshold).toBe(bound);
  });
});

describe('recovery', () => {
  const settled = { ...active, observedCount: 3, errorEMA: 0.1, calibrationEMA: 0.1 };
  const confidentCycle: ControllerIntent = { action: 'updateConfidenceStreak', isLowConfidence: false };
  const five = [confidentCycle, confidentCycle, confidentCycle, confidentCycle, confidentCycle];

  test('is called for after five confident cycles away from home', () => {
    const away: ControllerState = { ...settled, exploitThreshold: 0.5, policyMode: 'aggressive_exploit' };
    expect(refusal(carry(away, ...five.slice(1)), { action: 'recover' })).toBe('ACTION_UNAVAILABLE');
    expect(refusal(carry(settled, ...five), { action: 'recover' })).toBe('ACTION_UNAVAILABLE');
    expect(carry(away, ...five, { action: 'recover' })).toMatchObject({
      exploitThreshold: 0.55,
      policyMode: 'default',
      confidentStreak: 0,
    });
  });

  test('keeps the mode until the threshold is home', () => {
    const far: ControllerState = { ...settled, exploitThreshold: 0.7, policyMode: 'broaden_explore' };
    const once = carry(far, ...five, { action: 'recover' });
    expect(once).toMatchObject({ exploitThreshold: 0.65, policyMode: 'broaden_explore' });
    const home = carry(once, ...five, { action: 'recover' }, ...five, { action: 'recover' });
    expect(home).toMatchObject({ exploitThreshold: 0.55, policyMode: 'default' });
  });

  test('starts anew after a low cycle', () => {
    const away: ControllerState = { ...settled, exploitThreshold: 0.5, policyMode: 'aggressive_exploit' };
    const interrupted = carry(away, ...five, { action: 'updateConfidenceStreak', isLowConfidence: true });
    expect(view(interrupted).shouldRecover).toBe(false);
  });
});

describe('finish', () => {
  test('keeps its text and ends the acting', () => {
    const finished = carry(active, { action: 'finish', result: 'pass' });
    expect(finished).toMatchObject({ phase: 'result', outcome: 'pass' });
    expect(refusal(finished, candidates(0, 0))).toBe('ACTION_UNAVAILABLE');
    expect(refusal(finished, { action: 'finish', result: 'again' })).toBe('ACTION_UNAVAILABLE');
  });
});

describe('any sequence of intents', () => {
  // JSON does not keep the sign of zero.
  const unit = fc.double({ min: -0.2, max: 1.2, noNaN: true }).map((value) => value + 0);
  const budget = fc.integer({ min: -1, max: 6 });
  const name = fc.constantFrom('fix', 'look', '');
  const intent: fc.Arbitrary<ControllerIntent> = fc.oneof(
    fc.record({ action: fc.constant('start' as const), totalActions: budget, totalQueries: budget }),
    fc.record({ action: fc.constant('renewBudgets' as const), actions: budget, queries: budget }),
    fc.record({
      action: fc.constant('updateCandidates' as const),
      exploitId: name,
      exploitValue: unit,
      exploreId: name,
      exploreValue: unit,
    }),
    fc.record({ action: fc.constant('recordPrediction' as const), expectedSignal: unit, expectedGain: unit }),
    fc.record({ action: fc.constantFrom('exploit' as const, 'explore' as const), id: name }),
    fc.record({ action: fc.constant('recordObservation' as const), actualSignal: unit, actualGain: unit }),
    fc.record({ action: fc.constant('updateConfidenceStreak' as const), isLowConfidence: fc.boolean() }),
    fc.record({
      action: fc.constant('recordStrategyPreviews' as const),
      currentValue: unit,
      aggressiveValue: unit,
      broadenValue: unit,
    }),
    fc.record({ action: fc.constant('applyRevision' as const), reason: fc.string() }),
    fc.constant({ action: 'recover' as const }),
    fc.record({ action: fc.constant('finish' as const), result: fc.string() }),
  );
  const sequence = fc.array(intent, { maxLength: 120 }).map((rest): readonly ControllerIntent[] => [start, ...rest]);

  test('keeps budgets, counts, averages and the threshold within their bounds', () => {
    fc.assert(
      fc.property(sequence, (intents) => {
        let state = initial;
        for (const each of intents) {
          const result = plainController.step(state, each, 'i');
          if (result.kind === 'refused') continue;
          const next = result.state;
          expect(next.actionsRemaining).toBeGreaterThanOrEqual(0);
          expect(next.queriesRemaining).toBeGreaterThanOrEqual(0);
          if (each.action !== 'start' && each.action !== 'renewBudgets') {
            expect(next.actionsRemaining + next.actionsTaken).toBe(state.actionsRemaining + state.actionsTaken);
            expect(next.queriesRemaining + next.queriesAsked).toBe(state.queriesRemaining + state.queriesAsked);
          }
          expect(next.observedCount).toBeLessThanOrEqual(next.actionsTaken);
          expect(next.exploitThreshold).toBeGreaterThanOrEqual(0.4);
          expect(next.exploitThreshold).toBeLessThanOrEqual(0.7);
          for (const average of [next.errorEMA, next.calibrationEMA]) {
            expect(average).toBeGreaterThanOrEqual(0);
            expect(average).toBeLessThanOrEqual(1);
          }
          const { modelConfidence, preferExplore, preferExploit } = view(next);
          expect(modelConfidence === null).toBe(next.observedCount < 3);
          expect(preferExplore).toBe(!preferExploit);
          state = next;
        }
      }),
    );
  });

  test('gives the same state when it is replayed, from its text too', () => {
    fc.assert(
      fc.property(sequence, (intents) => {
        const state = replayController(plainController, intents);
        const read = JSON.parse(JSON.stringify(intents)) as ControllerIntent[];
        expect(replayController(plainController, read)).toEqual(state);
        const split = Math.floor(intents.length / 2);
        const middle = replayController(plainController, intents.slice(0, split));
        const onward = { ...plainController, initial: JSON.parse(JSON.stringify(middle)) as ControllerState };
        expect(replayController(onward, intents.slice(split))).toEqual(state);
      }),
    );
  });
});
