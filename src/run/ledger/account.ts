import type { LedgerStore } from './ledger.ts';

/** Where a run accounts for what it and the runs that its acts start may spend. */
export interface Account {
  readonly ledger: LedgerStore;
  /** The reservation of its parent that this run lives on; null: it has no parent. */
  readonly reservation: string | null;
  /** The process that the run lives in. */
  readonly pid: number;
  readonly startTime: string;
  /** What an act finds in its environment, by which a run that it starts knows its parent. */
  variables(sessionId: string): Readonly<Record<string, string>>;
}
