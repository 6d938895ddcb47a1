import { describe, expect, test } from 'vitest';
import type { JobStore } from '../../src/loops/job-store.ts';
import { floorEncoder } from '../../src/models/floor-encoder.ts';
import type { TelemetryRecord } from '../../src/telemetry/event.ts';
import { errorSignature } from '../../src/telemetry/fingerprint.ts';
import { toolNames } from '../../src/telemetry/tool-name.ts';
import { Draws } from '../support/draws.ts';
import { learnWhatWaits, openQueue, type QueuedSession, queueSessions, START } from '../support/queued-learning.ts';
import { callOf, markOf } from '../support/telemetry-records.ts';

/** Messages of which two are united once both were seen. */
const MESSAGES = [
  'Error: the remote service of the shop is not ready yet',
  'Error: the remote service of the store is not ready yet',
  'Error: not found',
];

function call(
  draws: Draws,
  at: string,
  name: { eventId: string; sessionId: string; taskId: string },
  taskText: string,
) {
  const isFlagged = draws.chance(0.5);
  const [tool, params] = draws.pick([
    ['deploy', isFlagged ? { target: 'x', wait: true } : { target: 'x' }],
    ['Bash', { command: isFlagged ? 'git status && rg -n x src' : 'rg x src' }],
    ['Read', { path: 'a.ts', ...(isFlagged ? { mode: draws.pick(['raw', 'plain']) } : {}) }],
  ] as const);
  const ok = draws.chance(isFlagged ? 0.9 : 0.3);
  const message = draws.pick(MESSAGES);
  const last = toolNames(tool, params).at(-1) ?? tool;
  const error = ok ? null : { ...errorSignature(last, message), message };
  const agentConfigId = 'agent';
  return callOf(name.eventId, {
    ...name,
    tool,
    params,
    ok,
    error: error === null ? null : { class: error.class, message, signature: error.signature },
    startedAt: at,
    context: { taskText, turn: 1, lastUserText: '', lastAssistantText: '', agentConfigId },
    injected: draws.chance(0.5) ? ['r1'] : [],
  });
}

/** Sessions of one or two tasks, of few tasks in all: known by a group, by their text or by neither. */
function sessions(seed: number, count: number): readonly QueuedSession[] {
  const draws = new Draws(seed);
  const hasOutcomes = draws.chance(0.5);
  return Array.from({ length: count }, (_, n): QueuedSession => {
    const sessionId = `s${n}`;
    const startMs = START + draws.below(count) * 60_000;
    let second = 0;
    const at = (): string => new Date(startMs + second++ * 1000).toISOString();
    const records = Array.from({ length: 1 + draws.below(2) }, (_unused, t): readonly TelemetryRecord[] => {
      const task = draws.below(4);
      const taskId = `t${t}`;
      const name = { sessionId, taskId };
      const taskText = draws.chance(0.8) ? `ship release number ${task} to the shops` : `ship release ${task} of ${n}`;
      const groupKey = draws.chance(0.5) ? `task-${task}` : undefined;
      const calls = Array.from({ length: 1 + draws.below(4) }, (_call, c) =>
        call(draws, at(), { ...name, eventId: `${sessionId}-${taskId}-${c}` }, taskText),
      );
      return [
        markOf('task_start', `${sessionId}-${taskId}-start`, {
          ...name,
          at: at(),
          taskText,
          agentConfigId: 'agent',
          ...(groupKey === undefined ? {} : { groupKey }),
        }),
        ...calls,
        ...(hasOutcomes && draws.chance(0.7)
          ? [
              markOf('outcome', `${sessionId}-${taskId}-o`, {
                ...name,
                at: at(),
                value: Number(draws.chance(0.5)),
                source: 'check',
              }),
            ]
          : []),
        markOf('task_end', `${sessionId}-${taskId}-end`, {
          ...name,
          at: at(),
          finalOutput: 'done',
          status: 'completed',
        }),
      ];
    }).flat();
    return {
      isLive: draws.chance(0.8),
      records: [...records, markOf('session_end', `${sessionId}-end`, { sessionId, taskId: 't0', at: at() })],
    };
  });
}

/** Never tells what was counted, so that every job looks at the whole history. */
function forgetful(jobs: JobStore): JobStore {
  return { ...jobs, countedUnits: async (before) => ({ ...(await jobs.countedUnits(before)), uncounted: [1] }) };
}

interface Learnt {
  readonly state: object;
  /** How often the whole history was asked for. */
  readonly readings: number;
}

/** Learns from all that is told, `atOnce` sessions at a time and each time anew, as other processes would. */
async function learnt(
  told: readonly QueuedSession[],
  atOnce: number,
  view: (jobs: JobStore) => JobStore,
): Promise<Learnt> {
  const store = await openQueue();
  let readings = 0;
  try {
    for (let from = 0; from < told.length; from += atOnce) {
      await queueSessions(store, told.slice(from, from + atOnce));
      const jobs = view(store);
      const counting: JobStore = {
        ...jobs,
        recordedParts(after, upTo) {
          readings += Number(upTo - after > 1);
          return jobs.recordedParts(after, upTo);
        },
      };
      await learnWhatWaits(store, { jobs: counting });
    }
    const library = await store.experience.read();
    return {
      readings,
      state: {
        batches: await store.experience.batches({}),
        entries: [...library.entries.values()],
        vectors: await store.experience.vectors(floorEncoder.id),
        proposals: await store.loops.proposals(),
        looks: await store.looks(),
        left: await store.jobCounts(),
      },
    };
  } finally {
    await store.close();
  }
}

describe('a learning job that reads only what is new', () => {
  test.each(Array.from({ length: 6 }, (_, seed) => seed))(
    'learns what one learns that reads all (history %i)',
    { timeout: 60_000 },
    async (seed) => {
      const told = sessions(seed, 60);
      const whole = await learnt(told, 1, forgetful);
      const lean = await learnt(told, 1, (jobs) => jobs);
      expect(lean.state).toEqual(whole.state);
      expect((await learnt(told, 7, (jobs) => jobs)).state).toEqual(whole.state);
    },
  );

  test('reads the history again only where a look may be due', { timeout: 60_000 }, async () => {
    const told = Array.from({ length: 80 }, (_, n): QueuedSession => {
      const name = { sessionId: `s${n}`, taskId: 't' };
      const at = new Date(START + n * 60_000).toISOString();
      const isFlagged = n % 2 === 0;
      const taskText = `ship release number ${Math.floor(n / 2) % 4} to the shops`;
      const context = { taskText, turn: 1, lastUserText: '', lastAssistantText: '', agentConfigId: 'agent' };
      const params = isFlagged ? { wait: true } : {};
      const error = {
        class: 'unknown',
        message: 'Error: no',
        signature: errorSignature('deploy', 'Error: no').signature,
      };
      const done = callOf(`${n}`, { ...name, tool: 'deploy', params, startedAt: at, context });
      return {
        isLive: true,
        records: [isFlagged ? done : { ...done, ok: false, error }, markOf('session_end', `end-${n}`, { ...name, at })],
      };
    });
    const whole = await learnt(told, 1, forgetful);
    const lean = await learnt(told, 1, (jobs) => jobs);
    expect(lean.state).toEqual(whole.state);
    expect(whole.readings).toBe(79);
    expect(lean.readings).toBeLessThan(25);
  });
});
