import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { importSource } from '../../src/telemetry/import/import-source.ts';
import { MemoryImportSink } from '../../src/telemetry/import/memory-import-sink.ts';

const FOLDER = fileURLToPath(new URL('../data/trajectories/', import.meta.url));
const COUNTS: { readonly files: readonly ExpectedCounts[] } = JSON.parse(
  readFileSync(join(FOLDER, 'counts.json'), 'utf8'),
);

interface ExpectedCounts {
  readonly path: string;
  readonly format: string;
  readonly sessions: number;
  readonly trajectories: number;
  readonly events: number;
  readonly errors_seen: number;
  readonly records: number;
}

async function countsOf(path: string, sink: MemoryImportSink) {
  const file = join(FOLDER, path);
  const source = { path: file, sizeBytes: statSync(file).size, open: () => createReadStream(file) };
  const report = await importSource(source, sink, { format: null, libraryId: 'l', belongs: () => true });
  if (report.kind !== 'imported') throw new Error(report.reason);
  const { format, sessions, trajectories, events, errorsSeen, records, duplicates, malformed } = report;
  return { path, format, sessions, trajectories, events, errors_seen: errorsSeen, records, duplicates, malformed };
}

describe('recorded files', () => {
  test.each(COUNTS.files)('$path holds what was counted, and nothing new the second time', async (expected) => {
    const sink = new MemoryImportSink();
    expect(await countsOf(expected.path, sink)).toEqual({ ...expected, duplicates: 0, malformed: 0 });
    const stored = JSON.stringify(sink.records);
    expect(sink.calls).toHaveLength(expected.events);
    expect(sink.calls.filter((call) => call.ok === false)).toHaveLength(expected.errors_seen);
    expect(await countsOf(expected.path, sink)).toEqual({ ...expected, duplicates: expected.events, malformed: 0 });
    expect(JSON.stringify(sink.records)).toBe(stored);
  });
});
