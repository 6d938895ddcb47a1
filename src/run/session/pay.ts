import { actsLeft } from '../bounds.ts';
import { type Amounts, least, minus } from '../ledger/amounts.ts';
import { charge, chargeFound, closeFund, leftOf, openFund, type Spent, tell } from '../ledger/books.ts';
import { sliceCounters } from '../slice.ts';
import type { ActAccount, Usage } from '../usage.ts';
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

/**
 * Spends of the reservation of a parent before an act does. False: it does not hold that much, and nothing may act.
 * `openCalls`: how many calls it may make beside.
 */
export async function payFor(session: Session, what: string, amounts: Amounts, openCalls = 0): Promise<boolean> {
  const { ledger, reservation } = session.deps.account;
  if (reservation === null) return true;
  const purpose = purposeOf(session, what);
  const isPaid = await ledger.write((rows) => charge(rows, reservation, purpose, amounts, openCalls));
  if (!isPaid) session.recorder.record({ kind: 'overdrawn', asked: amounts });
  return isPaid;
}

/**
 * Spends of the reservation of a parent the calls that an agent was found to have made, which are made, whether they were
 * left or not. `what` was paid for before; `part` tells the attempts of a group apart.
 */
export async function payFound(session: Session, what: string, found: ActAccount | null, part = ''): Promise<void> {
  const { ledger, reservation } = session.deps.account;
  if (reservation === null || found === null || found.toolCalls === 0) return;
  const calls = { purpose: purposeOf(session, `${what}${part}:found`), toolCalls: found.toolCalls };
  await ledger.write((rows) => chargeFound(rows, reservation, purposeOf(session, what), calls));
}

/** Tells the parent what was used by what was paid for, once it is settled. */
export async function tellUsed(session: Session, what: string, usage: Usage): Promise<void> {
  const { ledger, reservation } = session.deps.account;
  if (reservation === null) return;
  await ledger.write((rows) => tell(rows, reservation, purposeOf(session, what), usage));
}

function purposeOf(session: Session, what: string): string {
  return `${stateOf(session).sessionId}:${what}`;
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
export async function closeShares(
  session: Session,
  cycle: number,
): Promise<{ readonly drawn: Amounts; readonly drawnUsage: Usage }> {
  const { ledger } = session.deps.account;
  const spent: Spent = await ledger.write((rows) => closeFund(rows, stateOf(session).sessionId, cycle));
  return { drawn: spent.amounts, drawnUsage: spent.usage };
}
