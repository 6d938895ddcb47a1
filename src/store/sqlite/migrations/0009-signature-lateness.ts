import type { Migration } from './migration.ts';

/** Lets errors be counted by session without reading the calls that failed. */
export const signatureLateness: Migration = {
  version: 9,
  sql: `
DROP INDEX records_by_signature;
CREATE INDEX records_by_signature ON records (signature, part, is_late) WHERE signature IS NOT NULL;
`,
};
