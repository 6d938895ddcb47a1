import { describe, expect, test } from 'vitest';
import { type LiftRun, Lifts } from './lift.ts';

/** Runs of one task: with the guideline and without, each with its result. */
function runs(
  task: string,
  results: { readonly with: readonly number[]; readonly without: readonly number[] },
): LiftRun[] {
  const run = (outcome: number, injected: readonly string[], n: number): LiftRun => ({
    sessionId: `s${n}`,
    groupKey: task,
    textKey: null,
    cluster: null,
    agentConfigId: 'agent',
    parts: { outcome, rhoA: null },
    injected,
  });
  return [...results.with.map((one, n) => run(one, ['r1'], n)), ...results.without.map((one, n) => run(one, [], n))];
}

const four = ['a', 'b', 'c', 'd'];
const harmful = four.flatMap((task) => runs(task, { with: [0, 0, 0], without: [1, 1, 1] }));

describe('a lift', () => {
  test('is the difference inside strata, with its exact p', () => {
    const lift = new Lifts('lib', harmful).of('r1');
    expect(lift?.effect).toBeCloseTo(-1, 12);
    // Each of four strata of three against three is one of 20 arrangements; both ends count.
    expect(lift?.p).toBeCloseTo(2 / 20 ** 4, 12);
  });

  test('is unknown under three strata that tell', () => {
    const two = ['a', 'b'].flatMap((task) => runs(task, { with: [0], without: [1] }));
    const silent = runs('c', { with: [1, 1], without: [1] });
    expect(new Lifts('lib', [...two, ...silent]).of('r1')).toBeNull();
    expect(new Lifts('lib', harmful).of('r2')).toBeNull();
  });

  test('does not mix agents or tasks', () => {
    const other = harmful.map((run) => (run.injected.length === 0 ? { ...run, agentConfigId: 'another' } : run));
    expect(new Lifts('lib', other).of('r1')).toBeNull();
  });

  test('takes acceptance where no outcome is known, and leaves out what has neither', () => {
    const accepted = harmful.map((run) => ({ ...run, parts: { outcome: null, rhoA: run.parts.outcome } }));
    expect(new Lifts('lib', accepted).of('r1')?.effect).toBeCloseTo(-1, 12);
    const unknown = harmful.map((run) => ({ ...run, parts: { outcome: null, rhoA: null } }));
    expect(new Lifts('lib', unknown).of('r1')).toBeNull();
  });

  test('of results between 0 and 1 is judged by permutation, the same twice', () => {
    const partly = four.flatMap((task) => runs(task, { with: [0.1, 0.2, 0.1], without: [0.8, 0.9, 0.7] }));
    const lift = new Lifts('lib', partly).of('r1');
    expect(lift?.effect).toBeCloseTo(-2 / 3, 12);
    expect(lift?.p).toBeLessThan(0.01);
    expect(new Lifts('lib', partly).of('r1')).toEqual(lift);
  });

  test('forgets what lies more than fifty sessions back', () => {
    const later = Array.from({ length: 50 }, (_, n) =>
      runs('z', { with: [], without: [1] }).map((run) => ({ ...run, sessionId: `later${n}` })),
    );
    expect(new Lifts('lib', [...harmful, ...later.flat()]).of('r1')).toBeNull();
  });
});
