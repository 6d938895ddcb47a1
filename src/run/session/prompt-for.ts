import type { ContextSizes } from '../journal.ts';
import type { PlannedAct } from '../plan.ts';
import type { Session } from './session.ts';

const NOTHING: ContextSizes = { taskPacketTokens: 0, parentSummaryTokens: 0, memoryDigestTokens: 0 };

/** What the actor of a planned act is told, within the policy's context limits; nothing for a playbook. */
export function promptFor(
  session: Session,
  planned: PlannedAct,
): { readonly text: string; readonly sizes: ContextSizes } {
  if (session.task.actor.kind === 'playbook') return { text: '', sizes: NOTHING };
  return { text: `${session.task.goal}\n${planned.act}\n`, sizes: NOTHING };
}
