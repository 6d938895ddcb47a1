import type { Migration } from './migration.ts';

/**
 * Sessions of all hosts with their parts, records that may lack a time, trajectories. What runs recorded before becomes
 * the first part of a session each.
 */
export const telemetry: Migration = {
  version: 2,
  sql: `
CREATE TABLE session_parts (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL,
  part INTEGER NOT NULL,
  v INTEGER NOT NULL,
  host TEXT,
  source TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT NOT NULL,
  seen_ms INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  is_ended INTEGER NOT NULL,
  sealed_at TEXT,
  epoch INTEGER,
  summary TEXT,
  UNIQUE (session_id, part)
);
CREATE INDEX session_parts_open ON session_parts (seen_ms) WHERE sealed_at IS NULL;
CREATE INDEX session_parts_by_end ON session_parts (ended_at, n);

CREATE TABLE records (
  n INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL,
  part INTEGER NOT NULL,
  v INTEGER NOT NULL,
  type TEXT NOT NULL,
  source TEXT NOT NULL,
  seq INTEGER,
  signature TEXT,
  row_id TEXT,
  is_late INTEGER NOT NULL,
  body TEXT NOT NULL
);
INSERT INTO session_parts (id, session_id, part, v, host, source, started_at, ended_at, seen_ms, calls, is_ended)
  SELECT session_id, session_id, 1, 1, 'praxis', 'live', min(at), max(at),
    CAST(strftime('%s', max(at)) AS INTEGER) * 1000, sum(type = 'call'), max(type = 'session_end')
  FROM events GROUP BY session_id ORDER BY min(n);
INSERT INTO records (n, event_id, part, v, type, source, seq, signature, is_late, body)
  SELECT events.n, event_id, session_parts.n, events.v, type, 'live', body ->> '$.seq',
    CASE WHEN body ->> '$.error.class' <> 'cancelled' THEN body ->> '$.error.signature' END, 0, body
  FROM events JOIN session_parts USING (session_id) ORDER BY events.n;
DROP TABLE events;
CREATE UNIQUE INDEX records_by_event ON records (event_id);
CREATE UNIQUE INDEX records_by_row ON records (row_id) WHERE row_id IS NOT NULL;
CREATE INDEX records_by_part ON records (part);
CREATE INDEX records_by_signature ON records (signature) WHERE signature IS NOT NULL;

CREATE TABLE trajectories (
  n INTEGER PRIMARY KEY,
  part INTEGER NOT NULL,
  task_id TEXT NOT NULL,
  v INTEGER NOT NULL,
  task_text TEXT NOT NULL,
  domain TEXT NOT NULL,
  agent_config_id TEXT NOT NULL,
  group_key TEXT,
  text_key TEXT,
  cluster INTEGER,
  steps INTEGER NOT NULL,
  rho_s REAL NOT NULL,
  rho_a REAL,
  outcome REAL,
  w1 REAL NOT NULL,
  w2 REAL NOT NULL,
  is_late INTEGER NOT NULL,
  reward REAL NOT NULL,
  started_at TEXT,
  ended_at TEXT,
  injected TEXT NOT NULL,
  UNIQUE (part, task_id)
);

CREATE TABLE task_clusters (
  n INTEGER PRIMARY KEY,
  encoder_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  vector BLOB NOT NULL
);
CREATE INDEX task_clusters_by_domain ON task_clusters (encoder_id, domain);

CREATE TABLE learning_jobs (
  n INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  part INTEGER NOT NULL,
  epoch INTEGER,
  queued_at TEXT NOT NULL,
  state TEXT NOT NULL
);
CREATE INDEX learning_jobs_by_part ON learning_jobs (part);

CREATE TABLE counters (
  name TEXT NOT NULL PRIMARY KEY,
  value INTEGER NOT NULL
);
`,
};
