import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { learn } from '../../src/praxis/learn.ts';
import { openLibrary } from '../../src/praxis/library/open-library.ts';
import { record } from '../../src/praxis/telemetry/record.ts';
import { closedLoopAgent } from '../support/closed-loop-agent.ts';
import { Draws } from '../support/draws.ts';
import { share } from './share.ts';

const SEEDS = Math.max(4, share(10));
const SESSIONS = 12;
const LATE = 9;
const TOOL = { name: 'publish_bundle', flags: ['await_ready', 'verbose'] };
const NEEDED = 'await_ready';

/** None of them names the tool or a flag. */
const TASKS = [
  'bring the new price list to the shops',
  'let the customers see the corrected opening hours',
  'get the translated manual out to the dealers',
  'replace the holiday pictures on the landing page',
];

/** 97.5 % quantile of Student's t by degrees of freedom, from 3 on. */
const T_975 = [3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];

interface Place {
  readonly tree: string;
  readonly signal: AbortSignal;
}

/** The first call of the tool in a task. */
interface FirstCall {
  readonly session: number;
  readonly hasFailed: boolean;
}

interface Loop {
  readonly taught: readonly FirstCall[];
  readonly control: readonly FirstCall[];
  /** First session after which the library has the rule; null for none. */
  readonly learntAfter: number | null;
  /** Tasks whose block named the tool, of the late sessions. */
  readonly told: number;
}

afterEach(() => vi.unstubAllEnvs());

function agentOf(prompt: string, seed: number, session: number, task: number) {
  const at = (seed * SESSIONS + session) * TASKS.length + task;
  return closedLoopAgent(prompt, TOOL, { heeding: new Draws(2 * at), acting: new Draws(2 * at + 1) });
}

/** Of its seed as well: who is held back follows from the names. */
function sessionName(seed: number, session: number): string {
  return `seed-${seed}-session-${session}`;
}

async function tell(at: Place, events: readonly object[]): Promise<void> {
  const chunk = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const chunks = (async function* () {
    yield chunk;
  })();
  const told = await record({ cwd: at.tree, library: null, chunks, signal: at.signal });
  expect(told).toMatchObject({ kind: 'recorded', answer: { accepted: events.length, rejected: [] } });
}

/** One task of a session: what the library says goes into the prompt, and what the agent did is told. */
async function attempt(at: Place, seed: number, session: number, task: number) {
  const taskText = `${TASKS[task]} (week ${session})`;
  const sessionId = sessionName(seed, session);
  const taskId = `${sessionId}/${task}`;
  const base = { sessionId, taskId };
  const context = { taskText, agentConfigId: 'agent', groupKey: `task-${task}` };
  await tell(at, [{ type: 'task_start', ...base, ...context }]);
  const library = openLibrary({ cwd: at.tree, library: null });
  const { block } = await library.inject({ task: taskText, session: { sessionId, taskId }, hasHeading: true });
  await library.close();
  const next = agentOf(`${taskText}\n\n${block}`, seed, session, task);
  const calls: { readonly params: Readonly<Record<string, true>>; readonly ok: boolean }[] = [];
  // It tries once more where it failed.
  while (calls.length < 2 && calls.at(-1)?.ok !== true) {
    const params = next();
    calls.push({ params, ok: params[NEEDED] === true });
  }
  const isDone = calls.at(-1)?.ok === true;
  await tell(at, [
    ...calls.map(({ params, ok }) => ({
      ...base,
      tool: TOOL.name,
      params: { bundle: `bundle-${session}`, ...params },
      ok,
      ...(ok ? {} : { error: 'Error: the store does not serve the bundle yet' }),
      context: { taskText, agentConfigId: 'agent' },
    })),
    {
      type: 'task_end',
      ...base,
      finalOutput: isDone ? 'done' : 'given up',
      status: isDone ? 'completed' : 'failed',
    },
  ]);
  const control = agentOf(taskText, seed, session, task)();
  return {
    isTold: block.includes(TOOL.name),
    taught: { session, hasFailed: calls[0]?.ok !== true },
    control: { session, hasFailed: control[NEEDED] !== true },
  };
}

async function hasRule(at: Place): Promise<boolean> {
  const library = openLibrary({ cwd: at.tree, library: null });
  const entries = await library.list({});
  await library.close();
  return entries.some(
    ({ rule }) => (rule?.form === 'ARG' || rule?.form === 'ARGV') && rule.t === TOOL.name && rule.k === NEEDED,
  );
}

async function loop(at: Place, seed: number): Promise<Loop> {
  const attempts: Awaited<ReturnType<typeof attempt>>[] = [];
  let learntAfter: number | null = null;
  for (let session = 1; session <= SESSIONS; session++) {
    for (const task of TASKS.keys()) attempts.push(await attempt(at, seed, session, task));
    await tell(at, [{ type: 'session_end', sessionId: sessionName(seed, session) }]);
    const learnt = await learn(
      { cwd: at.tree, library: null, isDryRun: false, isPatient: false },
      { onJob: () => undefined, onFailure: () => undefined, signal: at.signal },
    );
    expect(learnt).toMatchObject({ done: 1, queued: 0, parked: 0 });
    if (learntAfter === null && (await hasRule(at))) learntAfter = session;
  }
  return {
    taught: attempts.map(({ taught }) => taught),
    control: attempts.map(({ control }) => control),
    learntAfter,
    told: attempts.filter(({ isTold, taught }) => isTold && taught.session >= LATE).length,
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
      loops.push(await loop({ tree, signal: new AbortController().signal }, seed));
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
