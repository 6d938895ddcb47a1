import type { HookAnswer } from '../answer/hook-answer.ts';
import type { HookDocument } from '../document.ts';
import type { FoldedSession } from '../session/folded-session.ts';
import type { EventLine, SessionLine } from '../session-line.ts';

/** What the bounds decide by. */
export interface BoundsQuestion {
  readonly document: HookDocument;
  /** This process's line. */
  readonly line: EventLine;
  /** The session up to the line, without it and with it: lines after it are another process's business. */
  readonly before: FoldedSession;
  readonly after: FoldedSession;
  /** Bytes of the policy that was pinned when the session started; undefined without one. */
  readonly policy: Uint8Array | undefined;
  readonly nowMs: number;
}

/** What the bounds say, and what is to be remembered of it. */
export interface BoundsReply {
  readonly answer: HookAnswer;
  readonly lines: readonly SessionLine[];
}

/** The bounds' answer to an event. Pure. */
export function boundsAnswer(_question: BoundsQuestion): BoundsReply {
  return { answer: {}, lines: [] };
}
