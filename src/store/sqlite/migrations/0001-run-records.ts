import type { Migration } from './migration.ts';

/** What a run leaves: sessions, journal, evidence, blobs, observations, telemetry. */
export const runRecords: Migration = {
  version: 1,
  sql: `
CREATE TABLE sessions (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  v INTEGER NOT NULL,
  task_id TEXT NOT NULL,
  topic TEXT NOT NULL,
  goal TEXT NOT NULL,
  work_tree TEXT NOT NULL,
  checkpoint_path TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  status TEXT NOT NULL,
  exit INTEGER,
  cycles INTEGER NOT NULL,
  is_closed INTEGER NOT NULL
);
CREATE INDEX sessions_by_time ON sessions (started_at, n);
CREATE INDEX sessions_by_task ON sessions (task_id, started_at, n);
CREATE INDEX sessions_by_work_tree ON sessions (work_tree, started_at, n);

CREATE TABLE journal (
  session_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  v INTEGER NOT NULL,
  at TEXT NOT NULL,
  elapsed_ms REAL NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (session_id, seq)
);

CREATE TABLE evidence (
  n INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  cycle INTEGER NOT NULL,
  ref TEXT NOT NULL,
  v INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (session_id, cycle, ref)
);

CREATE TABLE blobs (
  sha256 TEXT NOT NULL PRIMARY KEY,
  text TEXT NOT NULL
);

CREATE TABLE observations (
  n INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  candidate_key TEXT NOT NULL,
  v INTEGER NOT NULL,
  cycle INTEGER NOT NULL,
  fingerprint TEXT,
  fingerprint_class TEXT,
  success INTEGER NOT NULL,
  files_changed INTEGER,
  at TEXT NOT NULL
);
CREATE INDEX observations_by_session ON observations (session_id, candidate_key);

CREATE TABLE events (
  n INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  v INTEGER NOT NULL,
  type TEXT NOT NULL,
  at TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE UNIQUE INDEX events_by_id ON events (event_id);
CREATE INDEX events_by_session ON events (session_id);
`,
};
