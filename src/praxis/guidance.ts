import type { Found, Guidance, GuidanceRequest, Lesson } from '../run/guidance.ts';
import type { ExperienceLibrary } from './library/experience-library.ts';

/** Lessons from a library and that of the user beneath it, but for a share that is held back. A library without entries loads no model. */
export function libraryGuidance(library: ExperienceLibrary, holdout: number): Guidance {
  return { find: async (request) => ((await library.isEmpty()) ? NOTHING : find(library, request, holdout)) };
}

const NOTHING: Found = { lessons: [], withheld: [], candidates: 0, belowFloor: 0, encoderId: null };

async function find(library: ExperienceLibrary, request: GuidanceRequest, rate: number): Promise<Found> {
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
