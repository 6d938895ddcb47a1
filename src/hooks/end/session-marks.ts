import { isoTime } from '../../base/clock.ts';
import { sha256Hex, type TextHash } from '../../base/sha256.ts';
import type { MarkRecord } from '../../telemetry/event.ts';
import type { GivenLine } from '../session-line.ts';
import type { SessionLessons } from './lessons-in-view.ts';
import type { OpenSession } from './open-session.ts';

type Base = Pick<MarkRecord, 'v' | 'eventId' | 'sessionId' | 'taskId' | 'at'>;

function baseOf({ host, session }: OpenSession, taskId: string, hash: TextHash) {
  return (name: string, atMs: number): Base => ({
    v: 1,
    eventId: hash(`${host}\n${session}\n${name}`).slice(0, 32),
    sessionId: session,
    taskId,
    at: isoTime(atMs),
  });
}

/** What hooks alone know of the beginnings of a session: when it began, who sat there. The same session has the same marks. */
export function startMarks(
  open: OpenSession,
  { starts }: SessionLessons,
  hash: TextHash = sha256Hex,
): readonly MarkRecord[] {
  const base = baseOf(open, open.session, hash);
  const interactive = open.isAttended === null ? {} : { interactive: open.isAttended };
  const begun = starts.length > 0 ? starts : [{ line: 0, at: open.startedAt }];
  return begun.map(({ line, at }) => ({ ...base(`start ${line}`, at), type: 'session_start', ...interactive }));
}

/** What was given and held back, each mark in the task that `taskOf` names; undefined: it is not known yet, and there is no mark. */
export function lessonMarks(
  open: OpenSession,
  { given }: SessionLessons,
  taskOf: (lesson: GivenLine) => string | undefined,
  hash: TextHash = sha256Hex,
): readonly MarkRecord[] {
  return given.flatMap(({ line, lesson }): readonly MarkRecord[] => {
    const taskId = taskOf(lesson);
    if (taskId === undefined) return [];
    const base = baseOf(open, taskId, hash);
    const { withheld, at, candidates, encoder } = lesson;
    const ids = lesson.entries.map((entry) => entry.id);
    const block = hash(JSON.stringify(lesson.entries));
    const retrieval: MarkRecord = {
      ...base(`retrieval ${line}`, at),
      type: 'retrieval',
      candidates,
      chosen: [...ids, ...withheld],
      withheld,
      query: '',
      encoderId: encoder,
    };
    if (ids.length === 0) return [retrieval];
    return [
      retrieval,
      { ...base(`injection ${line}`, at), type: 'injection', tag: block.slice(0, 12), ids, contentHash: block },
    ];
  });
}

/** The end of a session, after which it is sealed. */
export function endMark({ host, session }: OpenSession, atMs: number, hash: TextHash = sha256Hex): MarkRecord {
  const at = isoTime(atMs);
  const eventId = hash(`${host}\n${session}\nend ${at}`).slice(0, 32);
  return { v: 1, type: 'session_end', eventId, sessionId: session, taskId: session, at };
}
