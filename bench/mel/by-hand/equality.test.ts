import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/mel/compile.ts';
import { createRuntime } from '../../../src/mel/runtime/create-runtime.ts';
import { computedOf } from './computed.ts';
import { dispatch, type Intent } from './reducer.ts';
import { INITIAL, type Snapshot, type State } from './state.ts';

const source = readFileSync(new URL('../../../src/run/reflective.mel', import.meta.url), 'utf8');
const { schema } = compile(source);
if (schema === null) throw new Error('the reflective domain does not compile');

const INTENTS = 10_000;
const ACTIONS = Object.keys(schema.actions);

interface Draw {
  readonly pick: number;
  readonly a: number;
  readonly b: number;
  /** Mostly what a run would dispatch next; else any action. */
  readonly isSteered: boolean;
  /** Whether the last intent id of that action comes again. */
  readonly isRepeated: boolean;
  /** A number out of its range, an id that is not the recorded one. */
  readonly isOdd: boolean;
  /** Input that is no input of the action at all, by number; mostly undefined. */
  readonly broken: number | undefined;
}

const oneIn = (n: number): fc.Arbitrary<boolean> => fc.nat(n - 1).map((die) => die === 0);
/** 0 to 1, and -0 for 0, which the engine takes as 0. */
const fraction: fc.Arbitrary<number> = fc.nat(1000).map((n) => (n === 0 ? -0 : n / 1000));
const drawn: fc.Arbitrary<Draw> = fc.record({
  pick: fc.nat(ACTIONS.length - 1),
  a: fraction,
  b: fraction,
  isSteered: oneIn(4).map((isAny) => !isAny),
  isRepeated: oneIn(6),
  isOdd: oneIn(10),
  broken: fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(8) }),
});

/** What a run would dispatch in this state. */
function steered(state: State, { a, pick }: Draw): string {
  if (state.phase === 'setup') return 'start';
  if (state.phase === 'result') return 'renewBudgets';
  const { shouldRevise, shouldRecover, canAct, canQuery } = computedOf(state);
  if (shouldRevise) return 'applyRevision';
  if (shouldRecover && a < 0.7) return 'recover';
  if (state.bestExploitId === '') return 'updateCandidates';
  if (state.predictionOpen && state.lastActKind !== '') return 'recordObservation';
  if (state.predictionOpen) return canQuery && (a < 0.2 || !canAct) ? 'explore' : canAct ? 'exploit' : 'renewBudgets';
  if (a < 0.5) return 'recordPrediction';
  return ['updateCandidates', 'updateConfidenceStreak', 'recordStrategyPreviews'][pick % 3] ?? 'finish';
}

/** `isLearned`: predictions have come true of late. */
function inputOf(
  action: string,
  state: State,
  { a, b, isOdd }: Draw,
  isLearned: boolean,
): Readonly<Record<string, unknown>> | undefined {
  const odd = isOdd ? 1.5 : 0;
  switch (action) {
    case 'start':
      return { totalActions: Math.round(a * 30) + odd, totalQueries: Math.round(b * 9) };
    case 'renewBudgets':
      return { actions: Math.round(a * 30), queries: Math.round(b * 9) - 4 * odd };
    case 'updateCandidates':
      return { exploitId: 'fix', exploitValue: a + odd, exploreId: b > 0.2 ? 'look' : '', exploreValue: b };
    case 'recordPrediction':
      return { expectedSignal: a, expectedGain: b * 2 - 1 - odd };
    case 'exploit':
      return { id: isOdd ? 'other' : state.bestExploitId };
    case 'explore':
      return { id: isOdd ? 'other' : state.bestExploreId };
    case 'recordObservation':
      return isLearned
        ? { actualSignal: state.predictedSignal, actualGain: state.predictedGain }
        : { actualSignal: isOdd ? -Number.MAX_VALUE : a, actualGain: b * 2 - 1 };
    case 'updateConfidenceStreak':
      return { isLowConfidence: isOdd || computedOf(state).needsRevision };
    case 'recordStrategyPreviews':
      return isOdd
        ? { currentValue: -Number.MAX_VALUE, aggressiveValue: a < 0.5 ? Number.MAX_VALUE : a, broadenValue: b * 1e308 }
        : { currentValue: a * 0.2, aggressiveValue: b, broadenValue: a };
    case 'applyRevision':
      return { reason: 'low' };
    case 'finish':
      return { result: 'pass' };
    default:
      return undefined;
  }
}

/** Nine ways for input to be wrong. */
function breakInput(input: Readonly<Record<string, unknown>> | undefined, way: number): unknown {
  const [first = 'x', ...others] = Object.keys(input ?? {});
  const rest = Object.fromEntries(others.map((name) => [name, input?.[name]]));
  const ways: readonly unknown[] = [
    null,
    [],
    'text',
    rest,
    { ...input, extra: 1 },
    { ...rest, other: input?.[first] },
    { ...input, [first]: null },
    { ...input, [first]: Number.NaN },
    { ...input, [first]: [1] },
  ];
  return ways[way];
}

describe('the reducer written by hand', () => {
  test('is equal to the engine on any sequence of intents, refused and repeated ones among them', () => {
    const kinds = new Map<string, number>();
    let intents = 0;
    let repeated = 0;
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 200, maxLength: 300 }), (draws) => {
        const runtime = createRuntime(schema, {
          clock: { nowMs: () => 0, monotonicMs: () => 0 },
          random: { bytes: (count) => new Uint8Array(count) },
        });
        const last = new Map<string, string>();
        let hand: Snapshot = INITIAL;
        for (const [n, draw] of draws.entries()) {
          const type = draw.isSteered ? steered(hand.state, draw) : (ACTIONS[draw.pick] ?? 'finish');
          const right = inputOf(type, hand.state, draw, n > draws.length / 4);
          const input = draw.broken === undefined ? right : breakInput(right, draw.broken);
          const known = draw.isRepeated ? last.get(type) : undefined;
          const intentId = known ?? (n % 97 === 96 ? '' : `i${n}`);
          const intent: Intent = input === undefined ? { type, intentId } : { type, input, intentId };
          const byEngine = runtime.dispatch(intent as never);
          const byHand = dispatch(hand, intent);
          if (byEngine instanceof Promise) throw new Error('nothing here has to wait');
          expect(byEngine.kind, type).toBe(byHand.kind);
          if (byHand.kind === 'blocked' && byEngine.kind === 'blocked') expect(byEngine.code, type).toBe(byHand.code);
          if (byHand.kind === 'fail' && byEngine.kind === 'fail')
            expect(byEngine.error.context, type).toEqual({ code: byHand.code });
          hand = byHand.snapshot;
          expect(runtime.state).toEqual(hand.state);
          expect(runtime.computed).toEqual(computedOf(hand.state));
          if (known !== undefined) repeated += 1;
          if (byHand.kind === 'ok') last.set(type, intentId);
          const kind = byHand.kind === 'ok' ? `${type} ok` : byHand.code;
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
          intents += 1;
        }
      }),
      { numRuns: INTENTS / 200, seed: 11 },
    );
    expect(intents).toBeGreaterThanOrEqual(INTENTS);
    expect(repeated).toBeGreaterThanOrEqual(500);
    const expected = [...ACTIONS.map((action) => `${action} ok`), 'ACTION_UNAVAILABLE', 'INVALID_INPUT'];
    for (const kind of [...expected, 'INTENT_NOT_DISPATCHABLE', 'NO_REVISION_REQUESTED'])
      expect(kinds.get(kind) ?? 0, `${kind} of ${JSON.stringify([...kinds])}`).toBeGreaterThanOrEqual(20);
  });

  test('knows no other actions', () => {
    const result = dispatch(INITIAL, { type: 'fly', intentId: 'i' });
    expect(result).toEqual({ kind: 'blocked', code: 'UNKNOWN_ACTION', snapshot: INITIAL });
  });
});
