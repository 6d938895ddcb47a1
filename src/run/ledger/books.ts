import { addUsage, NO_USAGE, UNKNOWN_USAGE, type Usage } from '../usage.ts';
import { type Amounts, isWithin, least, minus, NOTHING, plus, sum } from './amounts.ts';
import { type Ask, grant } from './ask.ts';
import type { Fund, LedgerRows, Reservation } from './ledger.ts';

/** What was spent, and what agents used at it. */
export interface Spent {
  readonly amounts: Amounts;
  readonly usage: Usage;
}

export type Reserving =
  | { readonly kind: 'reserved'; readonly id: string; readonly amounts: Amounts }
  /** Nothing was set aside. */
  | { readonly kind: 'refused'; readonly asked: Amounts; readonly left: Amounts }
  /** No act of that run is under way. */
  | { readonly kind: 'no-fund' };

/**
 * Opens the fund of an act; the same one again changes nothing. A run has one act at a time, so what stands open of an
 * earlier one is over. No fund passes the reservation that its run lives on.
 */
export function openFund(rows: LedgerRows, fund: Omit<Fund, 'v' | 'isOpen'>): void {
  for (const earlier of rows.openFunds(fund.run))
    if (earlier.cycle !== fund.cycle) closeFund(rows, earlier.run, earlier.cycle);
  if (rows.fund(fund.run, fund.cycle) !== undefined) return;
  const amounts = fund.reservation === null ? fund.amounts : least(fund.amounts, leftOf(rows, fund.reservation));
  rows.addFund({ ...fund, v: 1, amounts, isOpen: true });
}

/**
 * Sets a part of the open fund of `run` aside for `holder`, or nothing at all. What the same holder held before is settled
 * first; with `keeps` it goes on with it instead.
 */
export function reserve(
  rows: LedgerRows,
  request: {
    readonly id: string;
    readonly run: string;
    readonly holder: string;
    readonly ask: Ask;
    readonly keeps: boolean;
  },
): Reserving {
  const { id, run, holder, ask, keeps } = request;
  const [fund] = rows.openFunds(run);
  if (fund === undefined) return { kind: 'no-fund' };
  const { cycle } = fund;
  const earlier = rows.reservationsOf(run, cycle).filter((held) => held.isOpen && held.holder === holder);
  const kept = keeps ? earlier.at(-1) : undefined;
  if (kept !== undefined) return { kind: 'reserved', id: kept.id, amounts: kept.amounts };
  for (const held of earlier) settle(rows, held.id);
  const others = rows.reservationsOf(run, cycle);
  const left = minus(fund.amounts, sum(others.map((held) => committed(rows, held))));
  const places = Math.max(1, fund.concurrency - others.filter((held) => held.isOpen).length);
  const granting = grant(left, ask, places);
  if (granting.kind === 'refused') return granting;
  rows.addReservation({ v: 1, id, run, cycle, holder, amounts: granting.amounts, isOpen: true });
  return { kind: 'reserved', id, amounts: granting.amounts };
}

/**
 * Spends of a reservation, before the spending itself. False where that much is not left of it, or it is settled: nothing
 * may then be spent. The same purpose once more is the same spending. What a child uses is unknown until it is told, and so
 * is how many of `openCalls` it makes beside.
 */
export function charge(
  rows: LedgerRows,
  reservation: string,
  purpose: string,
  amounts: Amounts,
  openCalls = 0,
): boolean {
  const held = rows.reservation(reservation);
  if (held === undefined || !held.isOpen) return false;
  if (rows.charges(reservation).some((known) => known.purpose === purpose)) return true;
  if (!isWithin(plus(spentOf(rows, held, 'open-held').amounts, amounts), held.amounts)) return false;
  const usage = amounts.children > 0 ? UNKNOWN_USAGE : NO_USAGE;
  rows.addCharge({ reservation, purpose, amounts, openCalls, usage });
  return true;
}

/**
 * Calls that were found to be made for what was charged as `purpose`, be they left or not. `found` names them: the same once
 * more is the same spending.
 */
export function chargeFound(
  rows: LedgerRows,
  reservation: string,
  purpose: string,
  found: { readonly purpose: string; readonly toolCalls: number },
): void {
  const to = chargedTo(rows, reservation, purpose);
  if (rows.reservation(to) === undefined) return;
  if (rows.charges(to).some((known) => known.purpose === found.purpose)) return;
  const amounts = { toolCalls: found.toolCalls, children: 0 };
  rows.addCharge({ reservation: to, purpose: found.purpose, amounts, openCalls: 0, usage: NO_USAGE });
}

/** Tells what the children used that were charged as `purpose`; all calls of it were found by then. */
export function tell(rows: LedgerRows, reservation: string, purpose: string, usage: Usage): void {
  rows.tellCharge(chargedTo(rows, reservation, purpose), purpose, usage);
}

/** A run that was cut off and goes on with another reservation has paid for its last act out of the one before. */
function chargedTo(rows: LedgerRows, reservation: string, purpose: string): string {
  const charges = rows.chargesFor(purpose);
  const own = charges.find((known) => known.reservation === reservation) ?? charges.at(-1);
  return own?.reservation ?? reservation;
}

/** What may still be spent of a reservation; nothing of a settled one. */
export function leftOf(rows: LedgerRows, reservation: string): Amounts {
  const held = rows.reservation(reservation);
  return held?.isOpen === true ? minus(held.amounts, spentOf(rows, held, 'open-held').amounts) : NOTHING;
}

/** Gives back what of a reservation was not spent; nothing more can be spent of it, nor by the children of its holder. */
export function settle(rows: LedgerRows, reservation: string): void {
  for (const fund of rows.fundsOn(reservation)) if (fund.isOpen) closeFund(rows, fund.run, fund.cycle);
  rows.closeReservation(reservation);
}

/** Settles all that was reserved of the fund of an act, closes it, and says what was spent of it; the same each time. */
export function closeFund(rows: LedgerRows, run: string, cycle: number): Spent {
  for (const held of rows.reservationsOf(run, cycle)) if (held.isOpen) settle(rows, held.id);
  rows.closeFund(run, cycle);
  return spentOfFund(rows, run, cycle);
}

/** What nobody else may have: all of an open reservation, of a settled one what was spent. */
function committed(rows: LedgerRows, held: Reservation): Amounts {
  return held.isOpen ? held.amounts : spentOf(rows, held, 'as-spent').amounts;
}

/**
 * What a holder spent itself, and what its own children did; `open-held`: or may still do. What nobody told by the end
 * stands at the most that it can have been, which is what was set aside.
 */
function spentOf(rows: LedgerRows, held: Reservation, funds: 'open-held' | 'as-spent'): Spent {
  const charges = rows.charges(held.id);
  const ofChildren = rows
    .fundsOn(held.id)
    .map((fund) =>
      fund.isOpen && funds === 'open-held'
        ? { amounts: fund.amounts, usage: UNKNOWN_USAGE }
        : spentOfFund(rows, fund.run, fund.cycle),
    );
  const told = together([...charges, ...ofChildren]);
  if (funds === 'open-held') return told;
  const open = charges.reduce((calls, { openCalls }) => calls + openCalls, 0);
  const left = minus(held.amounts, told.amounts);
  return { ...told, amounts: plus(told.amounts, least(left, { toolCalls: open, children: 0 })) };
}

function spentOfFund(rows: LedgerRows, run: string, cycle: number): Spent {
  return together(rows.reservationsOf(run, cycle).map((held) => spentOf(rows, held, 'as-spent')));
}

function together(spent: readonly Spent[]): Spent {
  return {
    amounts: sum(spent.map(({ amounts }) => amounts)),
    usage: spent.map(({ usage }) => usage).reduce(addUsage, NO_USAGE),
  };
}
