import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { dispatch } from '../by-hand/reducer.ts';
import { INITIAL, type Snapshot } from '../by-hand/state.ts';
import { machine } from './machine.ts';
import type { MachineEvent } from './machine-event.ts';

/** Two lessons, a revision and a recovery, with events that the gates refuse between them. */
function* session(): Generator<MachineEvent> {
  let n = 0;
  const id = () => ({ intentId: `i${n++}` });
  const start = { type: 'start', totalActions: 40, totalQueries: 3 } as const;
  yield { type: 'finish', result: 'too early', ...id() };
  yield { ...start, totalActions: 1.5, ...id() };
  yield { ...start, ...id() };
  yield { ...start, ...id() };
  yield { type: 'updateCandidates', exploitId: 'fix', exploitValue: 2, exploreId: 'look', exploreValue: 0.8, ...id() };
  yield {
    type: 'updateCandidates',
    exploitId: 'fix',
    exploitValue: 0.5,
    exploreId: 'look',
    exploreValue: 0.8,
    ...id(),
  };
  yield { type: 'applyRevision', reason: 'too early', ...id() };
  for (const isRight of [...Array(4).fill(false), ...Array(20).fill(true)] as readonly boolean[]) {
    yield { type: 'recordObservation', actualSignal: 1, actualGain: 1, ...id() };
    yield { type: 'recordPrediction', expectedSignal: 1, expectedGain: 0.5, intentId: `p${n}` };
    yield { type: 'recordPrediction', expectedSignal: 1, expectedGain: 0.5, intentId: `p${n}` };
    yield { type: 'exploit', id: 'other', ...id() };
    yield n % 5 === 0 ? { type: 'explore', id: 'look', ...id() } : { type: 'exploit', id: 'fix', ...id() };
    yield { type: 'recordObservation', actualSignal: isRight ? 1 : 0, actualGain: isRight ? 0.5 : -1, ...id() };
    const isLowConfidence = !isRight;
    yield { type: 'updateConfidenceStreak', isLowConfidence, intentId: `c${n}` };
    yield { type: 'updateConfidenceStreak', isLowConfidence, intentId: `c${n}` };
    yield { type: 'recordStrategyPreviews', currentValue: 0.1, aggressiveValue: 0.2, broadenValue: 0.5, ...id() };
    yield { type: 'applyRevision', reason: 'low', ...id() };
    yield { type: 'recover', ...id() };
  }
  yield { type: 'finish', result: 'pass', ...id() };
  yield { type: 'renewBudgets', actions: 2, queries: 1, ...id() };
}

test('the machine reaches the states of the reducer', () => {
  const actor = createActor(machine).start();
  let byHand: Snapshot = INITIAL;
  const done = new Set<string>();
  for (const event of session()) {
    const { type, intentId, ...input } = event;
    const intent = Object.keys(input).length === 0 ? { type, intentId } : { type, input, intentId };
    const result = dispatch(byHand, intent);
    byHand = result.snapshot;
    if (result.kind === 'ok') done.add(type);
    actor.send(event);
    const { value, context } = actor.getSnapshot();
    const { ids, ...state } = context;
    expect(state, type).toEqual(byHand.state);
    expect(value).toBe(byHand.state.phase);
  }
  expect([...done].sort()).toEqual([
    'applyRevision',
    'exploit',
    'explore',
    'finish',
    'recordObservation',
    'recordPrediction',
    'recordStrategyPreviews',
    'recover',
    'renewBudgets',
    'start',
    'updateCandidates',
    'updateConfidenceStreak',
  ]);
});
