import { setTimeout as sleep } from 'node:timers/promises';
import type { DueReason } from '../../hooks/end/due.ts';
import { readSessionLessons, type SessionLessons } from '../../hooks/end/lessons-in-view.ts';
import { type OpenSession, sessionFileName } from '../../hooks/end/open-session.ts';
import { endMark, lessonMarks, startMarks } from '../../hooks/end/session-marks.ts';
import { systemClock } from '../../host/clock.ts';
import { sessionFileText } from '../../host/open-sessions.ts';
import { systemTextHash } from '../../host/text-hash.ts';
import { sealing } from '../../learning/sealing.ts';
import { floorEncoder } from '../../models/floor-encoder.ts';
import { drainSpool } from '../../telemetry/drain.ts';
import type { MarkRecord } from '../../telemetry/event.ts';
import { importSource } from '../../telemetry/import/import-source.ts';
import type { ImportedRecord, ImportSink, PutOutcome } from '../../telemetry/import/importer.ts';
import type { OpenLibrary } from '../telemetry/open-library.ts';
import { SessionTasks } from './session-tasks.ts';
import { taughtIn } from './taught-corrections.ts';
import { transcriptsOf } from './transcripts.ts';

/** What one finishing of a session is told. */
export interface FinishRequest {
  readonly home: string;
  readonly open: OpenSession;
  readonly reason: DueReason;
  /** False: capture is off there now, and its transcript is not read. */
  readonly isCaptured: boolean;
  /** A correction in it that is being taught: the transcript's word of it is none more. */
  readonly taught?: string;
}

/**
 * Makes a hosted session whole: takes in what its hooks have left, fills in what they have missed from its transcript, tells
 * what it was given, and seals it. Done again it changes nothing. True where it was sealed.
 */
export async function finishSession(opened: OpenLibrary, request: FinishRequest): Promise<boolean> {
  const { home, open, reason, isCaptured } = request;
  const { store, libraryId } = opened;
  const { nowMs } = systemClock;
  await drainWhole(opened);
  const lessons = readSessionLessons(sessionFileText(home, sessionFileName(open.host, open.session)));
  // First, so that it is a session of this machine that the transcript fills, not an import.
  const put = (marks: readonly MarkRecord[]) =>
    store.add(
      marks.map((record) => ({ record, host: open.host })),
      { source: 'live', nowMs: nowMs() },
    );
  await put(startMarks(open, lessons, systemTextHash));
  const tasks = new SessionTasks(open.session);
  const told = { lessons, tasks, isTaught: taughtIn(opened, open.session, request.taught) };
  const sink = ownSink(store.importSink(nowMs), open.session, told);
  for (const file of isCaptured ? transcriptsOf(open) : [])
    await importSource(file, sink, { format: open.host, libraryId, hash: systemTextHash, belongs: () => true });
  // While the session goes on, its host may not have written the task down.
  const unknown = reason === 'silent' ? undefined : open.session;
  await put(lessonMarks(open, lessons, (lesson) => tasks.of(lesson) ?? unknown, systemTextHash));
  if (reason !== 'silent') {
    const endMs = Math.max(open.endedAt ?? 0, lessons.lastAt ?? open.startedAt);
    await put([endMark(open, endMs, systemTextHash)]);
  }
  return (await store.sealDue(sealing(floorEncoder, nowMs()), open.session)).length > 0;
}

interface Told {
  readonly lessons: SessionLessons;
  readonly tasks: SessionTasks;
  isTaught(text: string): Promise<boolean>;
}

/** Takes the records of one session alone, its calls with the lessons that were in view, without corrections that are taught. */
function ownSink(sink: ImportSink, sessionId: string, { lessons, tasks, isTaught }: Told): ImportSink {
  return {
    begin: async (session) => {
      if (session.sessionId === sessionId) await sink.begin(session);
    },
    async put(records) {
      const own: ImportedRecord[] = [];
      for (const one of records) {
        const { record } = one;
        if (record.sessionId !== sessionId) continue;
        tasks.see(record.taskId);
        if (record.type !== 'feedback' || record.kind !== 'correct' || !(await isTaught(record.text ?? '')))
          own.push(one);
      }
      const outcomes = await sink.put(own.map((one) => withLessons(one, lessons)));
      const byRecord = new Map(
        own.map((one, place): [ImportedRecord, PutOutcome | undefined] => [one, outcomes[place]]),
      );
      return records.map((one) => byRecord.get(one) ?? 'duplicate');
    },
  };
}

function withLessons(imported: ImportedRecord, lessons: SessionLessons): ImportedRecord {
  const { record } = imported;
  if (record.type !== 'call' || record.startedAt === null) return imported;
  // A subagent is a task of its session, named by both ids.
  const agent = record.taskId.startsWith(`${record.sessionId}/`)
    ? record.taskId.slice(record.sessionId.length + 1)
    : null;
  const injected = lessons.inView(
    Date.parse(record.startedAt),
    agent === null ? null : systemTextHash(agent).slice(0, 16),
  );
  return injected.length === 0 ? imported : { ...imported, record: { ...record, injected } };
}

const DRAIN_PATIENCE_MS = 10_000;
const DRAIN_PAUSE_MS = 50;

/** Another process may be draining: what it takes in belongs to the session before it is sealed. */
async function drainWhole({ spool, store }: OpenLibrary): Promise<void> {
  const end = systemClock.monotonicMs() + DRAIN_PATIENCE_MS;
  while ((await drainSpool(spool, store, systemClock.nowMs)) === undefined && systemClock.monotonicMs() < end)
    await sleep(DRAIN_PAUSE_MS);
}
