import type { ImportFormat } from './formats.ts';
import type { ImportOptions, ImportReport } from './import-source.ts';
import { RecordMaker, redactedSession } from './imported-record.ts';
import type { Finding, FoundCall, ImportedRecord, ImportedSession, ImportSink } from './importer.ts';
import { KeySet } from './key-set.ts';

interface SessionState {
  readonly session: ImportedSession;
  readonly isKept: boolean;
  isBegun: boolean;
}

interface Waiting {
  readonly state: SessionState;
  readonly imported: ImportedRecord;
  /** A call that comes for the first time in this source. */
  readonly isNewCall: boolean;
}

/** Counts what a reader finds and passes on what is to be stored, in batches. */
export class ImportTally {
  readonly #sink: ImportSink;
  readonly #options: ImportOptions;
  readonly #maker: RecordMaker;
  readonly #sessions = new Map<string, SessionState>();
  readonly #calls = new KeySet();
  readonly #failed = new KeySet();
  #queue: Waiting[] = [];
  /** Known sessions that have had one more id. */
  #renamed: ImportedSession[] = [];
  #records = 0;
  #used = 0;
  #unknown = 0;
  #malformed = 0;
  #trajectories = 0;
  #duplicates = 0;

  constructor(sink: ImportSink, options: ImportOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#maker = new RecordMaker(options.libraryId, options.hash);
  }

  /** Records that are ready and not stored yet. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Whether nothing was of use: there was nothing, or something was not even known. */
  get isForeign(): boolean {
    const isNothing = this.#records === 0 && this.#sessions.size === 0;
    return this.#used === 0 && (isNothing || this.#unknown + this.#malformed > 0);
  }

  take(finding: Finding): void {
    switch (finding.kind) {
      case 'record':
        this.#records += 1;
        if (finding.fate === 'used') this.#used += 1;
        if (finding.fate === 'unknown') this.#unknown += 1;
        if (finding.fate === 'malformed') this.#malformed += 1;
        return;
      case 'session':
        this.#begin(finding.session);
        return;
      case 'trajectory':
        this.#trajectories += 1;
        return;
      case 'call':
        this.#keep(finding.call.sessionId, finding, this.#count(finding.call));
        return;
      case 'task':
        this.#keep(finding.task.sessionId, finding, false);
        return;
      case 'task-end':
        this.#keep(finding.end.sessionId, finding, false);
        return;
      case 'feedback':
        this.#keep(finding.feedback.sessionId, finding, false);
        return;
      case 'outcome':
        this.#keep(finding.outcome.sessionId, finding, false);
        return;
      default:
    }
  }

  /** Stores what is waiting. */
  async flush(): Promise<void> {
    const batch = this.#queue;
    const renamed = this.#renamed;
    this.#queue = [];
    this.#renamed = [];
    for (const session of renamed) await this.#sink.begin(redactedSession(session));
    for (const { state } of batch) {
      if (state.isBegun) continue;
      state.isBegun = true;
      await this.#sink.begin(redactedSession(state.session));
    }
    if (batch.length === 0) return;
    const outcomes = await this.#sink.put(batch.map(({ imported }) => imported));
    batch.forEach(({ isNewCall }, i) => {
      if (isNewCall && outcomes[i] !== 'new') this.#duplicates += 1;
    });
  }

  report(format: ImportFormat | null): ImportReport {
    const states = [...this.#sessions.values()];
    return {
      kind: 'imported',
      format,
      records: this.#records,
      sessions: states.length,
      trajectories: this.#trajectories,
      events: this.#calls.size,
      errorsSeen: this.#failed.size,
      unknown: this.#unknown,
      malformed: this.#malformed,
      elsewhere: states.filter((state) => !state.isKept).length,
      duplicates: this.#duplicates,
      sessionKeys: new Set(states.map(({ session }) => `${session.host}\n${session.sessionId}`)),
    };
  }

  #begin(session: ImportedSession): void {
    const key = session.sessionId;
    const known = this.#sessions.get(key);
    if (known?.isKept === true && session.formerId !== undefined) this.#renamed.push(session);
    if (known !== undefined) return;
    this.#sessions.set(key, { session, isKept: this.#options.belongs(session.cwd), isBegun: false });
  }

  /** Whether a call was not met before. */
  #count({ sessionId, callId, verdict }: FoundCall): boolean {
    const key = `${sessionId}\n${typeof callId === 'number' ? '#' : ''}${callId}`;
    if (verdict.ok === false) this.#failed.add(key);
    return this.#calls.add(key);
  }

  #keep(sessionId: string, finding: Finding, isNewCall: boolean): void {
    const state = this.#sessions.get(sessionId);
    if (state?.isKept !== true) return;
    const imported = this.#maker.record(state.session.host, finding);
    if (imported !== undefined) this.#queue.push({ state, imported, isNewCall });
  }
}
