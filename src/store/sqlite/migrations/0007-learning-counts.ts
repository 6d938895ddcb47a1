import type { Migration } from './migration.ts';

/** What each session adds to the channels of the extractor, when it ended, up to which one was looked, and which job is an audit. */
export const learningCounts: Migration = {
  version: 7,
  sql: `
ALTER TABLE learning_jobs ADD COLUMN kind TEXT NOT NULL DEFAULT 'learn';
ALTER TABLE learning_jobs ADD COLUMN outcome_units INTEGER;
ALTER TABLE learning_jobs ADD COLUMN step_units INTEGER;
ALTER TABLE learning_jobs ADD COLUMN recovery_units INTEGER;
ALTER TABLE learning_jobs ADD COLUMN ended_at TEXT NOT NULL DEFAULT '';
UPDATE learning_jobs SET ended_at = coalesce((SELECT min(coalesce(ended_at, '')) FROM trajectories WHERE part = learning_jobs.part), '');
CREATE INDEX learning_jobs_by_end ON learning_jobs (ended_at, n) WHERE kind = 'learn';
ALTER TABLE learning_looks ADD COLUMN place INTEGER;
DROP INDEX learning_jobs_waiting;
CREATE INDEX learning_jobs_waiting ON learning_jobs (state, kind, n) WHERE state <> 'done';
CREATE INDEX experience_batches_by_epoch ON experience_batches (epoch);
CREATE INDEX experience_batches_undos ON experience_batches (version) WHERE kind = 'undo';
CREATE INDEX records_of_injections ON records (part) WHERE type = 'injection';
CREATE INDEX trajectories_by_text ON trajectories (text_key) WHERE group_key IS NULL;
`,
};
