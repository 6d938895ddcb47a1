import { type FoundLine, LineSplitter } from './import/lines.ts';
import { type ToldRecord, withTaskInjections } from './injected-calls.ts';
import type { TelemetryStore } from './store.ts';
import { ToldClock } from './told-clock.ts';
import { type EventDefaults, readToldEvent } from './told-event.ts';

/** What became of the lines that were told. */
export interface RecordAnswer {
  readonly accepted: number;
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
}

export interface RecordParts {
  readonly store: Pick<TelemetryStore, 'add' | 'injections'>;
  readonly defaults: Omit<EventDefaults, 'clock'>;
  readonly nowMs: () => number;
  /** Settles after so short a time that nobody would call it waiting. */
  pause(): Promise<void>;
}

const MAX_LINE_BYTES = 67_108_864;
const BATCH = 1000;

/**
 * Records events from JSON Lines as they come: what has come is stored as soon as nothing more comes at once, and by the
 * thousand while more does.
 */
export async function recordEvents(chunks: AsyncIterable<Uint8Array>, parts: RecordParts): Promise<RecordAnswer> {
  const rejected: { readonly line: number; readonly reason: string }[] = [];
  let taken: ToldRecord[] = [];
  let accepted = 0;
  let line = 0;
  const defaults = { ...parts.defaults, clock: new ToldClock(parts.nowMs) };
  const splitter = new LineSplitter(MAX_LINE_BYTES, (found) => {
    line++;
    const told = readLine(found, defaults);
    if (told?.kind === 'taken') taken.push(told);
    else if (told !== undefined) rejected.push({ line, reason: told.reason });
  });
  const store = async (): Promise<void> => {
    const batch = taken;
    taken = [];
    if (batch.length > 0) {
      const records = await withTaskInjections(batch, parts.store);
      await parts.store.add(records, { source: 'live', nowMs: parts.nowMs() });
    }
    accepted += batch.length;
  };
  const source = chunks[Symbol.asyncIterator]();
  try {
    for (let coming = source.next(); ; coming = source.next()) {
      // It is awaited below; until then nobody would hear of its failure.
      coming.catch(() => undefined);
      if (taken.length >= BATCH || (taken.length > 0 && !(await comesAtOnce(coming, parts)))) await store();
      const next = await coming;
      if (next.done === true) break;
      splitter.push(next.value);
    }
    splitter.end();
  } finally {
    await source.return?.();
    // Also where the source has failed: what it told before is known.
    await store();
  }
  return { accepted, rejected };
}

function comesAtOnce(coming: Promise<unknown>, { pause }: RecordParts): Promise<boolean> {
  const is = () => true;
  return Promise.race([coming.then(is, is), pause().then(() => false)]);
}

/** Undefined for a blank line. */
function readLine(found: FoundLine, defaults: EventDefaults): ReturnType<typeof readToldEvent> | undefined {
  if (found.kind === 'overlong') return { kind: 'refused', reason: 'the line is longer than 64 MB' };
  const text = new TextDecoder().decode(found.bytes);
  if (text.trim() === '') return undefined;
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    // The parser's own words quote the line, which nothing has redacted.
    return { kind: 'refused', reason: 'the line is not JSON' };
  }
  return readToldEvent(told, defaults);
}
