import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, failure, mined } from '../../../../test/support/mined.ts';
import { type Rule, ruleKey } from '../../../experience/rule.ts';
import { checkRule } from '../../../experience/rule-check/rule-check.ts';
import { ruleCorpus } from '../../../experience/rule-check/rule-corpus.ts';
import { callCandidates } from './call-candidates.ts';
import { type Candidate, projected } from './candidate.ts';
import { channelsOf } from './channel-data.ts';
import { corpusOf } from './corpus.ts';
import type { MinedTrajectory } from './mined-trajectory.ts';
import { recoveries } from './recovery-units.ts';
import { runCandidates } from './run-candidates.ts';

const tool = fc.constantFrom('a', 'b', 'c', 'think', 'shell:git add');
const params = fc.oneof(
  fc.constant({}),
  fc.record({ k: fc.constantFrom(1, 1.5, true, null, 'fast', 'slow', [], [1]) }),
  fc.record({ j: fc.constant(1), k: fc.constantFrom('fast', 'slow') }),
);
const step = fc.record({ tool, params, isFailure: fc.boolean() }).map((one) => {
  const members = { params: one.params, ...(one.tool.startsWith('shell:') ? { flags: Object.keys(one.params) } : {}) };
  return one.isFailure ? failure(one.tool, members) : call(one.tool, members);
});
const history = fc
  .array(
    fc.record({
      taskKey: fc.constantFrom('t', 'u'),
      outcome: fc.constantFrom(0, 1),
      steps: fc.array(step, { maxLength: 8 }),
    }),
    {
      minLength: 4,
      maxLength: 14,
    },
  )
  .map(mined);

/** The candidates of forms that a trajectory as a whole decides, over all trajectories. */
function wholeRuns(trajectories: readonly MinedTrajectory[]): readonly Candidate[] {
  const corpus = corpusOf(trajectories);
  const calls = projected(callCandidates(corpus), corpus.firstCalls.trajectory);
  return [
    ...runCandidates(
      corpus,
      () => true,
      () => 'other',
    ),
    ...calls,
  ];
}

describe('candidates', () => {
  test('apply and hold where the check of a single trajectory says so', () => {
    fc.assert(
      fc.property(history, (trajectories) => {
        const known = ruleCorpus(trajectories.map(({ taskKey, steps }) => ({ taskKey: taskKey ?? '', steps })));
        for (const { rule, applies, truth } of wholeRuns(trajectories)) {
          const checks = trajectories.map(({ steps }) => checkRule(rule, steps, known));
          const numbers = (is: (index: number) => boolean): readonly number[] => [...checks.keys()].filter(is);
          expect([ruleKey(rule), ...applies]).toEqual([
            ruleKey(rule),
            ...numbers((i) => checks[i]?.applicable === true),
          ]);
          expect([ruleKey(rule), ...truth]).toEqual([ruleKey(rule), ...numbers((i) => checks[i]?.holds === true)]);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('leave out no rule that is true of one run and false of another', () => {
    fc.assert(
      fc.property(history, (trajectories) => {
        const known = ruleCorpus(trajectories.map(({ taskKey, steps }) => ({ taskKey: taskKey ?? '', steps })));
        const tried = new Set(wholeRuns(trajectories).map((one) => ruleKey(one.rule)));
        for (const rule of everyRule()) {
          const seen = new Set(trajectories.map(({ steps }) => checkRule(rule, steps, known).holds));
          if (seen.has(true) && seen.has(false)) expect(tried).toContain(ruleKey(rule));
        }
      }),
      { numRuns: 100 },
    );
  });

  test('of recovery hold where the check says so, once a signature and run', () => {
    fc.assert(
      fc.property(history, (trajectories) => {
        const { candidates, units } = recoveries(corpusOf(trajectories));
        for (const { rule, applies, truth } of candidates) {
          const where = [...applies].map((unit) => units.trajectory[unit] ?? -1);
          expect(new Set(where).size).toBe(where.length);
          for (const unit of applies) {
            const steps = trajectories[units.trajectory[unit] ?? -1]?.steps ?? [];
            expect(checkRule(rule, steps).holds).toBe(truth.includes(unit));
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test('of the step channel have the success of the first call as their result', () => {
    const trajectories = mined([
      { steps: [call('a'), failure('b'), call('b')] },
      { steps: [call('b'), failure('b')] },
      { steps: [call('a'), call('b', { ok: null })] },
      { steps: [failure('b', { errorClass: 'cancelled' })] },
    ]);
    const { candidates, units } = channelsOf(corpusOf(trajectories), () => 'other').step;
    const [pre] = candidates.filter((one) => ruleKey(one.rule) === ruleKey({ form: 'PRE', a: 'a', b: 'b' }));
    expect(Array.from(pre?.applies ?? [], (unit) => units.y[unit])).toEqual([0, 1]);
    expect(Array.from(pre?.truth ?? [], (unit) => units.y[unit])).toEqual([0]);
    expect(units.count).toBe(4);
  });

  test('try no key that nearly all calls carry, or nearly none', () => {
    const forms = (withKey: number): readonly string[] => {
      const steps = Array.from({ length: 40 }, (_, i) => call('t', { params: i < withKey ? { k: 1 } : {} }));
      return callCandidates(corpusOf(mined(steps.map((one) => ({ steps: [one] }))))).map((one) => one.rule.form);
    };
    expect([1, 2, 38, 39].map((count) => forms(count).includes('ARG'))).toEqual([false, true, true, false]);
  });
});

function everyRule(): readonly Rule[] {
  const names = ['a', 'b', 'c', 'shell:git add'];
  const classes = ['int', 'float', 'bool:true', 'null', 'string', 'enum:fast', 'list(n=0)', 'list(n=1)'];
  return names.flatMap((t): readonly Rule[] => [
    { form: 'USE', t },
    { form: 'FIRST', t },
    { form: 'REPEAT', t },
    { form: 'ARG', t, k: 'k' },
    { form: 'ARG', t, k: 'j' },
    ...classes.map((name): Rule => ({ form: 'ARGV', t, k: 'k', class: name })),
    ...[...names, 'think'].flatMap((a): readonly Rule[] => (a === t ? [] : [{ form: 'PRE', a, b: t }])),
  ]);
}
