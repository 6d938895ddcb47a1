import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { chooseEngine } from '../../src/store/sqlite/open-driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/run-store.ts';

/** What a library holds of one session of `store-writer.ts`. */
export interface WrittenSession {
  readonly rows: number;
  readonly events: number;
  /** Rows and events are numbered from 0 without a gap or a double. */
  readonly isWhole: boolean;
}

/** Reads back what a writer left. */
export async function writtenSession(path: string, sessionId: string): Promise<WrittenSession> {
  const store = await openSqliteStore(path, { clock: systemClock, random: systemRandom });
  const rows = await store.journal(sessionId);
  const events = await store.events(sessionId);
  await store.close();
  const isWhole =
    rows.every((row, index) => row.seq === index && JSON.stringify(row.body).startsWith(`{"seq":${index},`)) &&
    events.every((event, index) => event.eventId === `${sessionId}-${index}`);
  return { rows: rows.length, events: events.length, isWhole };
}

/** What SQLite itself says of the file: `ok`, or what is damaged. */
export async function integrity(path: string): Promise<unknown> {
  const driver = chooseEngine().open(path, 5000);
  const answer = driver.prepare('PRAGMA integrity_check').get()?.integrity_check;
  driver.close();
  return answer;
}
