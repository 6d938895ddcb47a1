import { describe, expect, test } from 'vitest';
import { type Holdout, isWithheld } from './holdout.ts';
import { entryOf } from './library.fixture.ts';

const LEARNT = entryOf({ id: 1 });
const TASKS = 10_000;

function of(taskId: string, rate = 0.1): Holdout {
  return { rate, sessionId: 's1', taskId };
}

function shareWithheld(name: string, rate: number): number {
  const tasks = Array.from({ length: TASKS }, (_, n) => isWithheld(of(`t${n}`, rate), name, LEARNT));
  return tasks.filter(Boolean).length / TASKS;
}

/** Four standard deviations of a share among the tasks. */
function bound(rate: number): number {
  return 4 * Math.sqrt((rate * (1 - rate)) / TASKS);
}

describe('the holdout', () => {
  test.each([0.05, 0.1, 0.5])('withholds a share of %f of the tasks', (rate) => {
    expect(Math.abs(shareWithheld('r1', rate) - rate)).toBeLessThan(bound(rate));
  });

  test('draws for each entry on its own', () => {
    const both = Array.from({ length: TASKS }, (_, n) => of(`t${n}`, 0.1)).filter(
      (holdout) => isWithheld(holdout, 'r1', LEARNT) && isWithheld(holdout, 'u1', LEARNT),
    );
    expect(Math.abs(both.length / TASKS - 0.01)).toBeLessThan(bound(0.01));
  });

  test('gives the same answer for the same session, task and entry', () => {
    expect(isWithheld(of('t7', 0.5), 'r1', LEARNT)).toBe(isWithheld(of('t7', 0.5), 'r1', LEARNT));
  });

  test('withholds nothing at 0 and everything at 1', () => {
    expect(shareWithheld('r1', 0)).toBe(0);
    expect(shareWithheld('r1', 1)).toBe(1);
  });

  test('spares what a person asked for until 20 uses told nothing of it', () => {
    const entry = entryOf({ id: 1, origin: 'user' });
    const judged = { ...entry, u: 40, counters: { ...entry.counters, improved: 1 } };
    expect(isWithheld(of('t', 1), 'r1', { ...entry, u: 19 })).toBe(false);
    expect(isWithheld(of('t', 1), 'r1', { ...entry, u: 20 })).toBe(true);
    expect(isWithheld(of('t', 1), 'r1', judged)).toBe(false);
    expect(isWithheld(of('t', 1), 'r1', { ...entry, status: 'probation' })).toBe(true);
  });
});
