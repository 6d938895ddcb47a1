import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { commitAll, git, logged, type Place, place, write } from '../e2e/support.ts';
import { counters, fill, journals } from './fixture.ts';
import { expectSound, goOn, killAndGoOn, killedAfter, killedAt, killPoints } from './kills.ts';

/** Repeatable pseudo-random numbers in [0,1). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Kills a run at every durable call, or at `most` of them evenly spread. Answers how often which row was the last one. */
export async function sweepCalls(make: () => Place, most: number): Promise<ReadonlyMap<string, number>> {
  const points = await killPoints(make());
  expect(points.length).toBeGreaterThan(50);
  const rows = new Map<string, number>();
  const step = Math.max(1, points.length / most);
  const chosen = points.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  await twoAtATime(chosen, async (point) => {
    const made = make();
    const row = await killAndGoOn(made, () => killedAt(made, point), `${point.call} ${point.nth}`);
    rows.set(row, (rows.get(row) ?? 0) + 1);
  });
  return rows;
}

/** The kills are places of their own; one alone leaves half of a small machine idle. */
async function twoAtATime<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all([worker(), worker()]);
}

/** Kills so many runs, each at another instant of its life. */
export async function sweepInstants(make: () => Place, count: number): Promise<ReadonlyMap<string, number>> {
  const began = performance.now();
  const whole = make();
  await goOn(whole);
  const lifeMs = performance.now() - began;
  const random = randomOf(count);
  const rows = new Map<string, number>();
  for (let round = 0; round < count; round++) {
    const made = make();
    const ms = Math.round(lifeMs * random());
    const row = await killAndGoOn(made, () => killedAfter(made, ms), `${ms} ms`);
    rows.set(row, (rows.get(row) ?? 0) + 1);
  }
  return rows;
}

/** Kills a run and then so many of its resumes, and lets the last one go on to its end. */
export async function killInARow(at: Place, count: number): Promise<void> {
  const random = randomOf(count);
  let before = counters(at);
  for (let round = 0; round < count; round++) {
    const hasBegun = (await journals(at)).length > 0 || existsSync(join(at.tree, '.coord'));
    const isKilled = await killedAfter(at, 250 + random() * 900, hasBegun ? ['--resume'] : []);
    const now = counters(at);
    for (const [name, value] of Object.entries(before)) expect(now[name], name).toBeGreaterThanOrEqual(value);
    before = now;
    // A fast machine may be through before the last kill.
    if (!isKilled && (await journals(at)).at(-1)?.at(-1)?.event.kind === 'ended') break;
  }
  const run = await goOn(at);
  if (run.document.error?.code === 'RUN_NOT_RESUMABLE') return;
  await expectSound(at, run, `after ${count} kills`);
}

/** Runs in work trees of one repository, with one library; each is killed so often at random, then goes on to its end. */
export async function killSideBySide(trees: number, kills: number): Promise<void> {
  const main = place();
  fill(main, {});
  write(main.tree, { '.gitignore': 'checked\n' });
  commitAll(main.tree);
  const places = Array.from({ length: trees }, (_, index): Place => {
    const tree = `${main.tree}-${index}`;
    git(main.tree, 'worktree', 'add', '--quiet', '--detach', tree);
    const at = { tree, home: main.home, log: `${main.log}-${index}` };
    fill(at, {});
    return at;
  });
  const random = randomOf(trees);
  const sessions = await Promise.all(
    places.map(async (at) => {
      for (let kill = 0; kill < kills; kill++) {
        const hasBegun = existsSync(join(at.tree, '.coord'));
        await killedAfter(at, 500 + random() * 2500, hasBegun ? ['--resume'] : []);
      }
      const run = await goOn(at);
      expect([0, 2], run.stdout).toContain(run.exit);
      expect(new Set(logged(at).map((line) => line.split(' ')[0])).size).toBe(logged(at).length);
      return run.document.session;
    }),
  );
  expect(new Set(sessions).size).toBeGreaterThan(0);
  const all = await journals(main);
  const passed = all.filter((journal) => {
    const last = journal.findLast(({ event }) => event.kind === 'ended')?.event;
    return last?.kind === 'ended' && last.status === 'pass';
  });
  expect(passed.length).toBe(trees);
  for (const journal of passed) {
    const acted = journal.flatMap(({ event }) => (event.kind === 'acted' ? [event.cycle] : []));
    expect(acted).toEqual(acted.map((_, index) => index + 1));
  }
}
