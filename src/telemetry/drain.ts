import { LineSplitter } from './import/lines.ts';
import type { ClaimedFile, Spool } from './spool.ts';
import { readSpooled, type SpooledRecord } from './spooled-record.ts';
import type { IncomingRecord, TelemetryStore } from './store.ts';

/** What a drain moved. */
export interface DrainReport {
  /** Records that are new. */
  readonly stored: number;
  readonly duplicates: number;
  /** Lines that were torn or no records, set aside. */
  readonly refused: number;
}

type DrainStore = Pick<TelemetryStore, 'add' | 'injections'>;

const BATCH = 1000;
const MAX_LINE_BYTES = 67_108_864;
const NOTHING: DrainReport = { stored: 0, duplicates: 0, refused: 0 };

/**
 * Moves what lies in the spool to the store; undefined where another process does so now. Killed at any instant, it is
 * done anew and doubles nothing.
 */
export async function drainSpool(
  spool: Spool,
  store: DrainStore,
  nowMs: () => number,
): Promise<DrainReport | undefined> {
  if (spool.isEmpty()) return NOTHING;
  return spool.withLease(async () => {
    let report = NOTHING;
    for (const file of spool.claim()) {
      const drained = await drainFile(file, store, nowMs);
      spool.setAside(drained.refused);
      // Only now is all that it held stored, or set aside, so that it would survive a power cut.
      file.remove();
      report = {
        stored: report.stored + drained.stored,
        duplicates: report.duplicates + drained.duplicates,
        refused: report.refused + drained.refused.length,
      };
    }
    return report;
  });
}

async function drainFile(file: ClaimedFile, store: DrainStore, nowMs: () => number) {
  const refused: string[] = [];
  let stored = 0;
  let duplicates = 0;
  let waiting: SpooledRecord[] = [];
  const flush = async (isDurable: boolean): Promise<void> => {
    const incoming = await withInjected(waiting, store);
    waiting = [];
    const outcomes = await store.add(incoming, { source: 'live', nowMs: nowMs(), isDurable });
    const added = outcomes.filter((outcome) => outcome === 'new').length;
    stored += added;
    duplicates += outcomes.length - added;
  };
  for (const text of linesOf(file)) {
    const read = text === null ? undefined : readSpooled(text);
    if (read === undefined) {
      refused.push(text ?? '(a line of more than 64 MB)');
      continue;
    }
    if (waiting.length === BATCH) await flush(false);
    waiting.push(read);
  }
  await flush(true);
  return { refused, stored, duplicates };
}

/** Null for a line that is too long. */
function* linesOf(file: ClaimedFile): Iterable<string | null> {
  const decoder = new TextDecoder();
  let lines: (string | null)[] = [];
  const splitter = new LineSplitter(MAX_LINE_BYTES, (line) => {
    if (line.kind === 'overlong') lines.push(null);
    else if (line.bytes.length > 0) lines.push(decoder.decode(line.bytes));
  });
  for (const chunk of file.chunks()) {
    splitter.push(chunk);
    yield* lines;
    lines = [];
  }
  splitter.end();
  yield* lines;
}

/** The lessons in view of a call are those that its session was given before it began. */
async function withInjected(read: readonly SpooledRecord[], store: DrainStore): Promise<readonly IncomingRecord[]> {
  if (!read.some((one) => one.lacksInjected)) return read;
  const given: { readonly sessionId: string; readonly at: string | null; readonly ids: readonly string[] }[] = [];
  for (const { record } of read) if (record.type === 'injection') given.push(record);
  const sessions = new Set(read.flatMap(({ record, lacksInjected }) => (lacksInjected ? [record.sessionId] : [])));
  for (const sessionId of sessions) given.push(...(await store.injections(sessionId)));
  return read.map((one) => {
    const { record, lacksInjected } = one;
    if (!lacksInjected || record.type !== 'call') return one;
    const before = given.filter(
      ({ sessionId, at }) => sessionId === record.sessionId && (at ?? '') <= (record.startedAt ?? '\uffff'),
    );
    return { record: { ...record, injected: [...new Set(before.flatMap(({ ids }) => ids))].sort() } };
  });
}
