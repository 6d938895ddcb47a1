import type { Candidate } from '../actor.ts';
import type { PlannedEvent } from '../journal.ts';
import { leftToSpend } from '../session/pay.ts';
import { observationsOf, situationOf } from '../session/plan-step.ts';
import { type Session, stateOf } from '../session/session.ts';
import { weigh } from '../weigh.ts';

/**
 * Who attempts the planned act: of a playbook the best distinct candidates, else so many samples of the actor; no more than
 * the policy still pays for. One alone where the task asks for no group, or the act only looks.
 */
export async function groupMembers(session: Session, planned: PlannedEvent): Promise<readonly Candidate[]> {
  const { task } = session;
  const most =
    planned.act === 'explore' ? 1 : Math.min(task.group.attempts, await affordable(session, planned.candidate));
  if (most <= 1) return [planned.candidate];
  if (task.actor.kind !== 'playbook') return Array.from({ length: most }, () => planned.candidate);
  return bestDistinct(session, planned.candidate, most);
}

async function affordable(session: Session, { isChild }: Candidate): Promise<number> {
  const left = await leftToSpend(session);
  return isChild ? Math.min(left.toolCalls, left.children) : left.toolCalls;
}

async function bestDistinct(session: Session, first: Candidate, most: number): Promise<readonly Candidate[]> {
  const { critique } = stateOf(session);
  if (critique === null) return [first];
  const observations = await observationsOf(session);
  const situation = situationOf(session, { critique, text: session.critiqueText, observations });
  const chosen = [first];
  while (chosen.length < most) {
    const taken = new Set(chosen.map((candidate) => candidate.key));
    const left = situation.candidates.filter(({ candidate }) => !taken.has(candidate.key));
    const next = weigh({ ...situation, candidates: left });
    if (next.kind === 'nothing-left') break;
    chosen.push(next.exploit);
  }
  return chosen;
}
