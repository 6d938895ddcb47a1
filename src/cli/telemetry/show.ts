import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { Group } from '../../learning/groups.ts';
import type { SessionSummary } from '../../learning/session-summary.ts';
import type { StoredTrajectory } from '../../learning/store.ts';
import type { TelemetryView } from '../../praxis/telemetry/view.ts';
import type { CallRecord, TelemetryRecord } from '../../telemetry/event.ts';
import type { SessionPart } from '../../telemetry/store.ts';
import type { CommandIo } from '../io.ts';
import { loadTelemetryDoor } from '../load-door.ts';
import { duration, fixed, oneLine, table } from '../table.ts';
import { findParts } from './part-lookup.ts';

export interface ShowFlags {
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis telemetry show ID`: a session with its tasks and calls, or one record in full. */
export async function telemetryShow(io: CommandIo, flags: ShowFlags, id: string): Promise<ExitCode> {
  const door = await loadTelemetryDoor();
  const view = await door.openTelemetry(io.cwd, flags.library ?? null);
  try {
    const record = await view.record(id);
    if (record !== undefined) {
      io.stdout(`${JSON.stringify(record, null, flags.json ? 0 : 2)}\n`);
      return EXIT.ok;
    }
    const parts = await findParts(view, id);
    const shown: ShownPart[] = [];
    for (const part of parts) shown.push(await shownPart(view, part));
    if (flags.json) io.stdout(`${JSON.stringify({ parts: shown })}\n`);
    else for (const part of shown) io.stdout(inWords(part));
    return EXIT.ok;
  } finally {
    await view.close();
  }
}

interface ShownTask extends StoredTrajectory {
  /** Over the mean of its group; null where the group teaches nothing. */
  readonly advantage: number | null;
  /** Attempts in its group, this one included. */
  readonly groupSize: number;
}

interface ShownPart extends SessionPart {
  readonly summary: SessionSummary;
  readonly tasks: readonly ShownTask[];
  readonly records: readonly TelemetryRecord[];
  /** Those that came after the session was sealed. */
  readonly late: readonly TelemetryRecord[];
}

async function shownPart(view: TelemetryView, part: SessionPart): Promise<ShownPart> {
  const groups = await view.groups();
  const trajectories = await view.trajectories(part);
  return {
    ...part,
    summary: await view.summary([part]),
    tasks: trajectories.map((one) => ({ ...one, ...standing(one, groups) })),
    records: await view.records(part),
    late: await view.lateRecords(part),
  };
}

function standing(
  trajectory: StoredTrajectory,
  groups: readonly Group<StoredTrajectory>[],
): Pick<ShownTask, 'advantage' | 'groupSize'> {
  for (const { members, advantage } of groups) {
    const index = members.findIndex(
      (one) => one.sessionId === trajectory.sessionId && one.taskId === trajectory.taskId,
    );
    if (index < 0) continue;
    const own = advantage.skip === null ? (advantage.advantages[index] ?? null) : null;
    return { advantage: own, groupSize: members.length };
  }
  return { advantage: null, groupSize: 1 };
}

function inWords(part: ShownPart): string {
  const { summary } = part;
  const state =
    part.sealedAt === null ? 'open' : `sealed ${part.sealedAt}${part.epoch === null ? '' : `, epoch ${part.epoch}`}`;
  const head = table([
    ['session', part.id],
    ['host', part.host ?? '–'],
    ['came', part.source === 'live' ? 'live' : `by import of a ${part.source}`],
    ['from', part.startedAt],
    ['to', part.endedAt],
    ['state', state],
    ['calls', `${summary.toolCalls}, success ${fixed(summary.toolSuccessRate)}`],
    ['tasks', `${summary.tasks}, completion ${fixed(summary.taskCompletionRate)}`],
    ...(part.late.length > 0 ? [['late', `${part.late.length} records came after it was sealed`]] : []),
  ]);
  const tasks = part.tasks.map((task) => [
    oneLine(task.taskText === '' ? task.taskId : task.taskText, 60),
    `R ${fixed(task.reward)}`,
    `A ${fixed(task.advantage)}`,
    `${task.steps} steps`,
    task.domain,
  ]);
  const calls = part.records.filter((record) => record.type === 'call').map(callLine);
  return [head, table(tasks, '  '), table(calls, '  ')].filter((text) => text !== '').join('\n');
}

function callLine(call: CallRecord): readonly string[] {
  const verdict = call.ok === null ? '?' : call.ok ? 'ok' : failureWord(call.error?.class);
  return [
    call.startedAt?.slice(11, 19) ?? '–',
    oneLine(call.tool, 30),
    verdict,
    call.durationMs === null ? '–' : duration(call.durationMs),
    oneLine(call.error?.message ?? '', 80),
  ];
}

/** A failure of no known class is a failure all the same, and not an unknown end. */
function failureWord(errorClass: string | undefined): string {
  return errorClass === undefined || errorClass === 'unknown' ? 'failed' : errorClass;
}
