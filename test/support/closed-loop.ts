import { learn } from '../../src/praxis/learn.ts';
import { openLibrary } from '../../src/praxis/library/open-library.ts';
import { record } from '../../src/praxis/telemetry/record.ts';
import { type AgentTool, closedLoopAgent } from './closed-loop-agent.ts';
import { Draws } from './draws.ts';

/** The one tool of the world of the closed loop: without the first flag its calls fail, and with the last one as well. */
export const TOOL: AgentTool = {
  name: 'publish_bundle',
  flags: [
    { name: 'await_ready', habit: 0.5 },
    { name: 'verbose', habit: 0.5 },
    { name: 'skip_checks', habit: 0 },
  ],
};
export const NEEDED = 'await_ready';
export const HARMFUL = 'skip_checks';

/** None of them names the tool or a flag. */
export const TASKS = [
  'bring the new price list to the shops',
  'let the customers see the corrected opening hours',
  'get the translated manual out to the dealers',
  'replace the holiday pictures on the landing page',
];

/** A loop between an agent and the library of a folder. Which draws it makes, and who is held back, follows from the seed. */
export interface LoopPlace {
  readonly tree: string;
  readonly seed: number;
  /** A verifier says of each task whether it was done. */
  readonly hasOutcomes?: boolean;
}

/** The first call of the tool in a task. */
export interface FirstCall {
  readonly session: number;
  readonly hasFailed: boolean;
}

export interface Attempt {
  /** What the library put into the prompt. */
  readonly block: string;
  readonly taught: FirstCall;
  /** Of the same agent with the same draws, whose prompt was the task alone. */
  readonly control: FirstCall;
}

const MOST_SESSIONS = 100;

function agentOf(prompt: string, { seed }: LoopPlace, session: number, task: number) {
  const at = (seed * MOST_SESSIONS + session) * TASKS.length + task;
  return closedLoopAgent(prompt, TOOL, { heeding: new Draws(2 * at), acting: new Draws(2 * at + 1) });
}

function isGood(params: Readonly<Record<string, true>>): boolean {
  return params[NEEDED] === true && params[HARMFUL] !== true;
}

async function tell({ tree }: LoopPlace, events: readonly object[]): Promise<void> {
  const chunk = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const chunks = (async function* () {
    yield chunk;
  })();
  const told = await record({ cwd: tree, library: null, chunks, signal: new AbortController().signal });
  if (told.kind !== 'recorded' || told.answer.accepted !== events.length) throw new Error(JSON.stringify(told));
}

/** One task of a session: what the library says goes into the prompt, and what the agent did is told. */
async function attempt(at: LoopPlace, session: number, task: number): Promise<Attempt> {
  const taskText = `${TASKS[task]} (week ${session})`;
  const sessionId = `seed-${at.seed}-session-${session}`;
  const taskId = `${sessionId}/${task}`;
  const base = { sessionId, taskId };
  const context = { taskText, agentConfigId: 'agent', groupKey: `task-${task}` };
  await tell(at, [{ type: 'task_start', ...base, ...context }]);
  const library = openLibrary({ cwd: at.tree, library: null });
  const { block } = await library.inject({ task: taskText, session: { sessionId, taskId }, hasHeading: true });
  await library.close();
  const next = agentOf(`${taskText}\n\n${block}`, at, session, task);
  const calls: { readonly params: Readonly<Record<string, true>>; readonly ok: boolean }[] = [];
  // It tries once more where it failed.
  while (calls.length < 2 && calls.at(-1)?.ok !== true) {
    const params = next();
    calls.push({ params, ok: isGood(params) });
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
    ...(at.hasOutcomes === true ? [{ type: 'outcome', ...base, value: Number(isDone), source: 'check' }] : []),
    {
      type: 'task_end',
      ...base,
      finalOutput: isDone ? 'done' : 'given up',
      status: isDone ? 'completed' : 'failed',
    },
  ]);
  return {
    block,
    taught: { session, hasFailed: calls[0]?.ok !== true },
    control: { session, hasFailed: !isGood(agentOf(taskText, at, session, task)()) },
  };
}

/** One session of all tasks, which is sealed and learnt from. */
export async function loopSession(at: LoopPlace, session: number): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  for (const task of TASKS.keys()) attempts.push(await attempt(at, session, task));
  await tell(at, [{ type: 'session_end', sessionId: `seed-${at.seed}-session-${session}` }]);
  const learnt = await learn(
    { cwd: at.tree, library: null, isDryRun: false, isPatient: false },
    { onJob: () => undefined, onFailure: () => undefined, signal: new AbortController().signal },
  );
  const { done, queued, parked } = learnt;
  if (done !== 1 || queued + parked > 0) throw new Error(`${done} done, ${queued} queued, ${parked} parked`);
  return attempts;
}
