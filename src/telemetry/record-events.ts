import { LineSplitter, type SplitLine } from './line-splitter.ts';
import type { IncomingRecord, TelemetryStore } from './store.ts';
import { type EventDefaults, readToldEvent } from './told-event.ts';

/** What became of the lines that were told. */
export interface RecordAnswer {
  readonly accepted: number;
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
}

export interface RecordParts {
  readonly store: Pick<TelemetryStore, 'add'>;
  readonly defaults: Omit<EventDefaults, 'nowMs'>;
  readonly nowMs: () => number;
}

/** Records events from JSON Lines as they come: what a chunk completes is durable before the next one is read. */
export async function recordEvents(chunks: AsyncIterable<Uint8Array>, parts: RecordParts): Promise<RecordAnswer> {
  const splitter = new LineSplitter();
  const rejected: { readonly line: number; readonly reason: string }[] = [];
  let accepted = 0;
  const take = async (lines: readonly SplitLine[]): Promise<void> => {
    const nowMs = parts.nowMs();
    const taken: IncomingRecord[] = [];
    for (const line of lines) {
      const told = readLine(line, { ...parts.defaults, nowMs });
      if (told.kind === 'taken') taken.push(told.incoming);
      else rejected.push({ line: line.number, reason: told.reason });
    }
    if (taken.length === 0) return;
    await parts.store.add(taken, { source: 'live', nowMs });
    accepted += taken.length;
  };
  for await (const chunk of chunks) await take(splitter.push(chunk));
  await take(splitter.end());
  return { accepted, rejected };
}

function readLine(line: SplitLine, defaults: EventDefaults): ReturnType<typeof readToldEvent> {
  if (line.kind === 'too-long') return { kind: 'refused', reason: 'the line is longer than 64 MB' };
  let told: unknown;
  try {
    told = JSON.parse(line.text);
  } catch {
    // The parser's own words quote the line, which nothing has redacted.
    return { kind: 'refused', reason: 'the line is not JSON' };
  }
  return readToldEvent(told, defaults);
}
