import type { Migration } from './migration.ts';

/** In how many sessions a failure was seen is answered by the index alone, however often it was. */
export const signatureParts: Migration = {
  version: 3,
  sql: `
DROP INDEX records_by_signature;
CREATE INDEX records_by_signature ON records (signature, part) WHERE signature IS NOT NULL;
`,
};
