import type { Lesson } from './guidance.ts';
import type { RunState } from './state.ts';

/** Lessons for the task, then those for the failure at hand, each once, in the order in which they were found. */
export function lessonsInView(state: Pick<RunState, 'guided' | 'critique'>): readonly Lesson[] {
  const failure = state.critique?.fingerprint ?? null;
  const seen = new Map<string, Lesson>();
  for (const { fingerprint, lessons } of state.guided) {
    if (fingerprint !== null && fingerprint !== failure) continue;
    for (const lesson of lessons) if (!seen.has(lesson.id)) seen.set(lesson.id, lesson);
  }
  return [...seen.values()];
}
