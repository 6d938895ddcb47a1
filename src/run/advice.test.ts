import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rule } from '../experience/rule.ts';
import { advised } from './advice.ts';
import { believe } from './beliefs.ts';
import type { Lesson } from './guidance.ts';
import type { Observation } from './store.ts';

const npm = { key: 'k', tool: 'shell:npm' };
const nothingSeen = believe([], 'k', null, null);

function lesson(rule: Rule | null, c = 0.5, sessions: readonly string[] = []): Lesson {
  return { id: 'r1', text: 'Use `shell:npm`.', c, rule, sessions };
}

function meanWith(...lessons: readonly Lesson[]): number {
  return advised(nothingSeen, npm, { lessons, observations: [], signature: 'feed' }).mean;
}

function observation(sessionId: string, success: boolean): Observation {
  return {
    v: 1,
    sessionId,
    cycle: 1,
    candidateKey: 'k',
    fingerprint: 'f',
    fingerprintClass: 'c',
    success,
    filesChanged: 1,
    at: '2026-01-01T00:00:00.000Z',
  };
}

describe('advice', () => {
  test('for the tool adds 4c to alpha, against it to beta', () => {
    expect(meanWith(lesson({ form: 'USE', t: 'shell:npm' }))).toBeCloseTo(3 / 4, 12);
    expect(meanWith(lesson({ form: 'FIRST', t: 'shell:npm' }, 0.25))).toBeCloseTo(2 / 3, 12);
    expect(meanWith(lesson({ form: 'PREFER', x: 'shell:npm', y: 'shell:pip' }))).toBeCloseTo(3 / 4, 12);
    expect(meanWith(lesson({ form: 'AVOID', t: 'shell:npm' }))).toBeCloseTo(1 / 4, 12);
    expect(meanWith(lesson({ form: 'PREFER', x: 'shell:pip', y: 'shell:npm' }))).toBeCloseTo(1 / 4, 12);
  });

  test('for and against add up', () => {
    const both = [lesson({ form: 'USE', t: 'shell:npm' }, 0.9), lesson({ form: 'AVOID', t: 'shell:npm' }, 0.4)];
    expect(meanWith(...both)).toBeCloseTo((1 + 3.6) / (2 + 3.6 + 1.6), 12);
  });

  test('about another tool, of another form or without a rule changes nothing', () => {
    for (const rule of [
      null,
      { form: 'USE', t: 'shell:pip' },
      { form: 'REPEAT', t: 'shell:npm' },
      { form: 'ARG', t: 'shell:npm', k: '--force' },
      { form: 'PRE', a: 'shell:npm', b: 'shell:pip' },
    ] as const)
      expect(advised(nothingSeen, npm, { lessons: [lesson(rule)], observations: [], signature: null })).toBe(
        nothingSeen,
      );
  });

  test('on what to do after a failure counts at that failure alone', () => {
    const recover = lesson({ form: 'RECOVER', sig: 'feed', act: 'switch(shell:npm)' });
    const at = (signature: string | null) =>
      advised(nothingSeen, npm, { lessons: [recover], observations: [], signature }).mean;
    expect(at('feed')).toBeCloseTo(3 / 4, 12);
    expect(at('f00d')).toBe(0.5);
    expect(at(null)).toBe(0.5);
  });

  test('that rests on an outcome which the belief has counted adds nothing', () => {
    const observations = [observation('s1', true)];
    const belief = believe(observations, 'k', 'f', 'c');
    const use = (sessions: readonly string[]) => lesson({ form: 'USE', t: 'shell:npm' }, 0.5, sessions);
    const given = (sessions: readonly string[]) => ({ lessons: [use(sessions)], observations, signature: null });
    expect(advised(belief, npm, given(['s1', 's2']))).toBe(belief);
    expect(advised(belief, npm, given(['s2'])).mean).toBeGreaterThan(belief.mean);
    expect(advised(belief, npm, given(['s2'])).lessons).toEqual(['r1']);
  });

  test('moves the mean towards what it says and stays inside (0, 1)', () => {
    const outcomes = fc.array(fc.boolean(), { maxLength: 12 });
    fc.assert(
      fc.property(outcomes, fc.double({ min: 0.05, max: 0.95, noNaN: true }), fc.boolean(), (successes, c, isFor) => {
        const observations = successes.map((success, index) => observation(`s${index}`, success));
        const belief = believe(observations, 'k', 'f', 'c');
        const rule: Rule = { form: isFor ? 'USE' : 'AVOID', t: 'shell:npm' };
        const after = advised(belief, npm, { lessons: [lesson(rule, c)], observations, signature: null });
        expect(Math.sign(after.mean - belief.mean)).toBe(isFor ? 1 : -1);
        expect(after.mean).toBeGreaterThan(0);
        expect(after.mean).toBeLessThan(1);
      }),
    );
  });
});
