import type { CallRecord, TelemetryRecord } from '../event.ts';
import { fillRecord } from '../fill-record.ts';
import type { ImportedRecord, ImportedSession, ImportSink, PutOutcome } from './importer.ts';

/** A sink in memory that keeps to the contract of `ImportSink`. */
export class MemoryImportSink implements ImportSink {
  readonly sessions: ImportedSession[] = [];
  readonly #records = new Map<string, TelemetryRecord>();
  readonly #rows = new Map<string, string>();
  readonly #streams = new Set<string>();
  readonly #transcripts = new Set<string>();

  get records(): readonly TelemetryRecord[] {
    return [...this.#records.values()];
  }

  get calls(): readonly CallRecord[] {
    return this.records.filter((record): record is CallRecord => record.type === 'call');
  }

  async begin(session: ImportedSession): Promise<void> {
    const key = `${session.host}\n${session.sessionId}`;
    this.sessions.push(session);
    if (session.origin === 'transcript' && this.#streams.delete(key)) this.#forget(session.sessionId);
    (session.origin === 'stream' ? this.#streams : this.#transcripts).add(key);
  }

  async put(records: readonly ImportedRecord[]): Promise<readonly PutOutcome[]> {
    return records.map((imported) => this.#put(imported));
  }

  #put({ record, rowId }: ImportedRecord): PutOutcome {
    const key = record.eventId;
    const row = rowId === null ? undefined : `${record.type} ${rowId}`;
    const before = this.#records.get(key);
    if (before === undefined && row !== undefined && this.#rows.has(row)) return 'duplicate';
    if (row !== undefined) this.#rows.set(row, key);
    const isReread = this.sessions.some((one) => one.sessionId === record.sessionId && one.origin === 'transcript');
    const next = before === undefined ? record : (fillRecord(before, record, isReread) ?? before);
    this.#records.set(key, next);
    if (before === undefined) return 'new';
    return JSON.stringify(next) === JSON.stringify(before) ? 'duplicate' : 'filled';
  }

  #forget(sessionId: string): void {
    for (const [key, record] of this.#records) if (record.sessionId === sessionId) this.#records.delete(key);
  }
}
