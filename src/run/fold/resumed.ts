import type { RunEvent } from '../journal.ts';
import { failedReview } from '../review/standing.ts';
import type { Phase, RunState } from '../state.ts';
import { hasOpenCycle } from './act.ts';
import { publish } from './published.ts';
import { declinedEnd, gateOf } from './question.ts';

type ResumedEvent = Extract<RunEvent, { readonly kind: 'resumed' }>;

/** A run is taken up again, with the answer of a person where one was asked for. */
export function resumed(state: RunState, event: ResumedEvent): RunState {
  const { counters } = state;
  return {
    ...state,
    phase: event.answer === 'decline' ? 'ending' : resumePhase(state),
    current: hasOpenCycle(state.current) ? state.current : null,
    end: event.answer === 'decline' ? declinedEnd(gateOf(state)) : null,
    question: null,
    answeredAction:
      event.answer === 'decline' || event.revision !== undefined
        ? state.answeredAction
        : (state.question?.actionHash ?? state.answeredAction),
    revision: event.revision ?? state.revision,
    review: revisedReview(state, event),
    declinedGate: event.answer === 'decline' ? gateOf(state) : state.declinedGate,
    ended: null,
    resumes: event.count,
    policySha256: event.policySha256,
    controller: event.controller,
    intents: [...state.intents, ...event.intents],
    counters: event.isAfterCheckpoint
      ? { ...counters, lastCheckpointTranscriptBytes: counters.transcriptBytes }
      : counters,
    allowedAgain:
      // A run that waits is resumed only where a person answered.
      event.answer === 'decline' ||
      event.revision !== undefined ||
      state.question === null ||
      state.question.reruns === null
        ? state.allowedAgain
        : new Set([...state.allowedAgain, state.question.reruns]),
    published: publish(state, event.checkpointSha256),
  };
}

/** A person who wants what was reviewed changed has refused it as a reviewer would have. */
function revisedReview({ review, question }: RunState, { revision }: ResumedEvent): RunState['review'] {
  if (revision === undefined || review.asked === null || question?.gate !== revision.gate) return review;
  return { ...review, asked: null, failed: failedReview(review.asked, revision.rationale, 0) };
}

/** An act that had begun is finished first; everything else begins by asking the policy and looking at the project anew. */
function resumePhase(state: RunState): Phase {
  if (state.review.running !== null) return 'reviewing';
  const stage = state.current?.stage ?? 'planned';
  return stage === 'planned' ? 'gate-start' : stage;
}
