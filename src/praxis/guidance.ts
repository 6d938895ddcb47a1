import type { Found, Guidance, GuidanceRequest, Lesson } from '../run/guidance.ts';
import type { ExperienceLibrary } from './library/experience-library.ts';

interface LessonSource {
  /** The folder that the library belongs to, or its name. */
  readonly cwd: string;
  readonly library: string | null;
  /** Share of the chosen lessons that is held back, in [0, 1]. */
  readonly holdout: number;
  /** Whether there can be no lesson at all; nothing of the library is loaded then. */
  isEmpty(): Promise<boolean>;
}

/** Lessons from a library and that of the user beneath it. Nothing of them is loaded or opened before it is needed. */
export function libraryGuidance(source: LessonSource): Guidance & { close(): Promise<void> } {
  let opened: ExperienceLibrary | undefined;
  return {
    async find(request) {
      if (await source.isEmpty()) return NOTHING;
      if (opened === undefined) {
        const { openLibrary } = await import('./library/open-library.ts');
        opened = openLibrary(source);
      }
      return (await opened.isEmpty()) ? NOTHING : findIn(opened, request, source.holdout);
    },
    close: async () => opened?.close(),
  };
}

const NOTHING: Found = { lessons: [], withheld: [], candidates: 0, belowFloor: 0, encoderId: null };

async function findIn(library: ExperienceLibrary, request: GuidanceRequest, rate: number): Promise<Found> {
  const { sessionId, taskId, taskText, failure, tools } = request;
  const retrieval = await library.retrieve({
    task: taskText,
    error: failure === null ? null : { ...failure, tools },
    tools,
    holdout: { rate, sessionId, taskId },
  });
  const lessons: Lesson[] = [];
  for (const { id } of retrieval.chosen) lessons.push(await lessonOf(library, id));
  const { candidates, belowFloor, withheld, encoderId } = retrieval;
  return { lessons, withheld: withheld.map(({ id }) => id), candidates, belowFloor: belowFloor ?? 0, encoderId };
}

async function lessonOf(library: ExperienceLibrary, name: string): Promise<Lesson> {
  const { id, text, c, rule, evidence } = await library.show(name);
  // A trajectory is named by its session and its task.
  return { id, text, c, rule, sessions: evidence.trajectoryIds.map((one) => one.slice(0, one.indexOf('/'))) };
}
