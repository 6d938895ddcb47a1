import type { HookAnswer } from '../answer/hook-answer.ts';
import type { SessionPlace } from '../capture-switch.ts';
import type { HookDocument } from '../document.ts';
import type { PlacedSession } from '../session/place-of-line.ts';
import type { EventLine, SessionLine } from '../session-line.ts';

/** What lessons are looked for by. */
export interface InjectionQuestion {
  readonly home: string;
  readonly document: HookDocument;
  readonly place: SessionPlace;
  readonly line: EventLine;
  readonly placed: PlacedSession;
}

/** What lessons the hook gives, and what is to be remembered of it. */
export interface InjectionReply {
  readonly answer: HookAnswer;
  readonly lines: readonly SessionLine[];
}

/** Nothing is given. */
export const NO_INJECTION: InjectionReply = { answer: {}, lines: [] };

/** The lessons that an event calls for. */
export async function injectionAnswer(_question: InjectionQuestion): Promise<InjectionReply> {
  return NO_INJECTION;
}
