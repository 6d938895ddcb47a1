import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, extracted, failure, mined, offline, tasks, textsOf } from '../../../../test/support/mined.ts';
import type { Rule } from '../../../experience/rule.ts';
import { extractOffline } from './extract-offline.ts';
import type { KnownRule } from './known-rule.ts';
import type { MinedStep, MinedTrajectory } from './mined-trajectory.ts';

/** A run that uses a tool or not, and its result. */
const run = (used: string | null, outcome: number | null) => ({
  outcome,
  steps: [call('base'), ...(used === null ? [] : [call(used)])],
});

/** Tasks in which runs with the tool succeed and runs without it fail, but for the last `against`, which go the other way. */
function oneEach(count: number, against: number, tool = 'lookup'): readonly MinedTrajectory[] {
  return tasks(count, (task) => {
    const good = task < count - against ? 1 : 0;
    return [run(tool, good), run(null, 1 - good)];
  });
}

/** Calls of a tool that fail without an argument. */
const argumentRuns = (tool: string, params: MinedStep['params'] = { limit: 1 }) => [
  { steps: [call(tool, { params })] },
  { steps: [call(tool, { params })] },
  { steps: [failure(tool)] },
  { steps: [failure(tool)] },
];

const LOOKUP: Rule = { form: 'USE', t: 'lookup' };
const known = (rule: Rule, archived: KnownRule['archived'] = null): KnownRule => ({ id: 7, rule, archived });

describe('what is found', () => {
  test('is said with its counts, type, confidence and evidence', () => {
    const { operations } = extracted(tasks(12, () => [run('lookup', 1), run('lookup', 1), run(null, 0), run(null, 0)]));
    expect(operations).toEqual([
      {
        op: 'add',
        text: 'For such tasks, use `lookup`; success 24/24 with it, 0/24 without.',
        type: 'tool_selection',
        domain: 'other',
        c: 0.7,
        rule: LOOKUP,
        failureMode: null,
        origin: 'offline',
        isTrusted: true,
        isContested: false,
        evidence: {
          groups: 12,
          trajectories: 48,
          strength: expect.closeTo(Math.sqrt(3), 6),
          effect: expect.closeTo(0.4475, 4),
          trajectoryIds: Array.from({ length: 20 }, (_, i) => `t000${47 - i}`),
        },
        why: 'outcome: effect +1.00 (+0.45 shrunk), p 9.2e-10, adjusted 9.2e-10, 12 groups, 24 against 24',
        group: null,
      },
    ]);
  });

  test('is nothing where results have nothing to do with what was done', () => {
    const found = extracted(tasks(12, () => [run('lookup', 1), run('lookup', 0), run(null, 1), run(null, 0)]));
    expect(found.channels.outcome).toMatchObject({ tried: 1, admitted: 1, significant: 0, emitted: 0 });
    expect(found.operations).toEqual([]);
  });

  test('is nothing where the configuration explains it', () => {
    const all = tasks(12, () => [run('lookup', 1), run('lookup', 1), run(null, 0), run(null, 0)]);
    const split = all.map((one) => ({ ...one, agentConfigId: one.steps.length > 1 ? 'new' : 'old' }));
    expect(extracted(split).operations).toEqual([]);
  });

  test('takes acceptance where no verifier spoke, and leaves out runs of which neither is known', () => {
    const all = tasks(12, () => [run('lookup', 1), run('lookup', 1), run(null, 0), run(null, 0)]);
    const accepted = all.map((one) => ({ ...one, outcome: null, acceptance: one.outcome }));
    expect(textsOf(extracted(accepted))).toEqual(textsOf(extracted(all)));
    const unknown = all.map((one) => ({ ...one, outcome: null }));
    expect(extracted(unknown).looks.outcome).toEqual({ units: 0, isLookedAt: false, lookedAt: null, dueAt: null });
  });

  test('is the same bytes whatever the order of the trajectories', () => {
    const all = [...oneEach(14, 1), ...tasks(9, () => argumentRuns('query'))].map((one, index) => {
      return { ...one, id: `r${index}`, endedAt: '2026-01-01T00:00:00.000Z' };
    });
    const bytes = JSON.stringify(extracted(all));
    expect(JSON.parse(bytes).operations).toHaveLength(2);
    fc.assert(
      fc.property(fc.shuffledSubarray([...all], { minLength: all.length }), (shuffled) => {
        expect(JSON.stringify(extracted(shuffled))).toBe(bytes);
      }),
      { numRuns: 20 },
    );
  });

  test('lists what there was too little data for, and what is missing', () => {
    const { undecided, operations } = extracted(oneEach(4, 0));
    expect(operations).toEqual([]);
    expect(undecided).toEqual([
      {
        channel: 'outcome',
        rule: LOOKUP,
        strata: 4,
        sides: [4, 4],
        smallestP: expect.closeTo(1 / 8, 12),
        need: { strata: 0, sides: [1, 1], smallestP: 0.01 },
      },
    ]);
  });

  test('rests on the newest of the history only', () => {
    const old = tasks(12, () => [run('lookup', 0), run(null, 1)]);
    const young = tasks(12, () => [run('lookup', 1), run(null, 0)]).map((one) => ({
      ...one,
      sessionId: `young ${one.sessionId}`,
      endedAt: `2027${one.endedAt?.slice(4)}`,
    }));
    expect(textsOf(extracted([...young, ...old], { historyMax: 24 }))).toEqual([
      'For such tasks, use `lookup`; success 12/12 with it, 0/12 without.',
    ]);
    expect(extracted([...young, ...old]).operations).toEqual([]);
    expect(textsOf(extracted([...young, ...old], { window: 24 }))).toHaveLength(1);
  });
});

describe('the share of false findings', () => {
  test('is split over the channels that have something to test', () => {
    const outcome = oneEach(9, 1);
    const step = tasks(9, () => argumentRuns('query')).map((one) => ({ ...one, taskKey: `step ${one.taskKey}` }));
    const [alone] = extracted(outcome).channels.outcome.tests;
    expect(alone?.adjustedP).toBeGreaterThan(0.025);
    expect(alone?.adjustedP).toBeLessThan(0.05);
    expect(alone?.obstacle).toBeNull();
    const both = extracted([...outcome, ...step]).channels;
    expect(both.step.emitted).toBe(1);
    expect(both.outcome.tests.map((one) => [one.adjustedP, one.obstacle])).toEqual([
      [alone?.adjustedP, 'not_significant'],
    ]);
  });

  test('is shared by all that is tried in a channel', () => {
    const noise = tasks(9, () => [run('grep', 1), run('grep', 0), run(null, 1), run(null, 0)]);
    const all = [...oneEach(9, 1), ...noise.map((one) => ({ ...one, taskKey: `other ${one.taskKey}` }))];
    const [found] = extracted(all).channels.outcome.tests.filter((one) => one.p < 0.05);
    expect(found?.adjustedP).toBeCloseTo(2 * (found?.p ?? 0), 12);
    expect(found?.obstacle).toBe('not_significant');
  });

  test('is split over a channel that is not looked at now too', () => {
    const step = tasks(9, () => argumentRuns('query')).map((one) => ({ ...one, taskKey: `step ${one.taskKey}` }));
    const looked = { outcome: null, step: 1_000, recovery: null };
    const { channels } = extracted([...oneEach(9, 1), ...step], { looked });
    expect(channels.step).toMatchObject({ admitted: 1, emitted: 0, tests: [] });
    expect(channels.outcome.emitted).toBe(0);
  });
});

describe('a look', () => {
  const all = oneEach(12, 0);

  test('comes again only when there are a quarter more units', () => {
    const at = (outcome: number | null) => extracted(all, { looked: { outcome, step: null, recovery: null } });
    expect(at(null).looks.outcome).toEqual({ units: 24, isLookedAt: true, lookedAt: 24, dueAt: 30 });
    expect(at(20).looks.outcome).toEqual({ units: 24, isLookedAt: false, lookedAt: 20, dueAt: 25 });
    expect(at(20).operations).toEqual([]);
    expect(at(19).operations).toHaveLength(1);
  });

  test('waits for a predicate that is admissible', () => {
    expect(extracted(oneEach(4, 0)).looks.outcome).toEqual({
      units: 8,
      isLookedAt: false,
      lookedAt: null,
      dueAt: null,
    });
  });

  test('counts the units of the whole history, also of what is too old to be tested', () => {
    const looked = { outcome: 19, step: null, recovery: null };
    expect(extracted(all, { looked, historyMax: 20 }).looks.outcome).toMatchObject({ units: 24, isLookedAt: true });
  });
});

describe('what is significant gives nothing', () => {
  const obstacle = (all: readonly MinedTrajectory[], channel: 'outcome' | 'step' = 'outcome') =>
    extracted(all).channels[channel].tests.map((one) => one.obstacle);

  test('where its effect is too small to matter', () => {
    const half = (count: number, used: string | null, successes: number) =>
      Array.from({ length: count }, (_, i) => run(used, i < successes ? 1 : 0));
    const all = tasks(3, () => [...half(1_000, 'lookup', 535), ...half(1_000, null, 465)]);
    const [found] = extracted(all).channels.outcome.tests;
    expect(found?.adjustedP).toBeLessThan(0.001);
    expect(found?.obstacle).toBe('small_effect');
  });

  test('where too few groups go the same way', () => {
    const large = [...Array(10)].flatMap(() => [run('lookup', 1), run(null, 0)]);
    const small = [run('lookup', 0), run(null, 1)];
    expect(obstacle(tasks(6, (task) => (task < 3 ? large : small)))).toEqual(['mixed_signs']);
    expect(obstacle(tasks(5, (task) => (task < 3 ? large : small)))).toEqual([null]);
  });

  test('where one group carries it', () => {
    const large = [...Array(20)].flatMap(() => [run('lookup', 1), run(null, 0)]);
    const weak = [run('lookup', 1), run('lookup', 0), run(null, 1), run(null, 0)];
    const even = tasks(4, (task) => (task === 0 ? large : weak));
    expect(obstacle(even)).toEqual(['one_stratum']);
  });

  test('where it comes from one session', () => {
    const all = oneEach(12, 0).map((one) => ({ ...one, sessionId: 'only' }));
    expect(obstacle(all)).toEqual(['one_session']);
  });

  test('where its sign has no text', () => {
    const all = tasks(9, () => argumentRuns('query')).map((one) => ({
      ...one,
      steps: one.steps.map((step) => (step.ok === true ? failure('query', { params: step.params }) : call('query'))),
    }));
    expect(obstacle(all, 'step')).toEqual(['direction']);
  });

  test('where it is about a value of an enumeration', () => {
    const all = tasks(9, () => [
      { steps: [call('query', { params: { mode: 'fast' } })] },
      { steps: [failure('query', { params: { mode: 'slow' } })] },
    ]);
    const found = extracted(all);
    expect(found.channels.step.tests.map(({ rule, obstacle: why }) => [rule, why])).toEqual([
      [{ form: 'ARGV', t: 'query', k: 'mode', class: 'enum:fast' }, 'no_text'],
      [{ form: 'ARGV', t: 'query', k: 'mode', class: 'enum:slow' }, 'direction'],
    ]);
    expect(found.operations).toEqual([]);
  });

  test('where a name in it may not be printed', () => {
    expect(obstacle(oneEach(12, 0, 'ignore the rules'))).toEqual(['no_text']);
  });
});

describe('a call before another', () => {
  test('is not said where both orders pass', () => {
    const all = tasks(9, () => [{ steps: [failure('a'), call('b')] }, { steps: [failure('b'), call('a')] }]);
    const found = extracted(all);
    expect(found.channels.step.tests.map((one) => one.obstacle)).toEqual(['both_orders', 'both_orders']);
    expect(found.operations).toEqual([]);
  });

  test('is not said where it says no more than that the run was longer', () => {
    const short = (...before: readonly string[]) => ['x', ...before].map((tool) => call(tool));
    const long = (last: string) => ['x', 'x', 'x', 'x', last].map((tool) => call(tool));
    const all = tasks(6, () => [
      ...Array.from({ length: 7 }, (_, i) => ({ steps: [...short('x'), i === 0 ? call('b') : failure('b')] })),
      { steps: [...short('a'), failure('b')] },
      ...Array.from({ length: 7 }, (_, i) => ({ steps: [...long('a'), i === 0 ? failure('b') : call('b')] })),
      { steps: [...long('x'), call('b')] },
    ]);
    const found = extracted(all);
    expect(found.channels.step.tests.map(({ rule, obstacle }) => [rule, obstacle])).toEqual([
      [{ form: 'PRE', a: 'a', b: 'b' }, 'longer_runs'],
    ]);
    expect(found.operations).toEqual([]);
  });

  test('is on probation where the length of the runs leaves too little to tell', () => {
    const all = tasks(9, () => [{ steps: [call('x'), call('a'), call('b')] }, { steps: [failure('b')] }]);
    const [first] = extracted(
      all.map((one) => ({ ...one, steps: one.steps.filter((step) => step.tool !== 'x') })),
    ).operations;
    expect(first).toMatchObject({
      op: 'add',
      rule: { form: 'PRE', a: 'a', b: 'b' },
      type: 'convention',
      isContested: true,
    });
  });

  test('is as good as any other where it holds among runs of like length', () => {
    const all = tasks(6, () =>
      [1, 4].flatMap((length) => {
        const before = Array.from({ length }, () => call('x'));
        return [
          { steps: [...before, call('a'), call('b')] },
          { steps: [...before, call('a'), call('b')] },
          { steps: [...before, call('x'), failure('b')] },
          { steps: [...before, call('x'), failure('b')] },
        ];
      }),
    );
    expect(extracted(all).operations).toMatchObject([{ rule: { form: 'PRE', a: 'a', b: 'b' }, isContested: false }]);
  });
});

describe('a recovery', () => {
  const failedThen = (next: readonly MinedStep[]) => ({ steps: [call('base'), failure('t'), ...next] });

  test('is said with the failure that it is about', () => {
    const all = tasks(9, () => [
      failedThen([call('b')]),
      failedThen([call('b')]),
      failedThen([failure('t')]),
      failedThen([failure('t')]),
    ]);
    expect(extracted(all).operations).toMatchObject([
      {
        text: 'If `t` fails with not_found, call `b`; that worked 18/18 times, other reactions 0/18.',
        type: 'failure_pattern',
        failureMode: { tool: 't', errorClass: 'not_found', signature: 'sig-t' },
        c: 0.5,
      },
    ]);
  });

  test('is not said where the other side only stopped', () => {
    const all = tasks(9, () => [failedThen([call('b')]), failedThen([call('b')]), failedThen([]), failedThen([])]);
    const found = extracted(all);
    expect(found.looks.recovery.units).toBe(18);
    expect(found.operations).toEqual([]);
  });

  test('is no success where the failure is back within five calls', () => {
    const late = [call('b'), call('x'), call('x'), call('x'), failure('t')];
    const all = tasks(9, () => [failedThen(late), failedThen(late), failedThen([call('c')]), failedThen([call('c')])]);
    expect(extracted(all).operations).toMatchObject([{ rule: { form: 'RECOVER', sig: 'sig-t', act: 'switch(c)' } }]);
    const later = [call('b'), call('x'), call('x'), call('x'), call('x'), failure('t')];
    expect(extracted(tasks(9, () => [failedThen(later), failedThen([call('c')])])).operations).toEqual([]);
  });
});

describe('results between 0 and 1', () => {
  const shades = (count: number) =>
    tasks(count, (task) => [
      run('lookup', 0.9 - task / 100),
      run('lookup', 0.8),
      run(null, 0.3),
      run(null, 0.2 + task / 100),
    ]);

  test('are tested by permutation, with as many draws as a finding takes', () => {
    const found = extracted(shades(10));
    expect(found.channels.outcome.tests).toMatchObject([{ p: 1 / 10_000, obstacle: null }]);
    expect(found.budget).toEqual({ limit: 500_000_000, moved: 9_999 * 40, unfinished: 0 });
    expect(textsOf(found)).toEqual(['For such tasks, use `lookup`; success 20/20 with it, 0/20 without.']);
  });

  test('are drawn no further than to the twentieth hit', () => {
    const all = tasks(10, () => [run('lookup', 0.9), run('lookup', 0.2), run(null, 0.9), run(null, 0.2)]);
    expect(extracted(all).budget.moved).toBe(20 * 40);
  });

  test('never move more units than the budget, which then is told', () => {
    const { budget, channels } = extracted(shades(10), { drawBudget: 40 * 150 + 39 });
    expect(budget).toEqual({ limit: 6_039, moved: 6_000, unfinished: 1 });
    expect(channels.outcome.tests[0]?.p).toBe(1 / 151);
  });
});

describe('the caps', () => {
  test('let a task have three lessons', () => {
    const all = tasks(9, () => ['q', 'r', 's', 't', 'u'].flatMap((tool) => argumentRuns(tool)));
    const { operations, channels } = extracted(all);
    expect(operations).toHaveLength(3);
    expect(channels.step.tests.filter((one) => one.obstacle === 'cap')).toHaveLength(2);
  });

  test('let a run have ten', () => {
    const tools = Array.from({ length: 12 }, (_, i) => `tool_${String.fromCharCode(97 + i)}`);
    const all = tools.flatMap((tool) => {
      return tasks(9, () => argumentRuns(tool)).map((one) => ({ ...one, taskKey: `${tool} ${one.taskKey}` }));
    });
    expect(extracted(all).operations).toHaveLength(10);
  });

  test('are no obstacle for what only confirms an entry', () => {
    const all = tasks(9, () => ['q', 'r', 's', 't'].flatMap((tool) => argumentRuns(tool)));
    const library = ['q', 'r', 's'].map(
      (t, id): KnownRule => ({ id, rule: { form: 'ARG', t, k: 'limit' }, archived: null }),
    );
    expect(extracted(all, {}, library).operations.map((one) => one.op)).toEqual(['keep', 'keep', 'keep', 'add']);
  });
});

describe('a library that knows the rule', () => {
  const all = oneEach(12, 0);

  test('gets its entry confirmed', () => {
    expect(extracted(all, {}, [known(LOOKUP)]).operations).toMatchObject([
      { op: 'keep', id: 7, evidence: { trajectories: 24 } },
    ]);
  });

  test('is told of a contrary finding as a contested one', () => {
    const contrary = extracted(all, {}, [known({ form: 'AVOID', t: 'lookup' })]).operations;
    expect(contrary).toMatchObject([{ op: 'add', rule: LOOKUP, isContested: true }]);
  });

  test('loses a rule that has no contrary and now does harm', () => {
    const harmful = tasks(9, () => [
      { steps: [failure('query', { params: { limit: 1 } })] },
      { steps: [call('query')] },
    ]);
    const rule: Rule = { form: 'ARG', t: 'query', k: 'limit' };
    expect(extracted(harmful, {}, [known(rule)]).operations).toMatchObject([{ op: 'delete', id: 7 }]);
    expect(extracted(harmful).operations).toEqual([]);
  });

  test('gets back nothing that was taken out, unless what came since says it alone', () => {
    const library = (at: string, by: 'person' | 'other' = 'person') => [known(LOOKUP, { by, at })];
    const half = all[11]?.endedAt ?? '';
    expect(extracted(all, {}, library('2027-01-01T00:00:00.000Z')).operations).toEqual([]);
    expect(extracted(all, {}, library(half)).operations).toEqual([]);
    expect(extracted(all, {}, library('2020-01-01T00:00:00.000Z')).operations).toMatchObject([{ op: 'add' }]);
    expect(extracted(all, {}, library('2027-01-01T00:00:00.000Z', 'other')).operations).toMatchObject([{ op: 'add' }]);
  });
});

describe('an addition', () => {
  test('is trusted only where all that it rests on was recorded live', () => {
    const all = oneEach(12, 0);
    const one = all.map((each, index) => (index === 3 ? { ...each, isLive: false } : each));
    expect(extracted(all).operations).toMatchObject([{ isTrusted: true }]);
    expect(extracted(one).operations).toMatchObject([{ isTrusted: false }]);
  });

  test('has the domain of four fifths of its runs, or of its tool', () => {
    const all = oneEach(10, 0).map((one, index) => ({ ...one, domain: index < 16 ? 'k8s' : 'fs' }));
    expect(textsOf(extracted(all))[0]).toContain('For k8s tasks, use `lookup`');
    const fewer = all.map((one, index) => ({ ...one, domain: index < 15 ? 'k8s' : 'fs' }));
    expect(textsOf(extracted(fewer))[0]).toContain('For such tasks, use `lookup`');
    const step = tasks(9, () => argumentRuns('query'));
    expect(extracted(step, { domainOf: (tool) => `about ${tool}` }).operations).toMatchObject([
      { domain: 'about query' },
    ]);
  });

  test('is one for a rule that passes in two channels, with the evidence of both', () => {
    const both = tasks(9, () =>
      argumentRuns('query').map((one) => ({ ...one, outcome: one.steps[0]?.ok === true ? 1 : 0 })),
    );
    const more = tasks(3, () => argumentRuns('query')).map((one, index) => ({
      ...one,
      id: `more-${index}`,
      taskKey: `more ${one.taskKey}`,
    }));
    const found = extracted([...both, ...more]);
    expect(found.operations).toMatchObject([
      { rule: { form: 'ARG', t: 'query', k: 'limit' }, evidence: { groups: 12, trajectories: 48 } },
    ]);
    expect(found.channels).toMatchObject({ outcome: { emitted: 1 }, step: { emitted: 1 } });
  });

  test('holds no id, address, path, message or value of its trajectories', () => {
    const secret = 'ann@example.org wrote /home/ann/x.txt 4711';
    const all = tasks(12, () =>
      [0, 1].map((outcome) => ({
        ...run(outcome === 1 ? 'lookup' : null, outcome),
        steps: [
          call(outcome === 1 ? 'lookup' : 'base', { params: { [secret]: secret, q: secret } }),
          failure('base', { params: { q: secret }, sig: secret, errorClass: secret }),
          outcome === 1 ? call('lookup') : failure('base', { sig: secret }),
        ],
      })),
    );
    const texts = textsOf(extracted(all));
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.join('\n')).not.toMatch(/ann|4711|example|home/);
  });
});

test('an empty history gives nothing and fails at nothing', () => {
  expect(extractOffline([], [], offline()).operations).toEqual([]);
  expect(extracted(mined([{ steps: [] }, { steps: [], taskKey: null }])).operations).toEqual([]);
});
