import { cosine } from '../../experience/consolidate/text-cosine.ts';
import type { Planner } from '../../experience/plan-batch.ts';
import type { FoundCorrection, WeighedLesson } from '../../loops/correct/session-corrections.ts';
import type { HistoryBound } from '../../loops/store.ts';
import { lessonFor } from './lesson-for.ts';
import type { LoopLibrary } from './loop-library.ts';
import { toolsAt } from './tools-at.ts';

/** What the corrections in a session teach, with how near the entries of the library come to each. */
export async function lessonsOf(
  corrections: readonly FoundCorrection[],
  { store, root }: Pick<LoopLibrary, 'store' | 'root'>,
  { vectors }: Pick<Planner, 'vectors'>,
  bound: HistoryBound,
): Promise<readonly WeighedLesson[]> {
  if (corrections.length === 0) return [];
  const tools = await toolsAt(store.loops, root, bound);
  const { id, dupAt } = vectors.main;
  const stored = new Map((await store.experience.vectors(id)).map((one) => [one.id, one.text]));
  const lessons: WeighedLesson[] = [];
  for (const { text } of corrections) {
    const lesson = lessonFor(tools, text);
    const own = lesson.kind === 'lesson' ? await vectors.compared(lesson.text) : null;
    lessons.push({ lesson, dupAt, cosine: (entry) => cosine(own, stored.get(entry.id) ?? null) });
  }
  return lessons;
}
