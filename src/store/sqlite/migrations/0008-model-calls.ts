import type { Migration } from './migration.ts';

/** Calls of a language model with what they cost, the answers they got, and how often a trajectory taught one. */
export const modelCalls: Migration = {
  version: 8,
  sql: `
CREATE TABLE model_calls (
  n INTEGER PRIMARY KEY,
  v INTEGER NOT NULL,
  job TEXT NOT NULL,
  hash TEXT NOT NULL,
  reserved_at TEXT NOT NULL,
  max_output_tokens INTEGER NOT NULL,
  outcome TEXT,
  input_tokens INTEGER,
  output_tokens INTEGER
);
CREATE INDEX model_calls_by_job ON model_calls (job);
CREATE TABLE model_answers (
  hash TEXT PRIMARY KEY,
  v INTEGER NOT NULL,
  answer TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE model_extractions (
  trajectory TEXT PRIMARY KEY,
  v INTEGER NOT NULL,
  times INTEGER NOT NULL
) WITHOUT ROWID;
`,
};
