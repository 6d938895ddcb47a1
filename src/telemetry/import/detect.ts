import type { PlainJson } from '../../base/exact-json.ts';
import { DocumentParts } from './document-parts.ts';
import type { ImportFormat } from './formats.ts';
import type { Importer } from './importer.ts';
import { readJson } from './json-bytes.ts';
import { type FoundLine, LineSplitter } from './lines.ts';
import { IMPORTERS } from './registry.ts';

/** Opens the bytes of a source from their beginning, without a byte-order mark. */
export type OpenBytes = () => AsyncIterable<Uint8Array>;

/** Bytes of lines that are looked at before the source is tried as one document. */
const WINDOW_BYTES = 4_194_304;
/** So many lines of one format settle it. */
const ENOUGH_VOTES = 8;
const MAX_LINE_BYTES = 16_777_216;
/** Larger members and parts tell nothing more of the form of a document. */
const MAX_SAMPLE_BYTES = 1_048_576;
const SAMPLES = 3;

/**
 * Which importer reads a source that begins with the bytes of `head`, of those of `format` where one is named; undefined where none knows it and none is named.
 * Many lines are asked, since files begin with records of any type; then the outline of a document. A source of one line
 * may be either: it is a document unless its name says lines.
 */
export async function detectImporter(
  path: string,
  head: Uint8Array,
  open: OpenBytes,
  format: ImportFormat | null,
): Promise<Importer | undefined> {
  const candidates = format === null ? IMPORTERS : IMPORTERS.filter((importer) => importer.format === format);
  const binary = candidates.find(({ layout }) => layout.kind === 'binary' && layout.claims(head));
  if (binary !== undefined) return binary;
  const isLines = /\.(?:jsonl|ndjson)$/i.test(path);
  const early = await mostVoted(open, candidates, WINDOW_BYTES);
  if (early.importer !== undefined && (isLines || early.lines > 1)) return early.importer;
  const document = isLines ? undefined : await claimedDocument(open, candidates);
  const found = document ?? early.importer ?? (await mostVoted(open, candidates, Number.POSITIVE_INFINITY)).importer;
  return found ?? (format === null ? undefined : candidates[0]);
}

interface Vote {
  readonly importer: Importer | undefined;
  /** Lines that hold a value. */
  readonly lines: number;
}

async function mostVoted(open: OpenBytes, candidates: readonly Importer[], limit: number): Promise<Vote> {
  const votes = new Map<Importer, number>();
  let most = 0;
  let values = 0;
  const count = (line: FoundLine): void => {
    if (most >= ENOUGH_VOTES) return;
    const read = line.kind === 'line' ? readJson(line.bytes) : undefined;
    if (read?.kind !== 'value') return;
    values += 1;
    for (const importer of candidates) {
      if (importer.layout.kind !== 'lines' || !importer.layout.claims(read.value)) continue;
      const given = (votes.get(importer) ?? 0) + 1;
      votes.set(importer, given);
      most = Math.max(most, given);
    }
  };
  const lines = new LineSplitter(MAX_LINE_BYTES, count);
  let seen = 0;
  for await (const chunk of open()) {
    lines.push(chunk);
    seen += chunk.length;
    if (most >= ENOUGH_VOTES || seen >= limit) break;
  }
  if (seen < limit) lines.end();
  return { importer: [...votes].find(([, count]) => count === most)?.[0], lines: values };
}

async function claimedDocument(open: OpenBytes, candidates: readonly Importer[]): Promise<Importer | undefined> {
  const members: Record<string, PlainJson> = Object.create(null);
  const lists = new Map<string | null, PlainJson[]>();
  const found: { importer: Importer | undefined } = { importer: undefined };
  const look = (outline: PlainJson): void => {
    found.importer ??= candidates.find(({ layout }) => layout.kind === 'document' && layout.claims(outline));
  };
  const parts = new DocumentParts(
    MAX_SAMPLE_BYTES,
    () => true,
    (piece) => {
      if (piece.kind === 'large' || found.importer !== undefined) return;
      const list = lists.get(piece.key) ?? [];
      if (piece.kind === 'part' && list.length >= SAMPLES) return;
      const read = readJson(piece.bytes);
      if (read.kind !== 'value') return;
      if (piece.kind === 'part') {
        list.push(read.value);
        lists.set(piece.key, list);
      }
      if (piece.key !== null) members[piece.key] = piece.kind === 'part' ? list : read.value;
      look(piece.key === null ? list : members);
    },
  );
  for await (const chunk of open()) {
    parts.push(chunk);
    if (found.importer !== undefined || parts.isBroken) break;
  }
  return found.importer;
}
