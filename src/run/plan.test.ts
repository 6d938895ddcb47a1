import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Candidate } from './actor.ts';
import type { ControllerIntent, ControllerState } from './controller.ts';
import { idsOf, intentId, observeCycle, type PlannedAct, planCycle, previews } from './plan.ts';
import { reflective as controller } from './reflective.fixture.ts';
import { replayController } from './replay-controller.ts';
import type { Observation } from './store.ts';
import { exploredMark, type Situation, weigh } from './weigh.ts';

function candidate(id: string, part: Partial<Candidate> = {}): Candidate {
  return { key: `key-${id}`, id, kind: 'exploit', tool: id, isRepeatable: true, isChild: false, ...part };
}

const look = candidate('look', { kind: 'explore' });
const install = candidate('install');
const clean = candidate('clean');

function situation(
  part: Partial<Situation> = {},
  candidates: readonly Candidate[] = [look, install, clean],
): Situation {
  return {
    signal: 0,
    fingerprint: 'fp',
    fingerprintClass: 'class',
    candidates: candidates.map((each) => ({ candidate: each, matches: true })),
    observations: [],
    lessons: [],
    signature: null,
    attempts: [],
    explored: new Set(),
    allowedAgain: new Set(),
    actionsLeft: 8,
    ...part,
  };
}

function observation(id: string, part: Partial<Observation> = {}): Observation {
  return {
    v: 1,
    sessionId: 'earlier',
    cycle: 1,
    candidateKey: `key-${id}`,
    fingerprint: 'other',
    fingerprintClass: 'class',
    success: true,
    filesChanged: null,
    at: '2026-01-02T03:04:05.678Z',
    ...part,
  };
}

function started(totalActions = 8, totalQueries = 4): ControllerState {
  return replayController(controller, [{ action: 'start', totalActions, totalQueries }]);
}

const { view } = controller;
const idOf = idsOf('s', 1);

function plan(where: Situation, state: ControllerState = started()): PlannedAct {
  const planned = planCycle({ controller, idOf, state, situation: where });
  if (planned.kind !== 'act') throw new Error(planned.reason);
  return planned;
}

const looked = new Set([exploredMark(look.key, 'fp')]);

describe('planCycle', () => {
  test('with no knowledge looks first', () => {
    expect(plan(situation())).toMatchObject({
      act: 'explore',
      candidate: look,
      values: { exploit: 0.5, explore: expect.closeTo(0.7887, 4) },
      predicted: { signal: 0, gain: 0 },
      inequality: { rule: 'preferExplore', text: 'explore 0.79 > exploit 0.50 < threshold 0.55' },
    });
  });

  test('acts when it has looked', () => {
    expect(plan(situation({ explored: looked }))).toMatchObject({
      act: 'exploit',
      candidate: install,
      values: { exploit: 0.5, explore: null },
      predicted: { signal: 0.5, gain: 0.5 },
      inequality: { rule: 'nothingToExplore', text: 'exploit 0.50 < threshold 0.55, nothing left to explore' },
    });
  });

  test('looks again at another failure', () => {
    expect(plan(situation({ explored: looked, fingerprint: 'new' })).act).toBe('explore');
  });

  test('acts at once after one success in the same error class', () => {
    expect(plan(situation({ observations: [observation('clean')] }))).toMatchObject({
      act: 'exploit',
      candidate: clean,
      inequality: { rule: 'forceExploit', text: 'exploit 0.58 >= threshold 0.55' },
    });
  });

  test('looks where the policy stopped the act, even where it would act', () => {
    const where = situation({ observations: [observation('clean')] });
    const planned = planCycle({ controller, idOf, state: started(), situation: where, mustExplore: true });
    expect(planned).toMatchObject({ act: 'explore', candidate: look, inequality: { rule: 'actionStopped' } });
  });

  test('looks first after one success elsewhere', () => {
    const elsewhere = observation('clean', { fingerprintClass: 'other' });
    expect(plan(situation({ observations: [elsewhere] }))).toMatchObject({ act: 'explore' });
  });

  test('expects of an act its belief times what is missing', () => {
    const { predicted } = plan(situation({ signal: 0.5, explored: looked }));
    expect(predicted).toEqual({ signal: 0.75, gain: 0.25 });
  });

  test('says with as many decimals as it takes what was the greater', () => {
    const state: ControllerState = { ...started(), exploitThreshold: 0.501 };
    expect(plan(situation({ explored: looked }), state).inequality.text).toContain('exploit 0.500 < threshold 0.501');
  });

  test('acts where no look remains in the budget', () => {
    const planned = plan(situation(), started(8, 0));
    expect(planned).toMatchObject({ act: 'exploit', inequality: { rule: 'noQueriesLeft' } });
  });

  test('tells what it did to the controller, in order', () => {
    const planned = plan(situation());
    expect(planned.intents.map((intent) => intent.action)).toEqual(['updateCandidates', 'recordPrediction', 'explore']);
    expect(replayController({ ...controller, initial: started() }, planned.intents)).toEqual(planned.controller);
  });
});

describe('which act', () => {
  test('is the one with the best posterior', () => {
    const observations = [observation('install', { success: false }), observation('clean')];
    expect(weigh(situation({ observations }))).toMatchObject({ exploit: clean });
  });

  test('is the smaller of two within 0.05, an unknown size being the largest', () => {
    const observations = [
      observation('install', { filesChanged: 3 }),
      observation('clean', { fingerprintClass: 'other', filesChanged: 1 }),
    ];
    expect(weigh(situation({ observations }))).toMatchObject({ exploit: clean });
    expect(
      weigh(situation({ observations: [observation('clean', { success: false }), observation('clean')] })),
    ).toMatchObject({ exploit: install });
    const onlyOneKnown = [observation('install'), observation('clean', { filesChanged: 9 })];
    expect(weigh(situation({ observations: onlyOneKnown }))).toMatchObject({ exploit: clean });
  });

  test('is the first listed of equals', () => {
    expect(weigh(situation({}, [look, clean, install]))).toMatchObject({ exploit: clean });
  });

  test('is for the failure at hand', () => {
    const where = situation();
    const onlyClean = where.candidates.map((entry) => ({ ...entry, matches: entry.candidate.id !== 'install' }));
    expect(weigh({ ...where, candidates: onlyClean })).toMatchObject({ exploit: clean });
  });

  test('is none that failed in this way in this run', () => {
    const attempts = [{ candidateKey: install.key, fingerprint: 'fp', isInDoubt: false }];
    expect(weigh(situation({ attempts }))).toMatchObject({ exploit: clean });
    expect(weigh(situation({ attempts, fingerprint: 'new' }))).toMatchObject({ exploit: install });
  });

  test('may be the same agent again: the policy bounds its failures', () => {
    const agent = candidate('agent', { isChild: true });
    const attempts = [{ candidateKey: agent.key, fingerprint: 'fp', isInDoubt: false }];
    expect(weigh(situation({ attempts }, [agent]))).toMatchObject({
      kind: 'weighed',
      exploit: agent,
      exploreValue: null,
    });
  });

  test('ends where nothing is left but looking', () => {
    const attempts = [install, clean].map((each) => ({ candidateKey: each.key, fingerprint: 'fp', isInDoubt: false }));
    const planned = planCycle({ controller, idOf, state: started(), situation: situation({ attempts }) });
    expect(planned).toEqual({ kind: 'no-candidate', reason: 'no candidate left to try', inDoubt: null });
  });

  describe('in doubt', () => {
    const once = candidate('deploy', { isRepeatable: false });
    const attempts = [{ candidateKey: once.key, fingerprint: 'fp', isInDoubt: true }];

    test('is another one where there is one', () => {
      expect(weigh(situation({ attempts }, [once, clean]))).toMatchObject({ exploit: clean });
    });

    test('is named where it is the only way on', () => {
      const planned = planCycle({
        controller,
        idOf,
        state: started(),
        situation: situation({ attempts }, [once]),
      });
      expect(planned).toMatchObject({ kind: 'no-candidate', inDoubt: once });
    });

    test('runs again where a person allowed it', () => {
      const allowedAgain = new Set(['deploy']);
      expect(weigh(situation({ attempts, allowedAgain }, [once]))).toMatchObject({ exploit: once });
    });

    test('runs again where it is repeatable', () => {
      const again = { ...once, isRepeatable: true };
      expect(weigh(situation({ attempts }, [again]))).toMatchObject({ exploit: again });
    });
  });
});

describe('previews', () => {
  test('are equal where every strategy would choose alike', () => {
    expect(previews(view(started()), situation({ explored: looked }))).toEqual({
      currentValue: 0.5,
      aggressiveValue: 0.5,
      broadenValue: 0.5,
    });
  });

  test('value an act by what it may gain, a look by what it may lead to less the action it costs', () => {
    const state: ControllerState = { ...started(4, 2), exploitThreshold: 0.55 };
    const value = previews(view(state), situation({ signal: 0.5, actionsLeft: 4 }));
    const explore = (0.5 + Math.sqrt(1 / 12)) * 0.5 * (1 - 1 / 4);
    expect(value).toEqual({ currentValue: explore, aggressiveValue: 0.25, broadenValue: explore });
  });

  test('look through the threshold of each strategy', () => {
    const observations = [observation('install')];
    const value = previews(view(started(100, 50)), situation({ observations, actionsLeft: 100 }, [look, install]));
    expect(value.currentValue).toBeCloseTo(0.5833, 4);
    expect(value.aggressiveValue).toBe(value.currentValue);
    expect(value.broadenValue).toBeGreaterThan(value.currentValue);
  });

  test('are nothing where nothing is left', () => {
    expect(previews(view(started()), situation({}, [look]))).toEqual({
      currentValue: 0,
      aggressiveValue: 0,
      broadenValue: 0,
    });
  });
});

describe('observeCycle', () => {
  const unsure: ControllerState = { ...started(), observedCount: 3, errorEMA: 0.6, calibrationEMA: 0.6 };

  function observed(state: ControllerState, actualSignal: number, actualGain: number, next: Situation) {
    const acted = plan(situation({ explored: looked, signal: 0 }), state).controller;
    return observeCycle({ controller, idOf, state: acted, actualSignal, actualGain, next });
  }

  test('writes no previews while confidence is unknown', () => {
    expect(observed(started(), 0, 0, situation()).intents.map((intent) => intent.action)).toEqual([
      'recordObservation',
      'updateConfidenceStreak',
    ]);
  });

  test('writes previews before it asks for a revision', () => {
    const low: ControllerState = { ...unsure, lowConfidenceStreak: 1, actionsRemaining: 2 };
    const { intents, controller } = observed(low, 0, 0, situation({ actionsLeft: 2 }));
    expect(intents.map((intent) => intent.action)).toEqual([
      'recordObservation',
      'updateConfidenceStreak',
      'recordStrategyPreviews',
      'applyRevision',
    ]);
    expect(controller).toMatchObject({ policyMode: 'aggressive_exploit', exploitThreshold: 0.5, revisionCount: 1 });
    expect(controller.lastRevisionReason).toMatch(/^confidence stayed low, 0\.\d\d; aggressive_exploit/);
  });

  test('a revision to act changes what comes next', () => {
    const low: ControllerState = { ...unsure, lowConfidenceStreak: 1, actionsRemaining: 2 };
    expect(plan(situation(), low).act).toBe('explore');
    expect(plan(situation(), observed(low, 0, 0, situation({ actionsLeft: 2 })).controller).act).toBe('exploit');
  });

  test('a revision to look changes what comes next', () => {
    const low: ControllerState = { ...unsure, lowConfidenceStreak: 1, actionsRemaining: 100 };
    const next = situation({ observations: [observation('install')], actionsLeft: 100 });
    expect(plan(next, low).act).toBe('exploit');
    const { controller } = observed(low, 0, 0, next);
    expect(controller.policyMode).toBe('broaden_explore');
    expect(plan(next, controller).act).toBe('explore');
  });

  test('recovers after five confident cycles', () => {
    const sure: ControllerState = {
      ...started(),
      observedCount: 9,
      confidentStreak: 4,
      exploitThreshold: 0.5,
      policyMode: 'aggressive_exploit',
    };
    const { intents, controller } = observed(sure, 0.5, 0.5, situation());
    expect(intents.map((intent) => intent.action)).toEqual(['recordObservation', 'updateConfidenceStreak', 'recover']);
    expect(controller).toMatchObject({ exploitThreshold: 0.55, policyMode: 'default', confidentStreak: 0 });
  });
});

describe('intentId', () => {
  test('names session, cycle and action, and the resume where budgets are renewed', () => {
    expect(intentId('s', 3, 'exploit')).toBe('s:3:exploit');
    expect(intentId('s', 3, 'renewBudgets', 2)).toBe('s:3:renewBudgets:2');
  });
});

describe('any run', () => {
  test('replays to the same state from its intents', () => {
    const cycle = fc.record({
      signal: fc.double({ min: 0, max: 1, noNaN: true }),
      gain: fc.double({ min: -1, max: 1, noNaN: true }),
      fingerprint: fc.constantFrom('fp', 'new', 'third'),
      success: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(cycle, { maxLength: 30 }), fc.integer({ min: 1, max: 30 }), (cycles, budget) => {
        const intents: ControllerIntent[] = [
          { action: 'start', totalActions: budget, totalQueries: Math.ceil(budget / 2) },
        ];
        let state = replayController(controller, intents);
        let where = situation();
        for (const [index, outcome] of cycles.slice(0, budget).entries()) {
          const planned = planCycle({ controller, idOf, state, situation: where });
          if (planned.kind !== 'act') break;
          const { candidate: chosen, act } = planned;
          const mark = exploredMark(chosen.key, where.fingerprint);
          const next: Situation = {
            ...where,
            signal: outcome.signal,
            fingerprint: outcome.fingerprint,
            explored: act === 'explore' ? new Set([...where.explored, mark]) : where.explored,
            observations: [
              ...where.observations,
              observation(chosen.id, { cycle: index, fingerprint: where.fingerprint, success: outcome.success }),
            ],
          };
          const seen = observeCycle({
            controller,
            idOf,
            state: planned.controller,
            actualSignal: outcome.signal,
            actualGain: outcome.gain,
            next,
          });
          intents.push(...planned.intents, ...seen.intents);
          state = seen.controller;
          where = next;
        }
        expect(replayController(controller, intents)).toEqual(state);
      }),
    );
  });
});
