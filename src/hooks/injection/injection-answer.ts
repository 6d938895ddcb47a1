import type { HookAnswer } from '../answer/hook-answer.ts';
import type { SessionLine } from '../session-line.ts';

/** What lessons the hook gives, and what is to be remembered of it. */
export interface InjectionReply {
  readonly answer: HookAnswer;
  readonly lines: readonly SessionLine[];
}

/** Nothing is given. */
export const NO_INJECTION: InjectionReply = { answer: {}, lines: [] };
