import type { Usage } from '../usage.ts';
import type { Amounts } from './amounts.ts';

/** What the children of one act may spend between them: what was left of the run's bounds once the act itself was paid. */
export interface Fund {
  readonly v: 1;
  /** Session of the run whose act it is. */
  readonly run: string;
  readonly cycle: number;
  /** The reservation that the run itself lives on; null: it has no parent. */
  readonly reservation: string | null;
  readonly amounts: Amounts;
  /** How many children may share it at once. */
  readonly concurrency: number;
  /** The process that the run lives in: with it the fund is gone. */
  readonly pid: number;
  readonly startTime: string;
  readonly isOpen: boolean;
}

/** A part of a fund, set aside for one child. */
export interface Reservation {
  readonly v: 1;
  readonly id: string;
  readonly run: string;
  readonly cycle: number;
  readonly holder: string;
  readonly amounts: Amounts;
  readonly isOpen: boolean;
}

/** What was spent of a reservation at one go. */
export interface Charge {
  readonly reservation: string;
  readonly purpose: string;
  readonly amounts: Amounts;
  /** Calls that it may have made beside, as long as nobody has told what it came to. */
  readonly openCalls: number;
  /** Unknown until it is told. */
  readonly usage: Usage;
}

/** The rows of the ledger inside one transaction. */
export interface LedgerRows {
  fund(run: string, cycle: number): Fund | undefined;
  openFunds(run: string): readonly Fund[];
  /** The funds of the acts of the run that lives on a reservation. */
  fundsOn(reservation: string): readonly Fund[];
  addFund(fund: Fund): void;
  closeFund(run: string, cycle: number): void;
  reservation(id: string): Reservation | undefined;
  reservationsOf(run: string, cycle: number): readonly Reservation[];
  addReservation(reservation: Reservation): void;
  closeReservation(id: string): void;
  charges(reservation: string): readonly Charge[];
  /** The charges of one purpose, of whatever reservation, in the order in which they were made. */
  chargesFor(purpose: string): readonly Charge[];
  addCharge(charge: Charge): void;
  /** No call of it is open any more. */
  tellCharge(reservation: string, purpose: string, usage: Usage): void;
}

/** Keeps the rows. Any number of processes use it at once. */
export interface LedgerStore {
  /** What `body` reads; it may be called again and must do nothing else. */
  read<T>(body: (rows: LedgerRows) => T): Promise<T>;
  /** One transaction that no other writer interrupts: all that `body` writes becomes durable, or nothing. It may be called again. */
  write<T>(body: (rows: LedgerRows) => T): Promise<T>;
}
