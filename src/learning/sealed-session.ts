import type { Encoder } from '../experience/encoder.ts';
import type { CallFacts } from '../telemetry/call-facts.ts';
import type { MarkRecord } from '../telemetry/event.ts';
import { type TaskRun, taskRuns } from '../telemetry/task-run.ts';
import { domainOfTools } from '../telemetry/tool-domain.ts';
import { acceptance } from './acceptance.ts';
import { REWARD_WEIGHTS, type RewardParts, type RewardWeights, reward, successShare } from './reward.ts';
import { textKey } from './task-key.ts';

/** A trajectory as it is kept. Its steps are the records of its task up to its end. */
export interface SealedTask {
  readonly taskId: string;
  readonly taskText: string;
  readonly domain: string;
  readonly agentConfigId: string;
  readonly groupKey: string | null;
  readonly textKey: string | null;
  /** Unit vector of the text, for its cluster; null where its task is known better, or has no text. */
  readonly vector: Float32Array | null;
  readonly steps: number;
  readonly parts: RewardParts;
  /** The user corrected the result after the window. */
  readonly isLate: boolean;
  readonly reward: number;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Lessons in view of any of its calls. */
  readonly injected: readonly string[];
}

/** A session whose records are fixed. */
export interface SealedSession {
  readonly tasks: readonly SealedTask[];
  /** Calls whose place in their task is another than they were told with. */
  readonly moved: readonly { readonly eventId: string; readonly seq: number }[];
}

interface SealSettings {
  readonly encoder: Encoder;
  readonly weights?: RewardWeights;
}

/** Trajectories and rewards of a session that ended at `endMs`. Pure. */
export function sealedSession(
  records: readonly (CallFacts | MarkRecord)[],
  endMs: number,
  { encoder, weights = REWARD_WEIGHTS }: SealSettings,
): SealedSession {
  const runs = taskRuns(records);
  const presence = presenceIn(records);
  const moved = runs.flatMap(({ steps, afterEnd }) =>
    [...steps, ...afterEnd].flatMap(({ eventId, seq: told }, seq) => (seq === told ? [] : [{ eventId, seq }])),
  );
  const tasks = runs.map((run) => sealedTask(run, encoder, weights, presence, endMs));
  return { tasks, moved };
}

interface Presence {
  readonly isInteractive: boolean;
  /** When the user wrote something, in ms. */
  readonly messagesMs: readonly number[];
}

function presenceIn(records: readonly (CallFacts | MarkRecord)[]): Presence {
  const messagesMs = records.flatMap((record) => {
    const isMessage = record.type === 'task_start' || record.type === 'feedback';
    return isMessage && record.at !== null ? [Date.parse(record.at)] : [];
  });
  const isInteractive = records.some((record) => record.type === 'session_start' && record.interactive === true);
  return { isInteractive, messagesMs };
}

function sealedTask(
  run: TaskRun<CallFacts>,
  encoder: Encoder,
  weights: RewardWeights,
  presence: Presence,
  endMs: number,
): SealedTask {
  const accepted = acceptanceOf(run, presence, endMs);
  const parts = { rhoS: successShare(run.steps), rhoA: accepted.value, outcome: run.outcome, weights };
  return {
    taskId: run.taskId,
    taskText: run.taskText,
    domain: run.domain ?? domainOfTools(run.steps.flatMap((step) => step.tools)),
    agentConfigId: run.agentConfigId,
    groupKey: run.groupKey,
    textKey: textKey(run.taskText),
    vector: run.groupKey === null ? encoder.encode(run.taskText) : null,
    steps: run.steps.length,
    parts,
    isLate: accepted.late,
    reward: reward(parts),
    startedAt: run.startedAt,
    endedAt: run.deliveredAt ?? run.steps.at(-1)?.startedAt ?? run.startedAt,
    injected: [...new Set(run.steps.flatMap((step) => step.injected))].sort(),
  };
}

function acceptanceOf(run: TaskRun<CallFacts>, presence: Presence, endMs: number) {
  const feedback = run.feedback.map(({ kind, at }) => ({ kind, atMs: at === null ? Number.NaN : Date.parse(at) }));
  const deliveredMs = run.deliveredAt === null ? Number.NaN : Date.parse(run.deliveredAt);
  const before = presence.messagesMs.filter((ms) => ms <= deliveredMs);
  return acceptance({
    // Of a result that was never delivered, or nobody knows when, silence says nothing.
    interactive: presence.isInteractive && !Number.isNaN(deliveredMs),
    taskEndMs: deliveredMs,
    sessionEndMs: endMs,
    lastUserMs: before.length === 0 ? null : Math.max(...before),
    feedback,
  });
}
