import { actsLeft } from '../bounds.ts';
import { type Amounts, least, minus } from '../ledger/amounts.ts';
import { charge, chargeSpent, closeFund, leftOf, openFund } from '../ledger/books.ts';
import { sliceCounters } from '../slice.ts';
import type { ActAccount } from '../usage.ts';
import { type Session, stateOf } from './session.ts';

/** Larger numbers mean no bound to anybody, and a database could not hold them. */
const MOST = Number.MAX_SAFE_INTEGER;

/** What the policy and the reservation of a parent still allow. */
export async function leftToSpend(session: Session): Promise<Amounts> {
  const { deps, policy, base } = session;
  const { toolCalls, childrenSpawned: children } = sliceCounters(stateOf(session));
  const ofPolicy = least(actsLeft(policy, base, { toolCalls, children }), { toolCalls: MOST, children: MOST });
  const { ledger, reservation } = deps.account;
  const left =
    reservation === null ? ofPolicy : least(ofPolicy, await ledger.read((rows) => leftOf(rows, reservation)));
  return isChildKept(session) ? minus(left, { toolCalls: 0, children: 1 }) : left;
}

/** The last child is the reviewer's; where only a slice runs out of them, the next one brings others. */
function isChildKept({ task, policy }: Session): boolean {
  return task.reviewer !== null && (policy.goal === null || policy.goal.goalLimits.has('children_spawned'));
}

/** Spends of the reservation of a parent before an act does. False: it does not hold that much, and nothing may act. */
export async function payFor(session: Session, what: string, amounts: Amounts): Promise<boolean> {
  const { ledger, reservation } = session.deps.account;
  if (reservation === null) return true;
  const purpose = `${stateOf(session).sessionId}:${what}`;
  const isPaid = await ledger.write((rows) => charge(rows, reservation, purpose, amounts));
  if (!isPaid) session.recorder.record({ kind: 'overdrawn', asked: amounts });
  return isPaid;
}

/** Spends of the reservation of a parent what an agent was found to have spent; it is spent, whether it was there or not. */
export async function payFound(session: Session, act: string, found: ActAccount | null): Promise<void> {
  const { ledger, reservation } = session.deps.account;
  if (reservation === null || found === null || found.toolCalls === 0) return;
  const purpose = `${stateOf(session).sessionId}:${act}:found`;
  await ledger.write((rows) => chargeSpent(rows, reservation, purpose, { toolCalls: found.toolCalls, children: 0 }));
}

/**
 * Opens what the runs that an act starts may spend between them: all that is left once the act itself is paid, less the
 * calls that it may still make by itself.
 */
export async function openShares(session: Session, cycle: number, ownCalls: number): Promise<void> {
  const { ledger, reservation, pid, startTime } = session.deps.account;
  const amounts = minus(await leftToSpend(session), { toolCalls: ownCalls, children: 0 });
  const concurrency = Math.max(1, Number(session.policy.limits.max_concurrency));
  const run = stateOf(session).sessionId;
  await ledger.write((rows) => openFund(rows, { run, cycle, reservation, amounts, concurrency, pid, startTime }));
}

/** Ends what was left to the runs that the act started, and says what they spent; the same each time. */
export async function closeShares(session: Session, cycle: number): Promise<Amounts> {
  return session.deps.account.ledger.write((rows) => closeFund(rows, stateOf(session).sessionId, cycle));
}
