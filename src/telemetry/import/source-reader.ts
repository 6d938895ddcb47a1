import { joinBytes } from './bytes.ts';
import { DocumentParts } from './document-parts.ts';
import type { Finding, FormatReader, Importer, ImportSource } from './importer.ts';
import { readJson } from './json-bytes.ts';
import { LineSplitter } from './lines.ts';

/** Takes the bytes of a source as they come; a chunk has to hold only until `push` returns. */
export interface SourceReader {
  push(chunk: Uint8Array): void;
  /** After the last chunk: tells of calls that have no result. */
  end(): void;
}

const MAX_PART_BYTES = 67_108_864;

/**
 * Reads a source of a known format, from a disk or from an agent that is still at work: each finding is told through `emit`
 * as soon as the line or element that holds it has come. What cannot be read, or is larger than `maxPartBytes`, is told as a
 * malformed record. Never throws on what it is given.
 *
 * @example
 * ```ts
 * import { IMPORTERS, readSource } from 'praxis/telemetry';
 *
 * const codex = IMPORTERS.find((importer) => importer.name === 'codex-exec');
 * if (codex === undefined) throw new Error('no such importer');
 * const reader = readSource(codex, { path: 'run-1', head: {} }, (finding) => {
 *   if (finding.kind === 'call-started') console.log(finding.call.tool);
 * });
 * process.stdin.on('data', (chunk) => reader.push(chunk)).on('end', () => reader.end());
 * ```
 */
export function readSource(
  importer: Importer,
  source: ImportSource,
  emit: (finding: Finding) => void,
  maxPartBytes: number = MAX_PART_BYTES,
): SourceReader {
  const format = importer.open(source, emit);
  const parts = partsReader(importer, format, () => emit({ kind: 'record', fate: 'malformed' }), maxPartBytes);
  return {
    push: (chunk) => parts.push(chunk),
    end() {
      parts.end();
      format.end();
    },
  };
}

function partsReader(
  { layout }: Importer,
  format: FormatReader,
  malformed: () => void,
  maxPartBytes: number,
): SourceReader {
  const take = (bytes: Uint8Array): void => {
    const read = readJson(bytes);
    if (read.kind === 'value') format.take(read.value);
    else if (read.kind === 'malformed') malformed();
  };
  if (layout.kind === 'lines') {
    return new LineSplitter(maxPartBytes, (line) => (line.kind === 'line' ? take(line.bytes) : malformed()));
  }
  if (layout.kind === 'document') {
    const parts = new DocumentParts(
      maxPartBytes,
      (key) => key === layout.parts,
      (piece) => {
        if (piece.kind === 'part') take(piece.bytes);
        else if (piece.kind === 'large' && piece.key === layout.parts) malformed();
      },
    );
    return {
      push: (chunk) => parts.push(chunk),
      end: () => {
        if (!parts.isWhole) malformed();
      },
    };
  }
  const pieces: Uint8Array[] = [];
  // A copy, which the `slice` of a Buffer is not.
  return { push: (chunk) => pieces.push(new Uint8Array(chunk)), end: () => format.takeBytes?.(joinBytes(pieces)) };
}
