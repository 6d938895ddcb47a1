import type { Migration } from './migration.ts';

/** How jobs fared, and when the extractor looked at what there was. */
export const learningQueue: Migration = {
  version: 6,
  sql: `
ALTER TABLE learning_jobs ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE learning_jobs ADD COLUMN not_before_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE learning_jobs ADD COLUMN reason TEXT;
CREATE INDEX learning_jobs_waiting ON learning_jobs (state, n) WHERE state <> 'done';
CREATE TABLE learning_looks (
  channel TEXT NOT NULL PRIMARY KEY,
  v INTEGER NOT NULL,
  units INTEGER NOT NULL
);
`,
};
