import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type EvaluationOptions, evaluation } from '../../src/learning/evaluate/evaluation.ts';
import { atOnce } from '../../src/learning/evaluate/progress.ts';
import { splitByUser } from '../../src/learning/evaluate/split.ts';
import { CHANNELS } from '../../src/learning/extract/offline/settings.ts';
import { readEvalFiles, runsOf } from '../../src/praxis/eval-files.ts';

const AIRLINE = ['gpt-4o-airline.tasks-00-29.json'];
const RETAIL = ['assertions-a', 'assertions-b', 'preconditions', 'tool-calling'].map(
  (design) => `retail.${design}.tasks-00-49.json`,
);
const DATA = fileURLToPath(new URL('../data/trajectories/tau-bench', import.meta.url));
const PLAIN: EvaluationOptions = { draws: 0, strata: 'task-and-configuration', plant: null };

async function runsIn(files: readonly string[]) {
  const { sessions } = await readEvalFiles(files, {
    cwd: DATA,
    format: null,
    signal: new AbortController().signal,
    onFile: () => undefined,
  });
  return runsOf(sessions);
}

async function evaluated(files: readonly string[], options: Partial<EvaluationOptions> = {}) {
  const sides = { ...splitByUser(await runsIn(files), 0.5), onBothSides: 0 };
  return atOnce(evaluation(sides, { ...PLAIN, ...options }));
}

describe('recorded runs', () => {
  test.each([
    ['airline', AIRLINE],
    ['retail', RETAIL],
  ])('give no lesson, and n = 0 is said aloud: %s', async (_name, files) => {
    const { figures, warnings } = await evaluated(files);
    expect(figures.library.lessons).toEqual([]);
    expect(figures.coverage.n).toBe(0);
    expect(CHANNELS.map((channel) => figures.channels[channel].auc.value)).toEqual([null, null, null]);
    expect(warnings).toContainEqual({
      code: 'no_lessons',
      message: `nothing was learnt, so that there is nothing to measure: n = 0 of ${figures.coverage.of} held-out runs`,
    });
  });

  test('are split by the hash of the user, which another record of the task may name', async () => {
    const runs = await runsIn(RETAIL);
    expect(runs.filter((one) => one.userHash === null)).toHaveLength(19);
    const { developer, heldOut, marks } = splitByUser(runs, 0.5);
    expect(marks).toEqual({ byUser: 181, byJoinedUser: 19, byTask: 0 });
    const namesOf = (side: typeof runs, read: (one: (typeof runs)[number]) => string | null) =>
      new Set(side.map(read).filter((one) => one !== null));
    for (const read of [
      (one: (typeof runs)[number]) => one.userHash,
      (one: (typeof runs)[number]) => one.trajectory.taskKey,
    ]) {
      const ours = namesOf(developer, read);
      expect([...namesOf(heldOut, read)].filter((one) => ours.has(one))).toEqual([]);
    }
  });

  test('of the airline with a planted effect of 0.6 are ordered better than by chance', async () => {
    const { figures, warnings } = await evaluated(AIRLINE, { plant: 0.6 });
    const { auc, brier } = figures.channels.outcome;
    expect(auc.strata).toBeGreaterThanOrEqual(10);
    expect(auc.interval?.[0]).toBeGreaterThan(0.5);
    expect(brier.interval?.[0]).toBeGreaterThan(0);
    expect(figures.lessons[0]?.lift.agrees).toBe(true);
    expect(warnings.map((one) => one.code)).toContain('planted');
  });

  test('of four retail designs compared by task alone draw the warning', async () => {
    const { warnings, figures } = await evaluated(RETAIL, { strata: 'task' });
    const found = warnings.find((one) => one.code === 'mixed_configurations');
    expect(found?.message).toContain('8 rules pass so, 0 with the configurations apart');
    expect(figures.library.lessons.length).toBeGreaterThan(0);
    expect((await evaluated(AIRLINE, { strata: 'task' })).warnings.map((one) => one.code)).not.toContain(
      'mixed_configurations',
    );
  });

  test('give the same figures in whatever order they come', async () => {
    const runs = await runsIn(AIRLINE);
    const figuresOf = (all: typeof runs) => {
      const sides = { ...splitByUser(all, 0.5), onBothSides: 0 };
      return JSON.stringify(atOnce(evaluation(sides, { ...PLAIN, plant: 0.6, draws: 3 })));
    };
    expect(figuresOf([...runs].reverse())).toBe(figuresOf(runs));
  });
});

describe('check 13: controls on recorded runs', () => {
  test('find the design that is better, and not the one that is no better', async () => {
    const { controls } = await evaluated(RETAIL, { draws: 2 });
    const found = controls?.designs.map(({ effect, discordant, favourFirst, p }) => ({
      effect: Math.abs(effect),
      sides: [Math.min(favourFirst, discordant - favourFirst), discordant],
      isTold: p !== null && p < 0.0001,
    }));
    expect(found).toContainEqual({ effect: expect.closeTo(0.4, 9), sides: [3, 26], isTold: true });
    expect(found).toContainEqual({ effect: expect.closeTo(0.02, 9), sides: [5, 11], isTold: false });
  });
});
