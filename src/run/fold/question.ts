import { RERUN_GATE } from '../human-question.ts';
import type { HumanQuestion } from '../journal.ts';
import type { EndCause, RunState } from '../state.ts';

export function declinedEnd(gate: string | null): EndCause | null {
  return gate === null ? null : { kind: 'declined', gate };
}

export function questionEnd(question: HumanQuestion | null): EndCause | null {
  return question === null ? null : { kind: 'question', question };
}

export function gateOf(state: RunState): string {
  return state.question?.gate ?? RERUN_GATE;
}
