import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openLibrary } from '../../src/praxis/library/open-library.ts';
import {
  type Attempt,
  type FirstCall,
  type LoopPlace,
  loopSession,
  NEEDED,
  TASKS,
  TOOL,
} from '../support/closed-loop.ts';
import { share } from './share.ts';

const SEEDS = Math.max(4, share(10));
const SESSIONS = 12;
const LATE = 9;

/** 97.5 % quantile of Student's t by degrees of freedom, from 3 on. */
const T_975 = [3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];

interface Loop {
  readonly taught: readonly FirstCall[];
  readonly control: readonly FirstCall[];
  /** First session after which the library has the rule; null for none. */
  readonly learntAfter: number | null;
  /** Tasks whose block named the tool, of the late sessions. */
  readonly told: number;
}

afterEach(() => vi.unstubAllEnvs());

async function hasRule(at: LoopPlace): Promise<boolean> {
  const library = openLibrary({ cwd: at.tree, library: null });
  const entries = await library.list({});
  await library.close();
  return entries.some(
    ({ rule }) => (rule?.form === 'ARG' || rule?.form === 'ARGV') && rule.t === TOOL.name && rule.k === NEEDED,
  );
}

async function loop(at: LoopPlace): Promise<Loop> {
  const attempts: Attempt[] = [];
  let learntAfter: number | null = null;
  for (let session = 1; session <= SESSIONS; session++) {
    attempts.push(...(await loopSession(at, session)));
    if (learntAfter === null && (await hasRule(at))) learntAfter = session;
  }
  return {
    taught: attempts.map(({ taught }) => taught),
    control: attempts.map(({ control }) => control),
    learntAfter,
    told: attempts.filter(({ block, taught }) => block.includes(TOOL.name) && taught.session >= LATE).length,
  };
}

function failing(calls: readonly FirstCall[], from = 1): number {
  const meant = calls.filter(({ session }) => session >= from);
  return meant.filter(({ hasFailed }) => hasFailed).length / meant.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** 95 % t interval of a mean. */
function interval(values: readonly number[]): { readonly mean: number; readonly low: number; readonly high: number } {
  const middle = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  const half = (T_975[values.length - 4] ?? 1.96) * Math.sqrt(variance / values.length);
  return { mean: middle, low: middle - half, high: middle + half };
}

function said(values: readonly number[]): string {
  const { mean: middle, low, high } = interval(values);
  return `${middle.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

test('an agent that is given what its earlier sessions taught fails less often than one that is not', async () => {
  const loops: Loop[] = [];
  for (let seed = 0; seed < SEEDS; seed++) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-loop-')));
    const tree = join(folder, 'tree');
    mkdirSync(tree);
    vi.stubEnv('PRAXIS_HOME', join(folder, 'home'));
    vi.stubEnv('PRAXIS_EMBEDDER_HELPER', 'off');
    try {
      loops.push(await loop({ tree, seed }));
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  const tasks = SESSIONS * TASKS.length;
  const lateTasks = (SESSIONS - LATE + 1) * TASKS.length;
  const drop = (from: number) => loops.map(({ taught, control }) => failing(control, from) - failing(taught, from));
  const late = {
    taught: mean(loops.map(({ taught }) => failing(taught, LATE))),
    control: mean(loops.map(({ control }) => failing(control, LATE))),
  };
  const inTime = loops.filter(({ learntAfter }) => learntAfter !== null && learntAfter <= 6).length;
  const told = loops.reduce((sum, one) => sum + one.told, 0);
  console.log(
    [
      `${SEEDS} seeds, ${tasks} tasks each; failing first calls, control less taught (mean, 95 % t interval over seeds):`,
      `  all sessions ${said(drop(1))}, n = ${SEEDS} x ${tasks}`,
      `  sessions ${LATE} to ${SESSIONS} ${said(drop(LATE))}, n = ${SEEDS} x ${lateTasks}`,
      `failing in sessions ${LATE} to ${SESSIONS}: taught ${late.taught.toFixed(3)}, control ${late.control.toFixed(3)}, n = ${SEEDS * lateTasks}`,
      `tasks of those sessions whose prompt named the tool: ${told} of ${SEEDS * lateTasks}`,
      `rule learnt after session: ${loops.map(({ learntAfter }) => learntAfter ?? 'never').join(' ')}`,
    ].join('\n'),
  );
  expect(interval(drop(1)).low).toBeGreaterThan(0);
  expect(interval(drop(LATE)).low).toBeGreaterThan(0);
  expect(inTime).toBeGreaterThanOrEqual(SEEDS - 1);
  expect(late.taught).toBeLessThanOrEqual(0.3);
  expect(late.control).toBeGreaterThanOrEqual(0.4);
});
