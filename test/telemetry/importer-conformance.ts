import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlainJson } from '../../src/base/exact-json.ts';
import type { TelemetryRecord } from '../../src/telemetry/event.ts';
import { detectImporter } from '../../src/telemetry/import/detect.ts';
import { type ByteSource, type ImportReport, importSource } from '../../src/telemetry/import/import-source.ts';
import type { Importer } from '../../src/telemetry/import/importer.ts';
import { MemoryImportSink } from '../../src/telemetry/import/memory-import-sink.ts';
import { taskRuns } from '../../src/telemetry/task-run.ts';
import { planted, SECRET } from './plant-secrets.ts';
import { bytesSource, reusingSource, textSource } from './text-source.ts';

/** What an importer is held against: a file of its format. */
export interface ImporterSample {
  readonly importer: Importer;
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether parts of this format come in any order; default false. */
  readonly isUnordered?: boolean;
}

const FOLDER = '/samples/';
const utf8 = new TextDecoder();
const encoder = new TextEncoder();

/** Imports a source into a sink and gives the report; a refusal fails the test. */
async function imported(source: ByteSource, sink: MemoryImportSink, importer: Importer): Promise<ImportReport> {
  const report = await importedPart(source, sink, importer);
  if (report === undefined) throw new Error('there is nothing of the format in it');
  return report;
}

/** The same of a source that is cut off, perhaps in its first record; then there is no report. */
async function importedPart(
  source: ByteSource,
  sink: MemoryImportSink,
  importer: Importer,
): Promise<ImportReport | undefined> {
  const options = { format: importer.format, libraryId: 'l', belongs: () => true, maxLineBytes: 4_194_304 };
  const report = await importSource(source, sink, options);
  if (report.kind === 'imported') return report;
  if (report.reason !== 'other-format') throw new Error(`refused: ${report.reason}`);
  expect(sink.records).toEqual([]);
  return undefined;
}

function countsOf({ records, sessions, trajectories, events, errorsSeen }: ImportReport) {
  return { records, sessions, trajectories, events, errorsSeen };
}

/** What every importer must do. A new one adds one row. */
export function importerConformance({ importer, path, bytes, isUnordered = false }: ImporterSample): void {
  const place = `${FOLDER}${path}`;
  const whole = bytesSource(place, bytes);
  const { layout } = importer;

  describe(`${importer.name} importer`, () => {
    test('is found by the look of the source', async () => {
      expect((await detectImporter(place, bytes.subarray(0, 64), () => whole.open(), null))?.name).toBe(importer.name);
    });

    test('counts what it stores', async () => {
      const sink = new MemoryImportSink();
      const report = await imported(whole, sink, importer);
      expect(report.records).toBeGreaterThan(0);
      expect(sink.calls).toHaveLength(report.events);
      expect(sink.calls.filter((call) => call.ok === false)).toHaveLength(report.errorsSeen);
      expect(new Set(sink.records.map((record) => record.sessionId)).size).toBe(report.sessions);
      expect(report).toMatchObject({ unknown: 0, malformed: 0, duplicates: 0, elsewhere: 0 });
      for (const call of sink.calls) expect(call.error === null).toBe(call.ok !== false);
    });

    test('adds nothing the second time and counts the same', async () => {
      const sink = new MemoryImportSink();
      const first = await imported(whole, sink, importer);
      const before = JSON.stringify(sink.records);
      const second = await imported(whole, sink, importer);
      expect(countsOf(second)).toEqual(countsOf(first));
      expect(second.duplicates).toBe(first.events);
      expect(JSON.stringify(sink.records)).toBe(before);
    });

    test('reads alike in chunks of any size, each in the memory of the one before', async () => {
      const found = async (source: ByteSource) => {
        const sink = new MemoryImportSink();
        const report = await imported(source, sink, importer);
        return { counts: countsOf(report), records: sink.records };
      };
      const reference = await found(bytesSource(place, bytes, bytes.length));
      const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 100, max: 70_000 })), {
        minLength: 1,
        maxLength: 5,
      });
      // Where all chunks are tiny, there would be too many.
      const bearable = sizes.map((some) => [...some, 4096]);
      await fc.assert(
        fc.asyncProperty(bearable, async (some) => {
          expect(await found(reusingSource(place, bytes, some))).toEqual(reference);
        }),
        { numRuns: 6 },
      );
    });

    test('counts sessions of other folders and stores none of them', async () => {
      const sink = new MemoryImportSink();
      const options = { format: importer.format, libraryId: 'l', belongs: () => false };
      const report = await importSource(whole, sink, options);
      expect(report).toMatchObject({ kind: 'imported', duplicates: 0 });
      if (report.kind !== 'imported') return;
      expect(report.elsewhere).toBe(report.sessions);
      expect(sink.records).toEqual([]);
      expect(sink.sessions).toEqual([]);
    });

    test('lets no planted secret through to the sink', async () => {
      if (layout.kind === 'binary') return;
      const sink = new MemoryImportSink();
      await imported(textSource(place, plantedText(layout.kind, utf8.decode(bytes))), sink, importer);
      expect(sink.records.length).toBeGreaterThan(0);
      expect(JSON.stringify([sink.records, sink.sessions])).not.toContain(SECRET);
    });

    test('takes any JSON without a throw', () => {
      fc.assert(
        fc.property(fc.array(fc.oneof(fc.jsonValue(), mutatedPart(importer, bytes)), { maxLength: 8 }), (parts) => {
          const reader = importer.open({ path: place, head: {} }, () => {});
          for (const part of parts) reader.take(plain(part));
          reader.end();
        }),
        { numRuns: 200 },
      );
    });

    test('reads what is left of a source that is cut off anywhere', async () => {
      for (let part = 0; part < 8; part++) {
        const cut = bytes.subarray(0, Math.floor((bytes.length * part) / 8) + part);
        const sink = new MemoryImportSink();
        const report = await importedPart(bytesSource(place, cut), sink, importer);
        expect(sink.calls.length).toBeLessThanOrEqual(report?.events ?? 0);
      }
    });

    test('gives the same when it is imported in ten steps while it grows', async () => {
      const once = new MemoryImportSink();
      await imported(whole, once, importer);
      const grown = new MemoryImportSink();
      for (const step of steps(importer, bytes, 10)) await importedPart(bytesSource(place, step), grown, importer);
      expect(byId(grown)).toEqual(byId(once));
      expect(trajectories(grown)).toEqual(trajectories(once));
    });

    if (isUnordered) {
      test('gives the same in whatever order its parts come, and while it grows in that order', async () => {
        const once = new MemoryImportSink();
        await imported(whole, once, importer);
        const count = partsOf(importer, bytes).length;
        const orders = fc.shuffledSubarray([...Array(count).keys()], { minLength: count });
        await fc.assert(
          fc.asyncProperty(orders, async (order) => {
            const shuffled = reordered(importer, bytes, order);
            const sink = new MemoryImportSink();
            await imported(bytesSource(place, shuffled), sink, importer);
            expect(byId(sink)).toEqual(byId(once));
            const grown = new MemoryImportSink();
            for (const step of steps(importer, shuffled, 4))
              await importedPart(bytesSource(place, step), grown, importer);
            expect(byId(grown).map(placed)).toEqual(byId(once).map(placed));
            expect(trajectories(grown)).toEqual(trajectories(once));
          }),
          { numRuns: 10 },
        );
      });
    }

    if (layout.kind === 'lines') linesConformance(importer, place, utf8.decode(bytes));
  });
}

function linesConformance(importer: Importer, place: string, text: string): void {
  const lines = text.split('\n').filter(Boolean);

  test('reads a live stream line by line as it reads the file', async () => {
    const sink = new MemoryImportSink();
    const report = await imported(textSource(place, text), sink, importer);
    let calls = 0;
    const reader = importer.open({ path: place, head: {} }, (finding) => {
      if (finding.kind === 'call' && finding.call.isNamed) calls += 1;
    });
    for (const line of lines) reader.take(JSON.parse(line));
    reader.end();
    expect(calls).toBe(report.events);
  });

  test.each([
    ['a torn line', '{"type":"user","message":{"ro'],
    ['NUL bytes', '{"type":"a\0b"}'],
    ['two objects on one line', `${lines[0]}${lines[0]}`],
    ['words', 'Segmentation fault (core dumped)'],
  ])('counts %s as malformed and reads on', async (_, damage) => {
    const clean = new MemoryImportSink();
    const expected = await imported(textSource(place, text), clean, importer);
    const half = Math.floor(lines.length / 2);
    const damaged = [damage, ...lines.slice(0, half), damage, '', '  ', ...lines.slice(half), damage].join('\n');
    const sink = new MemoryImportSink();
    const report = await imported(textSource(place, damaged), sink, importer);
    expect(countsOf(report)).toEqual({ ...countsOf(expected), records: expected.records + 3 });
    expect(report.malformed).toBe(3);
    expect(sink.records).toEqual(clean.records);
  });

  test('counts a line that is too long as malformed and reads on', async () => {
    const clean = new MemoryImportSink();
    const expected = await imported(textSource(place, text), clean, importer);
    const long = `{"type":"user","text":"${'x'.repeat(5_000_000)}"}`;
    const sink = new MemoryImportSink();
    const report = await imported(textSource(place, [...lines, long, ...lines].join('\n')), sink, importer);
    expect(report.malformed).toBe(1);
    expect(report.records).toBe(2 * expected.records + 1);
  });

  test('counts records of types nobody knows, also where the source begins with them', async () => {
    const strange = Array.from({ length: 40 }, (_, n) => JSON.stringify({ type: `strange-${n}`, n }));
    const source = textSource(place, [...strange, ...lines].join('\n'));
    expect((await detectImporter(place, encoder.encode(strange[0]), () => source.open(), null))?.name).toBe(
      importer.name,
    );
    const report = await imported(source, new MemoryImportSink(), importer);
    expect(report.unknown).toBe(40);
    expect(report.malformed).toBe(0);
  });

  test('skips a byte-order mark, and reads CRLF, U+2028 in texts and what is no UTF-8', async () => {
    const clean = new MemoryImportSink();
    await imported(textSource(place, text), clean, importer);
    const sink = new MemoryImportSink();
    await imported(textSource(place, `\ufeff${lines.join('\r\n')}\r\n`), sink, importer);
    expect(sink.records).toEqual(clean.records);
    const odd = `${JSON.stringify({ type: 'odd', text: 'a\u2028b' }).replace('\\u2028', '\u2028')}\n${lines.join('\n')}`;
    const raw = new TextEncoder().encode(odd);
    raw[raw.indexOf(0x61, 10)] = 0xff;
    const report = await imported(bytesSource(place, raw), new MemoryImportSink(), importer);
    expect(report.malformed).toBe(0);
  });

  test('reads a line that is torn now when it is whole', async () => {
    const sink = new MemoryImportSink();
    const last = lines.at(-1) ?? '';
    const torn = [...lines.slice(0, -1), last.slice(0, -2)].join('\n');
    expect((await imported(textSource(place, torn), sink, importer)).malformed).toBe(1);
    expect((await imported(textSource(place, text), sink, importer)).malformed).toBe(0);
    const once = new MemoryImportSink();
    await imported(textSource(place, text), once, importer);
    expect(byId(sink)).toEqual(byId(once));
  });
}

function byId(sink: MemoryImportSink) {
  return sink.records.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
}

/** What each session comes to: its tasks with their steps. */
function trajectories(sink: MemoryImportSink) {
  const sessions = [...new Set(sink.records.map((record) => record.sessionId))].sort();
  return sessions.map((sessionId) =>
    taskRuns(sink.records.filter((record) => record.sessionId === sessionId).map(placed)),
  );
}

/** A record without its place among the others, which sealing gives anew. */
function placed(record: TelemetryRecord): TelemetryRecord {
  return record.type === 'call' ? { ...record, seq: 0 } : record;
}

/** The source as it was after each of so many steps. */
function steps(importer: Importer, bytes: Uint8Array, count: number): readonly Uint8Array[] {
  const at = (length: number, n: number) => Math.ceil((length * n) / count);
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  if (importer.layout.kind !== 'document') return numbers.map((n) => bytes.subarray(0, at(bytes.length, n)));
  const parts = partsOf(importer, bytes);
  return numbers.map((n) => withParts(importer, bytes, parts.slice(0, at(parts.length, n))));
}

/** What a source is made of: lines, the elements of a document, or the exports of a framed file. */
function partsOf({ layout }: Importer, bytes: Uint8Array): readonly unknown[] {
  if (layout.kind === 'binary') return frames(bytes);
  const text = utf8.decode(bytes);
  if (layout.kind === 'lines') return text.split('\n').filter(Boolean);
  return layout.parts === null ? JSON.parse(text) : JSON.parse(text)[layout.parts];
}

function reordered(importer: Importer, bytes: Uint8Array, order: readonly number[]): Uint8Array {
  const parts = partsOf(importer, bytes);
  return withParts(
    importer,
    bytes,
    order.map((n) => parts[n]),
  );
}

/** The source with other parts in the place of its own. */
function withParts({ layout }: Importer, bytes: Uint8Array, parts: readonly unknown[]): Uint8Array {
  if (layout.kind === 'binary') return Buffer.concat(parts.map((part) => part as Uint8Array));
  if (layout.kind === 'lines') return encoder.encode(`${parts.join('\n')}\n`);
  const document = layout.parts === null ? parts : { ...JSON.parse(utf8.decode(bytes)), [layout.parts]: parts };
  return encoder.encode(JSON.stringify(document));
}

/** The exports of a file of the collector, each with its length before it. */
function frames(bytes: Uint8Array): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + view.getUint32(at);
    found.push(bytes.subarray(at, end));
    at = end;
  }
  return found;
}

function plantedText(kind: 'lines' | 'document', text: string): string {
  if (kind === 'document') return JSON.stringify(planted(JSON.parse(text)));
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.stringify(planted(JSON.parse(line)))).join('\n');
}

/** A part of the sample with one value somewhere in it changed. */
function mutatedPart(importer: Importer, bytes: Uint8Array): fc.Arbitrary<unknown> {
  if (importer.layout.kind === 'binary') return fc.jsonValue();
  const isLines = importer.layout.kind === 'lines';
  const parts = partsOf(importer, bytes).map((part) => (isLines ? JSON.parse(String(part)) : part));
  const small = parts.filter((part) => JSON.stringify(part).length < 20_000);
  return fc
    .tuple(fc.constantFrom(...(small.length > 0 ? small : parts.slice(0, 1))), fc.nat(), fc.jsonValue())
    .map(([part, where, value]) => changed(plain(part), { left: where % 60 }, plain(value)));
}

function changed(value: PlainJson, counter: { left: number }, replacement: PlainJson): PlainJson {
  counter.left -= 1;
  if (counter.left < 0) {
    counter.left = Number.POSITIVE_INFINITY;
    return replacement;
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => changed(item, counter, replacement));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item, counter, replacement)]));
}

function plain(value: unknown): PlainJson {
  return JSON.parse(JSON.stringify(value ?? null));
}
