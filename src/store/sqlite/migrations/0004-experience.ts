import type { Migration } from './migration.ts';

/**
 * The experience library: entries, also those that an undo took out (without a body), vectors, batches, what waits for a
 * person or for its turn, relations to the user's library.
 */
export const experience: Migration = {
  version: 4,
  sql: `
CREATE TABLE experience_library (
  n INTEGER PRIMARY KEY CHECK (n = 1),
  v INTEGER NOT NULL,
  version INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  next_id INTEGER NOT NULL,
  compared_own INTEGER NOT NULL,
  compared_user INTEGER NOT NULL
);
INSERT INTO experience_library (n, v, version, generation, next_id, compared_own, compared_user)
  VALUES (1, 1, 0, 0, 1, 0, 0);

CREATE TABLE experience_entries (
  id INTEGER PRIMARY KEY,
  v INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT,
  uses TEXT NOT NULL
);
CREATE INDEX experience_entries_by_version ON experience_entries (version);

CREATE TABLE experience_encoders (
  role TEXT NOT NULL PRIMARY KEY,
  v INTEGER NOT NULL,
  encoder_id TEXT NOT NULL,
  dims INTEGER NOT NULL
);

CREATE TABLE experience_vectors (
  role TEXT NOT NULL,
  id INTEGER NOT NULL,
  text BLOB,
  situation BLOB,
  PRIMARY KEY (role, id)
);

CREATE TABLE experience_batches (
  version INTEGER PRIMARY KEY,
  v INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  undoes TEXT,
  session_id TEXT,
  body TEXT NOT NULL
);
CREATE INDEX experience_batches_by_session ON experience_batches (session_id) WHERE session_id IS NOT NULL;

CREATE TABLE experience_review (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  v INTEGER NOT NULL,
  state TEXT NOT NULL,
  asked_by TEXT,
  answered_by TEXT,
  body TEXT NOT NULL
);
CREATE INDEX experience_review_by_state ON experience_review (state, n);

CREATE TABLE experience_relations (
  a TEXT NOT NULL,
  b TEXT NOT NULL,
  kind TEXT NOT NULL,
  v INTEGER NOT NULL,
  PRIMARY KEY (a, b, kind)
);

CREATE TABLE experience_parked (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  v INTEGER NOT NULL,
  body TEXT NOT NULL
);
`,
};
