import type { Migration } from './migration.ts';

/** Tools that were proposed, for a person to decide on. */
export const proposals: Migration = {
  version: 5,
  sql: `
CREATE TABLE proposals (
  n INTEGER PRIMARY KEY,
  v INTEGER NOT NULL,
  body TEXT NOT NULL
);
`,
};
