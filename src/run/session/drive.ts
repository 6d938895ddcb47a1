import { unreachable } from '../../base/unreachable.ts';
import { actOrGroup } from '../group/act-or-group.ts';
import { type Command, nextCommand } from '../next.ts';
import type { RunResult } from '../result.ts';
import { endNow, interruptNow } from './end.ts';
import { evaluateNow } from './evaluate.ts';
import { inspectNow, revertNow } from './inspect.ts';
import { lookNow } from './look.ts';
import { observeNow } from './observe.ts';
import { sendPacket } from './packets.ts';
import { planNow } from './plan-step.ts';
import { reviewNow, settleReview } from './review.ts';
import { type Session, stateOf } from './session.ts';
import { settleNow } from './settle.ts';

/** Carries a run to its end: command, events, next state, until nothing is left to do. */
export async function drive(session: Session): Promise<RunResult> {
  for (;;) {
    const command = nextCommand(stateOf(session), session.deps.signal.aborted);
    if (command.kind === 'done' && session.result !== null) return session.result;
    await perform(session, command);
  }
}

async function perform(session: Session, command: Command): Promise<void> {
  switch (command.kind) {
    case 'evaluate':
      return evaluateNow(session, command.purpose);
    case 'look':
      return lookNow(session);
    case 'plan':
      return planNow(session);
    case 'act':
      await sendPacket(session);
      return actOrGroup(session);
    case 'settle':
      return settleNow(session);
    case 'review':
      return reviewNow(session);
    case 'settle-review':
      return settleReview(session);
    case 'inspect':
      return inspectNow(session);
    case 'revert':
      return revertNow(session);
    case 'observe':
      return observeNow(session);
    case 'interrupt':
      return interruptNow(session);
    case 'end':
    case 'done':
      return endNow(session);
    default:
      return unreachable(command);
  }
}
