import { type GivenLine, readSessionLine } from '../session-line.ts';

/** Lessons of a session as its file tells them. `line` names one in that file for good. */
export interface SessionLessons {
  readonly given: readonly { readonly line: number; readonly lesson: GivenLine }[];
  /** When the session began, or was taken up again, in ms since 1970. */
  readonly starts: readonly { readonly line: number; readonly at: number }[];
  /** Of its last line; null: it has none. */
  readonly lastAt: number | null;
  /** What an agent (null: the main one; else the hash of its id) had in view at an instant: what it was given since its context was last cut. */
  inView(atMs: number, agent: string | null): readonly string[];
}

/** Reads the file of a session; lines of other kinds, and torn ones, say nothing here. */
export function readSessionLessons(text: string): SessionLessons {
  const given: { readonly line: number; readonly lesson: GivenLine }[] = [];
  const starts: { readonly line: number; readonly at: number }[] = [];
  const cuts: number[] = [];
  let lastAt: number | null = null;
  for (const [line, part] of text.split('\n').entries()) {
    const read = readSessionLine(part);
    if (read === undefined) continue;
    lastAt = Math.max(lastAt ?? 0, read.at);
    if (read.kind === 'given') given.push({ line, lesson: read });
    if (read.kind !== 'event' || read.subagent) continue;
    if (read.event === 'SessionStart') starts.push({ line, at: read.at });
    if (read.event === 'PostCompact') cuts.push(read.at);
  }
  return {
    given,
    starts,
    lastAt,
    inView(atMs, agent) {
      const cut = agent === null ? Math.max(0, ...cuts.filter((at) => at <= atMs)) : 0;
      const ids = given.flatMap(({ lesson }) => {
        const isMeant = (lesson.agent ?? null) === agent && lesson.at <= atMs && lesson.at >= cut;
        return isMeant ? lesson.entries.map((entry) => entry.id) : [];
      });
      return [...new Set(ids)].sort();
    },
  };
}
