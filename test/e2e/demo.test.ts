import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { RunResult } from '../../src/run/result.ts';
import { type Place, place, praxis, ROOT, runTask } from './support.ts';

const PROJECTS = ['parcel-rates', 'concert-seats', 'weather-log'] as const;

async function demo(at: Place, ...args: readonly string[]): Promise<readonly RunResult[]> {
  const ended = await praxis(at, ['demo', '--json', ...args]);
  expect(ended.exit, ended.stderr).toBe(0);
  return JSON.parse(ended.stdout).sessions;
}

/** Runs one demo project by hand, in a copy under the folder of the place. */
async function byHand(at: Place, project: string): Promise<RunResult> {
  const tree = join(at.tree, project);
  mkdirSync(tree, { recursive: true });
  cpSync(join(ROOT, 'demo', project), tree, { recursive: true });
  return (await runTask({ ...at, tree })).document;
}

describe('the demo', { timeout: 240_000 }, () => {
  test('is better in its second session, and leaves the library of the user alone', async () => {
    const at = place();
    const [first, second] = await demo(at);
    expect([first?.status, second?.status]).toEqual(['pass', 'pass']);
    expect(first?.trail.map((step) => step.kind)).toContain('explore');
    expect(first?.trail.some((step) => step.kind === 'exploit' && step.verdict === 'fail')).toBe(true);
    expect(second?.cycles).toBeLessThan(first?.cycles ?? 0);
    expect(second?.trail[0]).toMatchObject({ kind: 'exploit', candidate: 'regenerate', verdict: 'pass' });
    expect(second?.trail[0]?.values.exploit).toBeGreaterThanOrEqual(0.55);
    // Nothing of it is in the library of the user.
    expect((await praxis(at, ['sessions', '--json'])).stdout.trim()).toBe('');
  });

  test('is no better when the library is forgotten in between', async () => {
    const [first, second] = await demo(place(), '--forget');
    expect([first?.status, second?.status]).toEqual(['pass', 'pass']);
    expect(second?.cycles).toBe(first?.cycles);
  });
});

describe('the demo projects', { timeout: 240_000 }, () => {
  test('have one playbook and one library', () => {
    const tasks = PROJECTS.map((name) => parse(readFileSync(join(ROOT, 'demo', name, 'task.yaml'), 'utf8')));
    expect(tasks.map((task) => task.actor)).toEqual(tasks.map(() => tasks[0].actor));
    expect(new Set(tasks.map((task) => task.library)).size).toBe(1);
  });

  test('fail differently, and two of them in the same way', async () => {
    const at = place();
    const [rates, seats, log] = [
      await byHand(at, PROJECTS[0]),
      await byHand(at, PROJECTS[1]),
      await byHand(at, PROJECTS[2]),
    ];
    expect([rates.status, seats.status, log.status]).toEqual(['pass', 'pass', 'pass']);
    expect(rates.trail[0]?.failure).not.toBe(seats.trail[0]?.failure);
    expect(seats.cycles).toBe(1);
    expect(log.trail.at(-1)?.candidate).toBe('fix-line-endings');
  });

  test('of another error class are looked at first, whatever helped elsewhere once', async () => {
    const at = place();
    await byHand(at, PROJECTS[0]);
    const log = await byHand(at, PROJECTS[2]);
    expect(log.trail[0]?.kind).toBe('explore');
    expect(log.trail[1]).toMatchObject({ kind: 'exploit', candidate: 'regenerate', verdict: 'fail' });
    expect(log.status).toBe('pass');
  });
});
