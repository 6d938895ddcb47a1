import fc from 'fast-check';
import { expect } from 'vitest';
import type { ControllerIntent, ControllerState } from '../../src/run/controller.ts';
import { reflective } from '../../src/run/reflective.fixture.ts';
import { replayController } from '../../src/run/replay-controller.ts';
import { plainController } from './plain-controller.ts';

const ACTIONS: readonly ControllerIntent['action'][] = [
  'start',
  'renewBudgets',
  'updateCandidates',
  'recordPrediction',
  'exploit',
  'explore',
  'recordObservation',
  'updateConfidenceStreak',
  'recordStrategyPreviews',
  'applyRevision',
  'recover',
  'finish',
];

interface Draw {
  readonly action: number;
  readonly a: number;
  readonly b: number;
  /** Mostly the intent that a run would dispatch next; else any. */
  readonly isSteered: boolean;
  readonly isOdd: boolean;
}

const draw: fc.Arbitrary<Draw> = fc.record({
  action: fc.nat(ACTIONS.length - 1),
  a: fc.double({ min: 0, max: 1, noNaN: true }),
  b: fc.double({ min: 0, max: 1, noNaN: true }),
  isSteered: fc.boolean().chain((first) => (first ? fc.constant(true) : fc.boolean())),
  isOdd: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
});

/** What a run would dispatch in this state. */
function steered(state: ControllerState, { a, action }: Draw): ControllerIntent['action'] {
  const view = plainController.view(state);
  if (state.phase !== 'active') return state.phase === 'setup' ? 'start' : 'renewBudgets';
  if (view.shouldRevise) return 'applyRevision';
  if (view.shouldRecover) return 'recover';
  if (state.bestExploitId === '') return 'updateCandidates';
  if (!state.predictionOpen) {
    const between: readonly ControllerIntent['action'][] = [
      'updateCandidates',
      'updateConfidenceStreak',
      'recordStrategyPreviews',
    ];
    return a < 0.6 ? 'recordPrediction' : (between[action % between.length] ?? 'recordPrediction');
  }
  if (state.lastActKind === '') return view.canQuery && a < 0.3 ? 'explore' : 'exploit';
  return 'recordObservation';
}

function intentOf(action: ControllerIntent['action'], state: ControllerState, { a, b, isOdd }: Draw): ControllerIntent {
  const odd = isOdd ? 1.5 : 0;
  switch (action) {
    case 'start':
      return { action, totalActions: Math.round(a * 9) + 1 + odd, totalQueries: Math.round(b * 9) };
    case 'renewBudgets':
      return { action, actions: Math.round(a * 9) + 1 - 4 * odd, queries: Math.round(b * 9) };
    case 'updateCandidates':
      return { action, exploitId: 'fix', exploitValue: a + odd, exploreId: b > 0.2 ? 'look' : '', exploreValue: b };
    case 'recordPrediction':
      return { action, expectedSignal: a, expectedGain: b * 2 - 1 - odd };
    case 'exploit':
      return { action, id: isOdd ? 'other' : state.bestExploitId };
    case 'explore':
      return { action, id: isOdd ? 'other' : state.bestExploreId };
    case 'recordObservation':
      return {
        action,
        actualSignal: b < 0.5 ? state.predictedSignal : a,
        actualGain: b < 0.5 ? state.predictedGain : b * 2 - 1,
      };
    case 'updateConfidenceStreak':
      return { action, isLowConfidence: plainController.view(state).needsRevision };
    case 'recordStrategyPreviews':
      return { action, currentValue: a * 0.2, aggressiveValue: b, broadenValue: a };
    case 'applyRevision':
      return { action, reason: 'low' };
    case 'recover':
      return { action };
    case 'finish':
      return { action, result: 'pass' };
  }
}

/** What came before: so many cycles whose predictions were wrong, a revision, so many whose predictions were right. */
function past(wrong: number, right: number): readonly ControllerIntent[] {
  const cycle = (isRight: boolean): readonly ControllerIntent[] => [
    { action: 'recordPrediction', expectedSignal: 1, expectedGain: 1 },
    { action: 'exploit', id: 'fix' },
    { action: 'recordObservation', actualSignal: isRight ? 1 : 0, actualGain: isRight ? 1 : 0 },
    { action: 'updateConfidenceStreak', isLowConfidence: !isRight },
  ];
  if (wrong === 0) return [];
  return [
    { action: 'start', totalActions: 60, totalQueries: 9 },
    { action: 'updateCandidates', exploitId: 'fix', exploitValue: 0.5, exploreId: 'look', exploreValue: 0.8 },
    ...Array.from({ length: wrong }, () => cycle(false)).flat(),
    {
      action: 'recordStrategyPreviews',
      currentValue: 0.1,
      aggressiveValue: wrong % 2 === 0 ? 0.9 : 0.2,
      broadenValue: 0.5,
    },
    ...(right === 0 ? [] : [{ action: 'applyRevision', reason: 'low' } as const]),
    ...Array.from({ length: right }, () => cycle(true)).flat(),
  ];
}

/** In the form of the journal: `undefined` and `-0` do not exist there. */
function asData(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Holds the reflective domain against the hand-written controller, on so many random sequences of intents. */
export function holdEqual(sequences: number): void {
  const completed = new Map<string, number>();
  const refused = new Map<string, number>();
  let id = 0;
  fc.assert(
    fc.property(
      fc.array(draw, { minLength: 4, maxLength: 16 }),
      fc.constantFrom(0, 0, 3, 4),
      fc.constantFrom(0, 2, 11, 14),
      (draws, wrong, right) => {
        const before = past(wrong, right);
        let plain = replayController(plainController, before);
        let domain = replayController(reflective, before);
        expect(asData(domain)).toEqual(asData(plain));
        for (const one of draws) {
          const action = one.isSteered ? steered(plain, one) : (ACTIONS[one.action] ?? 'finish');
          const intent = intentOf(action, plain, one);
          const left = plainController.step(plain, intent, `i${id}`);
          const right = reflective.step(domain, intent, `i${id++}`);
          expect(right.kind).toBe(left.kind);
          const counts = left.kind === 'completed' ? completed : refused;
          counts.set(action, (counts.get(action) ?? 0) + 1);
          if (left.kind === 'refused' && right.kind === 'refused') expect(right.code).toBe(left.code);
          if (left.kind === 'completed' && right.kind === 'completed') {
            plain = left.state;
            domain = right.state;
            expect(asData(domain)).toEqual(asData(plain));
            expect(asData(reflective.view(domain))).toMatchObject(asData(plainController.view(plain)) as object);
          }
        }
      },
    ),
    { numRuns: sequences, seed: 7 },
  );
  process.stderr.write(`completed ${JSON.stringify([...completed])}\nrefused ${JSON.stringify([...refused])}\n`);
  for (const action of ACTIONS) {
    expect(completed.get(action) ?? 0, action).toBeGreaterThanOrEqual(sequences / 100);
    // What is always available and takes any input is never refused.
    if (action !== 'recordStrategyPreviews' || refused.has(action))
      expect(refused.get(action) ?? 0, action).toBeGreaterThanOrEqual(sequences / 100);
  }
}
