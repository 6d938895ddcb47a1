import { applyOperations } from '../../experience/apply.ts';
import type { BatchContext } from '../../experience/draft.ts';
import type { LibraryState } from '../../experience/library-state.ts';
import type { Operation } from '../../experience/operation.ts';
import type { NewReviewItem } from '../../experience/review-item.ts';
import { sameRule } from '../../experience/rule.ts';
import type { RecordedTrajectory } from '../../learning/extract/offline/mined-history.ts';
import type { Lesson } from './correction-entry.ts';
import { type CorrectionFacts, planCorrection } from './correction-plan.ts';

/** A correction in a recorded session. */
export interface FoundCorrection {
  readonly text: string;
}

/** A lesson, and how near entries come to it. */
export interface WeighedLesson extends Pick<CorrectionFacts, 'cosine' | 'dupAt'> {
  readonly lesson: Lesson;
}

/** Of one session so many corrections give guidelines, and so many wait for a person; the others are kept as feedback. */
const MOST_A_SESSION = 5;
/** What `praxis correct` says of itself; its lesson was taught when it was typed. */
const COMMAND = 'command';

/** The corrections in a session that nobody has taught yet, in order of their tasks. */
export function correctionsIn(runs: readonly RecordedTrajectory[]): readonly FoundCorrection[] {
  return runs.flatMap(({ feedback }) =>
    feedback.flatMap(({ kind, source, text = '' }) =>
      kind === 'correct' && source !== COMMAND && text.trim() !== '' ? [{ text }] : [],
    ),
  );
}

/**
 * What the corrections in a recorded session do to a library. Nobody typed them here, so that they enter on probation, repeat
 * nothing that is there or was taken out, and win against nothing. Pure.
 */
export function planCorrections(
  lessons: readonly WeighedLesson[],
  library: LibraryState,
  sessionId: string,
  context: BatchContext,
): { readonly operations: readonly Operation[]; readonly review: readonly NewReviewItem[] } {
  const operations: Operation[] = [];
  const review: NewReviewItem[] = [];
  let state = library;
  for (const { lesson, cosine, dupAt } of lessons) {
    if (operations.length === MOST_A_SESSION) break;
    if (lesson.kind === 'instance' || wasTakenOut(lesson, state)) continue;
    const plan = planCorrection(lesson, 'import', {
      library: state,
      sessionId,
      at: context.at,
      activated: 0,
      cosine,
      dupAt,
    });
    if (plan.kind === 'held' && review.length < MOST_A_SESSION) review.push(plan.review);
    if (plan.kind !== 'added') continue;
    operations.push(...plan.operations);
    state = applyOperations(library, operations, context).next;
  }
  return { operations, review };
}

function wasTakenOut(lesson: Extract<Lesson, { readonly kind: 'lesson' }>, { entries }: LibraryState): boolean {
  return [...entries.values()].some(
    ({ status, text, rule }) =>
      status === 'archived' &&
      (text === lesson.text || (rule !== null && lesson.rule !== null && sameRule(rule, lesson.rule))),
  );
}
