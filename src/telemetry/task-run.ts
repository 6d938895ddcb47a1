import type { CallContext, CallRecord, MarkRecord, TelemetryRecord } from './event.ts';
import { inOrderOfTime } from './event-order.ts';

type Mark<Type extends MarkRecord['type']> = Extract<MarkRecord, { readonly type: Type }>;

/** What a task needs to know of its calls. */
interface TaskCall extends Pick<CallRecord, 'type' | 'eventId' | 'taskId' | 'startedAt'> {
  readonly context: Pick<CallContext, 'taskText' | 'agentConfigId'>;
}

/** One attempt at one task inside a session: what a trajectory is made of. */
export interface TaskRun<Call extends TaskCall> {
  readonly taskId: string;
  readonly taskText: string;
  readonly agentConfigId: string;
  readonly groupKey: string | null;
  /** The one that was told first; null: its calls tell. */
  readonly domain: string | null;
  /** The calls up to the end of the task, in order of their start. None is legal. */
  readonly steps: readonly Call[];
  /** The calls of the task that came after its end, such as those that a correction led to. */
  readonly afterEnd: readonly Call[];
  readonly feedback: readonly Mark<'feedback'>[];
  /** The last word of a verifier on the task; null where none spoke. */
  readonly outcome: number | null;
  /** ISO 8601 UTC; null where unknown. */
  readonly startedAt: string | null;
  /** When the result was delivered; null where the task never ended or the time is unknown. */
  readonly deliveredAt: string | null;
}

interface Draft<Call> {
  readonly steps: Call[];
  readonly afterEnd: Call[];
  readonly feedback: Mark<'feedback'>[];
  start: Mark<'task_start'> | undefined;
  end: Mark<'task_end'> | undefined;
  outcome: number | null;
}

/**
 * The tasks of a session, in order of their first record. A task that is started again after its end goes on; the last
 * outcome of a task is the one that counts.
 */
export function taskRuns<Call extends TaskCall>(recorded: readonly (Call | MarkRecord)[]): readonly TaskRun<Call>[] {
  const drafts = new Map<string, Draft<Call>>();
  for (const record of inOrderOfTime(recorded)) {
    if (!BELONGS_TO_TASK.has(record.type)) continue;
    const draft = drafts.get(record.taskId) ?? emptyDraft<Call>();
    drafts.set(record.taskId, draft);
    take(draft, record);
  }
  const told = [...drafts].filter(([taskId, draft]) => drafts.size === 1 || !isEmptySession(taskId, draft));
  return told.map(([taskId, draft]) => taskRun(taskId, draft));
}

/** Who knows of no tasks calls the session one; it is left empty where another telling knew the tasks of its calls. */
function isEmptySession(taskId: string, draft: Draft<unknown>): boolean {
  const { start, end, steps, afterEnd, feedback, outcome } = draft;
  const isSession = taskId === (start ?? end)?.sessionId;
  return isSession && steps.length + afterEnd.length + feedback.length === 0 && outcome === null;
}

const BELONGS_TO_TASK: ReadonlySet<TelemetryRecord['type']> = new Set([
  'call',
  'task_start',
  'task_end',
  'feedback',
  'outcome',
]);

function emptyDraft<Call>(): Draft<Call> {
  return { steps: [], afterEnd: [], feedback: [], start: undefined, end: undefined, outcome: null };
}

function take<Call extends TaskCall>(draft: Draft<Call>, record: Call | MarkRecord): void {
  switch (record.type) {
    case 'call':
      (isOver(draft) ? draft.afterEnd : draft.steps).push(record);
      return;
    case 'task_start':
      // Told twice, by a hook and by a transcript, it starts once.
      draft.start ??= record;
      draft.end = undefined;
      return;
    case 'task_end':
      draft.end ??= record;
      return;
    case 'feedback':
      draft.feedback.push(record);
      return;
    case 'outcome':
      draft.outcome = record.value;
      return;
    default:
      return;
  }
}

/** An end without a time was the last thing in a source that may have grown since; it stands where it was first read. */
function isOver({ end, feedback }: Pick<Draft<TaskCall>, 'end' | 'feedback'>): boolean {
  return end !== undefined && (end.at !== null || feedback.length > 0);
}

function taskRun<Call extends TaskCall>(taskId: string, draft: Draft<Call>): TaskRun<Call> {
  const { start, end, steps, afterEnd, feedback, outcome } = draft;
  const first = steps[0] ?? afterEnd[0];
  return {
    taskId,
    taskText: start?.taskText ?? first?.context.taskText ?? '',
    agentConfigId: start?.agentConfigId || first?.context.agentConfigId || '',
    groupKey: start?.groupKey ?? null,
    domain: start?.domains?.[0] ?? null,
    steps,
    afterEnd,
    feedback,
    outcome,
    startedAt: start?.at ?? first?.startedAt ?? null,
    deliveredAt: end === undefined || end.status === 'interrupted' ? null : end.at,
  };
}
