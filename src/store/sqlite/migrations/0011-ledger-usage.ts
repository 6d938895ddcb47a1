import type { Migration } from './migration.ts';

/** What agents used at what they were charged for. Of what was charged before nobody was told. */
export const ledgerUsage: Migration = {
  version: 11,
  sql: `
ALTER TABLE ledger_charges ADD COLUMN open_calls INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ledger_charges ADD COLUMN input_tokens INTEGER;
ALTER TABLE ledger_charges ADD COLUMN cached_input_tokens INTEGER;
ALTER TABLE ledger_charges ADD COLUMN output_tokens INTEGER;
ALTER TABLE ledger_charges ADD COLUMN cost_microusd INTEGER;
UPDATE ledger_charges SET input_tokens = 0, cached_input_tokens = 0, output_tokens = 0, cost_microusd = 0
 WHERE children = 0;
CREATE INDEX ledger_charges_by_purpose ON ledger_charges (purpose);
`,
};
