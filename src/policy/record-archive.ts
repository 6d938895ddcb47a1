import { canonicalHash, canonicalText } from '../base/canonical-json.ts';
import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';
import { parseExactJson } from '../base/exact-json-parse.ts';
import { refuse } from './refusal.ts';

/** Human records that were moved out of a checkpoint, as the text of its archive holds them: one entry a line, chained. */
export interface RecordArchive {
  /** The records as they were, each once, oldest first. */
  readonly records: readonly ExactObject[];
  /** SHA-256 of the last entry; null for an empty archive. */
  readonly lastSha256: string | null;
}

/** The archive of a checkpoint from which nothing was moved yet. */
export const EMPTY_ARCHIVE: RecordArchive = Object.freeze({ records: Object.freeze([]), lastSha256: null });

const ENTRY_FIELDS = ['previous_sha256', 'record', 'schema_version', 'sha256'];

/**
 * Reads the whole lines of an archive and checks their chain; refuses one that was edited or that a newer version wrote.
 * `path` is named in messages.
 */
export function readArchive(text: string, path: string): RecordArchive {
  const lines = text.split('\n').slice(0, -1);
  const records = new Map<string, ExactObject>();
  let lastSha256: string | null = null;
  for (const [index, line] of lines.entries()) {
    const label = `${path} line ${index + 1}`;
    const { record, sha256 } = readEntry(line, label, lastSha256);
    const identity = canonicalHash(record);
    if (!records.has(identity)) records.set(identity, record);
    lastSha256 = sha256;
  }
  return { records: Array.from(records.values()), lastSha256 };
}

function readEntry(line: string, label: string, previous: string | null): { record: ExactObject; sha256: string } {
  const parsed = parseExactJson(line);
  if (parsed.kind === 'refused' || !isExactObject(parsed.value)) return refuse(`${label}: is no archived record`);
  const entry = parsed.value;
  if (entry.get('schema_version') !== 1n) return refuse(`${label}: expected an archived record v1`);
  const record = entry.get('record');
  const sha256 = entry.get('sha256');
  if (entry.size !== ENTRY_FIELDS.length || !isExactObject(record) || typeof sha256 !== 'string')
    return refuse(`${label}: is no archived record`);
  const rest = new Map(entry);
  rest.delete('sha256');
  if (entry.get('previous_sha256') !== previous || canonicalHash(rest) !== sha256)
    return refuse(`${label}: the chain of archived records is broken`);
  return { record, sha256 };
}

/** The lines that add records to an archive; those it holds already are left out, so that a repeated move adds nothing. */
export function archiveLines(archive: RecordArchive, moved: readonly ExactObject[]): string {
  const known = new Set(archive.records.map((record) => canonicalHash(record)));
  let previous = archive.lastSha256;
  let text = '';
  for (const record of moved) {
    if (known.has(canonicalHash(record))) continue;
    const entry = new Map<string, ExactJson>([
      ['schema_version', 1n],
      ['previous_sha256', previous],
      ['record', record],
    ]);
    previous = canonicalHash(entry);
    text += `${canonicalText(entry.set('sha256', previous))}\n`;
  }
  return text;
}

/** Whether a record is in the archive: then it was used, and does not count a second time. */
export function isArchived(archive: RecordArchive, record: ExactObject): boolean {
  const identity = canonicalHash(record);
  return archive.records.some((known) => canonicalHash(known) === identity);
}
