import type { Commit, CommitResult, ExperienceStore, LibraryStamp } from '../../../experience/store.ts';
import type { Connection } from '../connection.ts';
import { finishJob } from '../learning/jobs.ts';
import { schemaVersion } from '../migrate.ts';
import { forgetPurged, insertBatch, isKnownBatch, listBatches, listHeaders } from './batches.ts';
import { readDelta, readLibrary, readStamp, writeEntries } from './entries.ts';
import { listParked, park, unpark } from './parked.ts';
import { addRelations, comparedTo, dropRelations, forgetRelations, listRelations, setCompared } from './relations.ts';
import { closeReview, insertReview, listReview, rewriteReview } from './review.ts';
import { dropVectors, listEncoders, listVectors, replaceVectors, writeVectors } from './vectors.ts';

/** The experiences of a library. What a commit calls applied survives the end of any process. */
export function experienceStore(connection: Connection): ExperienceStore {
  const write = <T>(body: () => T): Promise<T> =>
    connection.write(() => {
      // A newer Praxis may have changed the schema since this process opened it.
      schemaVersion(connection);
      return body();
    });
  return {
    stamp: () => connection.read(() => readStamp(connection)),
    read: () => snapshot(connection, () => readLibrary(connection)),
    readSince: (version, encoderIds = []) => snapshot(connection, () => readDelta(connection, version, encoderIds)),
    commit: (commit, expected) => write(() => commitBatch(connection, commit, expected)),
    headers: () => connection.read(() => listHeaders(connection)),
    batches: (filter) => connection.read(() => listBatches(connection, filter)),
    encoders: () => connection.read(() => listEncoders(connection)),
    vectors: (encoderId, ids) => connection.read(() => listVectors(connection, encoderId, { ids: ids ?? null })),
    reembed: (encoder, vectors, expected) =>
      write(() => {
        if (!isAt(readStamp(connection), expected)) return 'moved';
        replaceVectors(connection, encoder, vectors);
        turnGeneration(connection);
        return 'applied';
      }),
    forgetEncoder: (role) =>
      write(() => {
        dropVectors(connection, role);
        turnGeneration(connection);
      }),
    review: ({ state = null }) => connection.read(() => listReview(connection, state)),
    ask: (items) => write(() => insertReview(connection, items, null)),
    answer: (items) => write(() => rewriteReview(connection, items)),
    relations: () => connection.read(() => listRelations(connection)),
    comparedTo: () => connection.read(() => comparedTo(connection)),
    relate: (relations, replaced, compared) =>
      write(() => {
        forgetRelations(connection, replaced);
        addRelations(connection, relations);
        setCompared(connection, compared);
      }),
    park: (request) => write(() => park(connection, request)),
    parked: () => connection.read(() => listParked(connection)),
    unpark: (id) => write(() => unpark(connection, id)),
  };
}

/** Inside a transaction. */
export function commitBatch(connection: Connection, commit: Commit, expected: LibraryStamp): CommitResult {
  const { batch } = commit;
  if (isKnownBatch(connection, batch.id)) {
    unpark(connection, batch.id);
    // A session that was purged and imported again queues the job that has been done.
    if (commit.job !== undefined) finishJob(connection, commit.job);
    return 'known';
  }
  if (!isAt(readStamp(connection), expected)) return 'moved';
  const version = expected.version + 1;
  writeEntries(connection, batch.changes, commit.uses, version);
  writeVectors(connection, commit.vectors);
  insertBatch(connection, batch, version);
  insertReview(connection, commit.review, batch.id);
  closeReview(connection, commit.reviewed);
  forgetRelations(connection, commit.relations.replaced);
  dropRelations(connection, commit.relations.dropped);
  addRelations(connection, commit.relations.added);
  if (batch.kind === 'purge') forgetPurged(connection, batch, version);
  unpark(connection, batch.id);
  if (commit.job !== undefined) finishJob(connection, commit.job);
  if (commit.advancesEpoch) advanceEpoch(connection);
  connection
    .statement('UPDATE experience_library SET version = ?, next_id = ? WHERE n = 1')
    .run(version, commit.nextId);
  return 'applied';
}

function turnGeneration(connection: Connection): void {
  connection.statement('UPDATE experience_library SET generation = generation + 1 WHERE n = 1').run();
}

function advanceEpoch(connection: Connection): void {
  connection
    .statement(
      `INSERT INTO counters (name, value) VALUES ('epoch', 1)
       ON CONFLICT (name) DO UPDATE SET value = value + 1`,
    )
    .run();
}

/** Several statements that see one version of the library. */
function snapshot<T>(connection: Connection, body: () => T): Promise<T> {
  return connection.read(() => {
    connection.statement('BEGIN').run();
    try {
      return body();
    } finally {
      connection.statement('COMMIT').run();
    }
  });
}

function isAt(stamp: LibraryStamp, expected: LibraryStamp): boolean {
  return stamp.version === expected.version && stamp.generation === expected.generation;
}
