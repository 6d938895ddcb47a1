import { isoTime } from '../../base/clock.ts';
import { sha256Hex, type TextHash } from '../../base/sha256.ts';
import type { MarkRecord } from '../../telemetry/event.ts';
import type { SessionLessons } from './lessons-in-view.ts';
import type { OpenSession } from './open-session.ts';

/** What hooks alone know of a session: when it began, who sat there, what was given. The same session has the same marks. */
export function sessionMarks(
  open: OpenSession,
  { given, starts }: SessionLessons,
  hash: TextHash = sha256Hex,
): readonly MarkRecord[] {
  const base = (name: string, atMs: number) => ({
    v: 1 as const,
    eventId: hash(`${open.host}\n${open.session}\n${name}`).slice(0, 32),
    sessionId: open.session,
    taskId: open.session,
    at: isoTime(atMs),
  });
  const interactive = open.isAttended === null ? {} : { interactive: open.isAttended };
  const begun = starts.length > 0 ? starts : [{ line: 0, at: open.startedAt }];
  const began = begun.map(
    ({ line, at }): MarkRecord => ({
      ...base(`start ${line}`, at),
      type: 'session_start',
      ...interactive,
    }),
  );
  const lessons = given.flatMap(({ line, lesson }): readonly MarkRecord[] => {
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
  return [...began, ...lessons];
}

/** The end of a session, after which it is sealed. */
export function endMark({ host, session }: OpenSession, atMs: number, hash: TextHash = sha256Hex): MarkRecord {
  const at = isoTime(atMs);
  const eventId = hash(`${host}\n${session}\nend ${at}`).slice(0, 32);
  return { v: 1, type: 'session_end', eventId, sessionId: session, taskId: session, at };
}
