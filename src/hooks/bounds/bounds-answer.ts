import type { HookAnswer } from '../answer/hook-answer.ts';
import type { HookDocument } from '../document.ts';
import type { FoldedSession } from '../session/folded-session.ts';
import type { EventLine, SessionLine } from '../session-line.ts';
import { answerOf } from './answer-of.ts';
import { FoldedBounds } from './fold-bounds.ts';
import type { Reached, Verdict } from './verdict.ts';

/** What the bounds decide by. */
export interface BoundsQuestion {
  readonly document: HookDocument;
  /** This process's line. */
  readonly line: EventLine;
  /** The session up to the line, with it: lines after it are another process's business. */
  readonly after: FoldedSession;
}

/** What the bounds say, and what is to be remembered of it. */
export interface BoundsReply {
  readonly answer: HookAnswer;
  readonly lines: readonly SessionLine[];
}

/** The bounds' answer to an event. Pure. */
export function boundsAnswer({ document, line, after }: BoundsQuestion): BoundsReply {
  const { bounds, policy } = after;
  if (!(bounds instanceof FoldedBounds) || policy === null) return { answer: {}, lines: [] };
  const { host, event, session } = document;
  const answer = answerOf(bounds.verdict, { host, event, place: { policyPath: policy.path, session } });
  return { answer, lines: Object.keys(answer).length === 0 ? [] : [answerLine(bounds.verdict, line)] };
}

function answerLine(verdict: Verdict, { at, id, agent }: EventLine): SessionLine {
  const { decision, reached, reason } = remembered(verdict);
  return {
    v: 1,
    kind: 'answer',
    at,
    event: id,
    decision,
    ...(agent !== undefined && { agent }),
    ...(reached !== undefined && { metric: reached.metric, limit: reached.limitValue }),
    ...(reached?.value != null && { value: reached.value }),
    reason,
  };
}

interface Remembered {
  readonly decision: 'stop' | 'deny' | 'ask' | 'block' | 'note';
  readonly reached: Reached | undefined;
  readonly reason: string;
}

function remembered(verdict: Verdict): Remembered {
  switch (verdict.kind) {
    case 'stop':
      return {
        decision: 'stop',
        reached: verdict.stop.reached[0],
        reason: verdict.stop.reached[0]?.member ?? 'policy',
      };
    case 'end':
    case 'refuse-prompt':
      return {
        decision: 'block',
        reached: verdict.stop.reached[0],
        reason: verdict.stop.reached[0]?.member ?? 'policy',
      };
    case 'refuse-spawn':
      return { decision: 'deny', reached: verdict.reached[0], reason: verdict.reached[0]?.member ?? 'subagents' };
    case 'ask':
      return { decision: 'ask', reached: verdict.reached, reason: verdict.reached.member };
    default:
      return { decision: 'note', reached: verdict.near[0], reason: verdict.near[0]?.member ?? 'near' };
  }
}
