import type { EntryUseOf } from '../../../experience/draft.ts';
import type { Entry, EntryUse } from '../../../experience/entry.ts';
import type { EntryChange, LibraryState } from '../../../experience/library-state.ts';
import type { LibraryDelta, LibraryStamp } from '../../../experience/store.ts';
import type { Connection } from '../connection.ts';
import type { SqlRow } from '../driver.ts';
import { jsonOf, numberOf, versionOf } from '../row.ts';
import { listVectors } from './vectors.ts';

/** The version of a library; one look-up by key. */
export function readStamp(connection: Connection): LibraryStamp {
  const row = connection.statement('SELECT version, generation FROM experience_library WHERE n = 1').get() ?? {};
  return { version: numberOf(row, 'version'), generation: numberOf(row, 'generation') };
}

/** What stands at the head of a library. */
function readHead(connection: Connection): LibraryStamp & Pick<LibraryState, 'epoch' | 'nextId'> {
  const row =
    connection
      .statement(
        `SELECT v, version, generation, next_id, (SELECT value FROM counters WHERE name = 'epoch') AS epoch
         FROM experience_library WHERE n = 1`,
      )
      .get() ?? {};
  versionOf(row, 'the experience library', 1);
  return {
    version: numberOf(row, 'version'),
    generation: numberOf(row, 'generation'),
    nextId: numberOf(row, 'next_id'),
    epoch: row.epoch === null ? 0 : numberOf(row, 'epoch'),
  };
}

/** The whole library. To be called inside one transaction. */
export function readLibrary(connection: Connection): LibraryState & LibraryStamp {
  const head = readHead(connection);
  const entries = new Map<number, Entry>();
  const formerUses = new Map<number, EntryUse>();
  for (const row of connection.statement('SELECT id, v, body, uses FROM experience_entries ORDER BY id').all()) {
    const id = numberOf(row, 'id');
    const entry = toEntry(row);
    if (entry === undefined) formerUses.set(id, jsonOf(row, 'uses'));
    else entries.set(id, entry);
  }
  return { ...head, entries, formerUses };
}

/** What batches after a version changed. To be called inside one transaction. */
export function readDelta(connection: Connection, version: number, encoderIds: readonly string[]): LibraryDelta {
  const { epoch, nextId, ...stamp } = readHead(connection);
  const entries: Entry[] = [];
  const gone: EntryUseOf[] = [];
  const rows = connection
    .statement('SELECT id, v, body, uses FROM experience_entries WHERE version > ? ORDER BY id')
    .all(version);
  for (const row of rows) {
    const entry = toEntry(row);
    if (entry === undefined) gone.push({ id: numberOf(row, 'id'), use: jsonOf(row, 'uses') });
    else entries.push(entry);
  }
  const vectors = encoderIds.map((encoderId) => listVectors(connection, encoderId, { since: version }));
  return { stamp, epoch, nextId, entries, gone, vectors };
}

/** Writes what a batch changed, as of the version that it makes. */
export function writeEntries(
  connection: Connection,
  changes: readonly EntryChange[],
  uses: readonly EntryUseOf[],
  version: number,
): void {
  const useOf = new Map(uses.map(({ id, use }) => [id, JSON.stringify(use)]));
  const upsert = connection.statement(
    `INSERT INTO experience_entries (id, v, version, body, uses) VALUES (?, 1, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET version = excluded.version, body = excluded.body`,
  );
  for (const { id, after } of changes) {
    upsert.run(id, version, after === null ? null : JSON.stringify(after), useOf.get(id) ?? NO_USE);
  }
  const count = connection.statement('UPDATE experience_entries SET uses = ?, version = ? WHERE id = ?');
  for (const [id, use] of useOf) count.run(use, version, id);
}

const NO_USE = JSON.stringify({
  u: 0,
  counters: {
    injected: 0,
    applicable: 0,
    followed: 0,
    improved: 0,
    notImproved: 0,
    lastUsedEpoch: null,
    lastImprovedEpoch: null,
  },
  probation: null,
} satisfies EntryUse);

function toEntry(row: SqlRow): Entry | undefined {
  versionOf(row, `entry ${numberOf(row, 'id')}`, 1);
  if (row.body === null) return undefined;
  return { ...jsonOf<Omit<Entry, keyof EntryUse>>(row, 'body'), ...jsonOf<EntryUse>(row, 'uses') };
}
