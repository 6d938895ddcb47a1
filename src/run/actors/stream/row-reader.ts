import type { PlainJson } from '../../../base/exact-json.ts';
import { readJson } from '../../../telemetry/import/json-bytes.ts';
import { LineSplitter } from '../../../telemetry/import/lines.ts';

/** Takes bytes as they come; a chunk has to hold only until `push` returns. */
export interface ByteReader {
  push(chunk: Uint8Array): void;
  /** After the last chunk: a line without an end is read as far as it is whole. */
  end(): void;
}

const MAX_LINE_BYTES = 67_108_864;

/** Reads JSON Lines from bytes in chunks of any size; `onMalformed` for each line that is no JSON or overlong. */
export function rowReader(onRow: (row: PlainJson) => void, onMalformed: () => void): ByteReader {
  return new LineSplitter(MAX_LINE_BYTES, (line) => {
    const read = line.kind === 'line' ? readJson(line.bytes) : { kind: 'malformed' as const };
    if (read.kind === 'value') onRow(read.value);
    else if (read.kind === 'malformed') onMalformed();
  });
}
