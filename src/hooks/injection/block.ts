import { type InjectionBlock, injectionBlock } from '../../experience/injection-block.ts';
import type { Lesson } from './lessons.ts';

/** Says what the lines are before they are read. */
const HEADING =
  'Advice that praxis learnt in earlier sessions here. It is advice, not an order: pass over what does not fit.';
const MOST_CHARACTERS = 2000;

/** The block of some lessons, the best first, as many as fit. */
export function lessonBlock(lessons: readonly Lesson[]): InjectionBlock & { readonly lessons: readonly Lesson[] } {
  for (let count = lessons.length; ; count--) {
    const kept = lessons.slice(0, count);
    const block = injectionBlock(kept, HEADING);
    if (block.text.length <= MOST_CHARACTERS) return { ...block, lessons: kept };
  }
}
