import type { Migration } from './migration.ts';

/** What children of a run may spend: funds of acts, what is set aside of them, and what was spent of that. */
export const ledger: Migration = {
  version: 10,
  sql: `
CREATE TABLE ledger_funds (
  run TEXT NOT NULL,
  cycle INTEGER NOT NULL,
  v INTEGER NOT NULL,
  reservation TEXT,
  tool_calls INTEGER NOT NULL,
  children INTEGER NOT NULL,
  concurrency INTEGER NOT NULL,
  pid INTEGER NOT NULL,
  start_time TEXT NOT NULL,
  is_open INTEGER NOT NULL,
  PRIMARY KEY (run, cycle)
) STRICT;
CREATE INDEX ledger_funds_by_reservation ON ledger_funds (reservation) WHERE reservation IS NOT NULL;

CREATE TABLE ledger_reservations (
  id TEXT PRIMARY KEY,
  v INTEGER NOT NULL,
  run TEXT NOT NULL,
  cycle INTEGER NOT NULL,
  holder TEXT NOT NULL,
  tool_calls INTEGER NOT NULL,
  children INTEGER NOT NULL,
  is_open INTEGER NOT NULL
) STRICT;
CREATE INDEX ledger_reservations_by_fund ON ledger_reservations (run, cycle);

CREATE TABLE ledger_charges (
  reservation TEXT NOT NULL,
  purpose TEXT NOT NULL,
  v INTEGER NOT NULL,
  tool_calls INTEGER NOT NULL,
  children INTEGER NOT NULL,
  PRIMARY KEY (reservation, purpose)
) STRICT;
`,
};
