import { type ForeignEncoding, foreignEncoding, joinBytes, wholeHead, withoutMark } from './bytes.ts';
import { detectImporter, type OpenBytes } from './detect.ts';
import { DocumentParts } from './document-parts.ts';
import type { ImportFormat } from './formats.ts';
import { ImportTally } from './import-tally.ts';
import type { FormatReader, ImportCounts, Importer, ImportSink } from './importer.ts';
import { readJson } from './json-bytes.ts';
import { isObject, type JsonObject } from './json-view.ts';
import { LineSplitter } from './lines.ts';

/** Bytes that can be read more than once; a chunk holds until the next one is asked for. */
export interface ByteSource {
  /** Absolute path, or another name that no other source has. */
  readonly path: string;
  readonly sizeBytes: number;
  open(): AsyncIterable<Uint8Array>;
}

export interface ImportOptions {
  /** Null: it is found out. */
  readonly format: ImportFormat | null;
  readonly libraryId: string;
  /** Whether a session that began in this folder (null: unknown) is stored; others are only counted. */
  belongs(cwd: string | null): boolean;
  /** Told now and then how far the reading has come, in bytes. */
  onProgress?(readBytes: number): void;
  readonly maxLineBytes?: number;
  readonly maxDocumentBytes?: number;
}

/** What an import says of one source. */
export interface ImportReport extends ImportCounts {
  readonly kind: 'imported';
  /** Null: there was nothing in it. */
  readonly format: ImportFormat | null;
  readonly unknown: number;
  readonly malformed: number;
  /** Sessions that began in other folders and were not stored. */
  readonly elsewhere: number;
  /** Calls that were stored already. */
  readonly duplicates: number;
  /** Names of the sessions, by which those that several sources share count once. */
  readonly sessionKeys: ReadonlySet<string>;
}

/** Why a source was not read at all. */
export type ImportRefusal =
  | { readonly kind: 'refused'; readonly reason: 'encoding'; readonly encoding: ForeignEncoding }
  | { readonly kind: 'refused'; readonly reason: 'unknown-format' }
  | {
      readonly kind: 'refused';
      readonly reason: 'too-large';
      readonly format: ImportFormat;
      readonly limitBytes: number;
    };

const MAX_LINE_BYTES = 67_108_864;
const MAX_DOCUMENT_BYTES = 268_435_456;
/** What stands in a document beside its parts is settings: larger ones are not needed. */
const MAX_HEAD_BYTES = 8_388_608;
const BATCH = 128;
/** So many bytes come at once at the beginning: they tell how the source is written. */
const HEAD_BYTES = 64;

/** Reads a source into a sink. Importing it again adds nothing. Only the sink and the bytes of the source may throw. */
export async function importSource(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<ImportReport | ImportRefusal> {
  const encoding = foreignEncoding(await headOf(source));
  if (encoding !== null) return { kind: 'refused', reason: 'encoding', encoding };
  const open = () => unmarked(source.open());
  const importer = await detectImporter(source.path, open, options.format);
  const tally = new ImportTally(sink, options);
  if (importer === undefined) {
    const isEmpty = await isBlank(open);
    return isEmpty ? tally.report(null) : { kind: 'refused', reason: 'unknown-format' };
  }
  const limitBytes = options.maxDocumentBytes ?? MAX_DOCUMENT_BYTES;
  if (importer.layout.kind === 'binary' && source.sizeBytes > limitBytes) {
    return { kind: 'refused', reason: 'too-large', format: importer.format, limitBytes };
  }
  const head = await documentHead(open, importer);
  const reader = importer.open({ path: source.path, head }, (finding) => tally.take(finding));
  await feed(open, importer, reader, tally, options);
  reader.end();
  await tally.flush();
  return tally.report(importer.format);
}

async function feed(
  open: OpenBytes,
  importer: Importer,
  reader: FormatReader,
  tally: ImportTally,
  options: ImportOptions,
): Promise<void> {
  const maxBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
  const feeder = feederOf(importer, reader, tally, maxBytes);
  let readBytes = 0;
  for await (const chunk of open()) {
    feeder.push(chunk);
    readBytes += chunk.length;
    if (tally.waiting >= BATCH) await tally.flush();
    options.onProgress?.(readBytes);
  }
  feeder.end();
}

interface Feeder {
  push(chunk: Uint8Array): void;
  end(): void;
}

function feederOf({ layout }: Importer, reader: FormatReader, tally: ImportTally, maxBytes: number): Feeder {
  const take = (bytes: Uint8Array): void => {
    const read = readJson(bytes);
    if (read.kind === 'value') reader.take(read.value);
    else if (read.kind === 'malformed') tally.malformed();
  };
  if (layout.kind === 'lines') {
    return new LineSplitter(maxBytes, (line) => (line.kind === 'line' ? take(line.bytes) : tally.malformed()));
  }
  if (layout.kind === 'document') {
    const parts = new DocumentParts(
      maxBytes,
      (key) => key === layout.parts,
      (piece) => {
        if (piece.kind === 'part') take(piece.bytes);
        else if (piece.kind === 'large' && piece.key === layout.parts) tally.malformed();
      },
    );
    return {
      push: (chunk) => parts.push(chunk),
      end: () => {
        if (!parts.isWhole) tally.malformed();
      },
    };
  }
  const pieces: Uint8Array[] = [];
  // A copy, which the `slice` of a Buffer is not.
  return { push: (chunk) => pieces.push(new Uint8Array(chunk)), end: () => reader.takeBytes?.(joinBytes(pieces)) };
}

/** What stands in a document beside its parts, which may lie behind them. */
async function documentHead(open: OpenBytes, { layout }: Importer): Promise<JsonObject> {
  if (layout.kind !== 'document' || layout.parts === null) return {};
  const members: (readonly [string, JsonObject[string]])[] = [];
  const parts = new DocumentParts(
    MAX_HEAD_BYTES,
    (key) => key === layout.parts,
    (piece) => {
      if (piece.kind !== 'member' || piece.key === null) return;
      const read = readJson(piece.bytes);
      if (read.kind === 'value') members.push([piece.key, read.value]);
    },
  );
  for await (const chunk of open()) parts.push(chunk);
  const head = Object.fromEntries(members);
  return isObject(head) ? head : {};
}

async function headOf(source: ByteSource): Promise<Uint8Array> {
  for await (const chunk of wholeHead(source.open(), HEAD_BYTES)) return new Uint8Array(chunk.subarray(0, HEAD_BYTES));
  return new Uint8Array(0);
}

async function isBlank(open: OpenBytes): Promise<boolean> {
  for await (const chunk of open()) if (chunk.some((byte) => byte > 0x20)) return false;
  return true;
}

async function* unmarked(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let isFirst = true;
  for await (const chunk of wholeHead(chunks, HEAD_BYTES)) {
    yield isFirst ? withoutMark(chunk) : chunk;
    isFirst = false;
  }
}
