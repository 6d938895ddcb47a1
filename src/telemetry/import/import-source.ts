import type { TextHash } from '../../base/sha256.ts';
import { type ForeignEncoding, foreignEncoding, wholeHead, withoutMark } from './bytes.ts';
import { detectImporter, type OpenBytes } from './detect.ts';
import { DocumentParts } from './document-parts.ts';
import type { ImportFormat } from './formats.ts';
import { ImportTally } from './import-tally.ts';
import type { ImportCounts, Importer, ImportSink } from './importer.ts';
import { readJson } from './json-bytes.ts';
import { isObject, type JsonObject } from './json-view.ts';
import { readSource } from './source-reader.ts';

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
  /** For the ids of records; absent: the one that runs everywhere. */
  readonly hash?: TextHash;
  /** Whether a session that began in this folder (null: unknown) is stored; others are only counted. */
  belongs(cwd: string | null): boolean;
  /** Told often how far the reading has come, in bytes; what it throws ends the import. */
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
  /** The format was named, and nothing in the source is of it. */
  | { readonly kind: 'refused'; readonly reason: 'other-format'; readonly format: ImportFormat }
  | {
      readonly kind: 'refused';
      readonly reason: 'too-large';
      readonly format: ImportFormat;
      readonly limitBytes: number;
    };

const MAX_DOCUMENT_BYTES = 268_435_456;
/** What stands in a document beside its parts is settings: larger ones are not needed. */
const MAX_HEAD_BYTES = 8_388_608;
const BATCH = 128;
/** So many bytes at the beginning tell how a source is written. */
const HEAD_BYTES = 64;

/** Reads a source into a sink. Importing it again adds nothing. Only the sink and the bytes of the source may throw. */
export async function importSource(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<ImportReport | ImportRefusal> {
  const head = await headOf(source);
  const encoding = foreignEncoding(head);
  if (encoding !== null) return { kind: 'refused', reason: 'encoding', encoding };
  let readBytes = 0;
  const open = () => watched(unmarked(source.open()), () => options.onProgress?.(readBytes));
  const tally = new ImportTally(sink, options);
  if (await isBlank(open)) return tally.report(null);
  const importer = await detectImporter(source.path, head, open, options.format);
  if (importer === undefined) return { kind: 'refused', reason: 'unknown-format' };
  const limitBytes = options.maxDocumentBytes ?? MAX_DOCUMENT_BYTES;
  if (importer.layout.kind === 'binary' && source.sizeBytes > limitBytes) {
    return { kind: 'refused', reason: 'too-large', format: importer.format, limitBytes };
  }
  const known = { path: source.path, head: await documentHead(open, importer) };
  const reader = readSource(importer, known, (finding) => tally.take(finding), options.maxLineBytes);
  for await (const chunk of open()) {
    reader.push(chunk);
    readBytes += chunk.length;
    if (tally.waiting >= BATCH) await tally.flush();
  }
  reader.end();
  if (options.format !== null && tally.isForeign)
    return { kind: 'refused', reason: 'other-format', format: options.format };
  await tally.flush();
  return tally.report(importer.format);
}

/** The members of a document beside its parts, which may lie behind them. */
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

/** White space, and the zeros of a file that was made long before it was filled. */
const BLANK: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20]);

async function isBlank(open: OpenBytes): Promise<boolean> {
  for await (const chunk of open()) if (chunk.some((byte) => !BLANK.has(byte))) return false;
  return true;
}

/** A source is read more than once: in each reading it is told that it goes on. */
async function* watched(chunks: AsyncIterable<Uint8Array>, onChunk: () => void): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    onChunk();
    yield chunk;
  }
}

async function* unmarked(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let isFirst = true;
  for await (const chunk of wholeHead(chunks, HEAD_BYTES)) {
    yield isFirst ? withoutMark(chunk) : chunk;
    isFirst = false;
  }
}
