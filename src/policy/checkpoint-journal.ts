import { canonicalHash, canonicalText, printedText } from '../base/canonical-json.ts';
import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';
import { parseExactJson } from '../base/exact-json-parse.ts';
import { sha256Hex } from '../base/sha256.ts';
import { patchBetween, patched } from './document-patch.ts';
import { refuse } from './refusal.ts';

const CHANGE_NAMES = ['create', 'migrate', 'advance', 'observe', 'sign'] as const;
/** What changed a checkpoint. */
export type ChangeName = (typeof CHANGE_NAMES)[number];

/** A checkpoint as a file holds it; `sha256` is that of the file's bytes. */
export interface StoredCheckpoint {
  readonly sha256: string;
  readonly document: ExactObject;
}

/** One change of a checkpoint, as its journal tells it. */
export interface JournalEntry {
  readonly change: ChangeName;
  /** SHA-256 of the file before; null where there was none. */
  readonly beforeSha256: string | null;
  /** SHA-256 of the file after. */
  readonly afterSha256: string;
  /** How many places of the document changed; null where the whole of it is told anew. */
  readonly steps: number | null;
}

/** What the next entry has to know of the last one. */
export type JournalEnd = Pick<JournalEntry, 'beforeSha256' | 'afterSha256'> & { readonly entrySha256: string };

/** Every change of a checkpoint, and what it came to. */
export interface CheckpointJournal {
  readonly entries: readonly JournalEntry[];
  /** The checkpoint after the last entry; null for an empty journal. */
  readonly last: StoredCheckpoint | null;
}

const FIELDS = ['after_sha256', 'before_sha256', 'change', 'entry_sha256', 'previous_entry_sha256', 'schema_version'];

/**
 * The line that tells of a change. Only what changed is in it where the journal knows the checkpoint before, else the whole
 * document: another program may have written the file meanwhile.
 */
export function journalLine(
  end: JournalEnd | null,
  change: ChangeName,
  before: StoredCheckpoint | null,
  after: StoredCheckpoint,
): string {
  const isKnown = before !== null && (before.sha256 === end?.afterSha256 || before.sha256 === end?.beforeSha256);
  const told: readonly [string, ExactJson] =
    before !== null && isKnown
      ? ['patch', patchBetween(before.document, after.document)]
      : ['document', after.document];
  const entry = new Map<string, ExactJson>([
    ['schema_version', 1n],
    ['previous_entry_sha256', end?.entrySha256 ?? null],
    ['change', change],
    ['before_sha256', before?.sha256 ?? null],
    told,
    ['after_sha256', after.sha256],
  ]);
  return `${canonicalText(entry.set('entry_sha256', canonicalHash(entry)))}\n`;
}

/** What the last line of a journal says for the next one; refuses a line that was edited. */
export function journalEnd(line: string, path: string): JournalEnd {
  const { entry, entrySha256 } = readEntry(line, `${path} last line`);
  return { beforeSha256: entry.beforeSha256, afterSha256: entry.afterSha256, entrySha256 };
}

/**
 * Reads the whole lines of a journal, checks their chain and makes every checkpoint anew: each must have the hash that its
 * entry names. A change that a crash kept from the file is told again by the entry after it.
 */
export function readCheckpointJournal(text: string, path: string): CheckpointJournal {
  const entries: JournalEntry[] = [];
  let previous: string | null = null;
  let known: readonly StoredCheckpoint[] = [];
  for (const [index, line] of text.split('\n').slice(0, -1).entries()) {
    const label = `${path} line ${index + 1}`;
    const { entry, entrySha256, previousEntry, told } = readEntry(line, label);
    if (previousEntry !== previous) refuse(`${label}: the chain of changes is broken`);
    const before = known.find(({ sha256 }) => sha256 === entry.beforeSha256);
    const after = { sha256: entry.afterSha256, document: documentAfter(told, before, label) };
    if (sha256Hex(printedText(after.document)) !== after.sha256) refuse(`${label}: leads to another checkpoint`);
    entries.push(entry);
    previous = entrySha256;
    known = before === undefined ? [after] : [after, before];
  }
  return { entries, last: known[0] ?? null };
}

interface ReadEntry {
  readonly entry: JournalEntry;
  readonly entrySha256: string;
  readonly previousEntry: ExactJson;
  /** A document, or the steps of a patch. */
  readonly told: ExactObject | readonly ExactJson[];
}

function readEntry(line: string, label: string): ReadEntry {
  const parsed = parseExactJson(line);
  if (parsed.kind === 'refused' || !isExactObject(parsed.value))
    return refuse(`${label}: is no change of a checkpoint`);
  const members = parsed.value;
  if (members.get('schema_version') !== 1n) refuse(`${label}: expected a change v1`);
  const change = CHANGE_NAMES.find((name) => name === members.get('change'));
  const before = members.get('before_sha256') ?? null;
  const after = members.get('after_sha256');
  const told = members.get('document') ?? members.get('patch') ?? null;
  const isWhole = isExactObject(told);
  const hasFields = members.size === FIELDS.length + 1 && FIELDS.every((name) => members.has(name));
  if (
    !hasFields ||
    change === undefined ||
    (before !== null && typeof before !== 'string') ||
    typeof after !== 'string' ||
    !(isWhole || Array.isArray(told))
  )
    return refuse(`${label}: is no change of a checkpoint`);
  const rest = new Map(members);
  rest.delete('entry_sha256');
  const entrySha256 = canonicalHash(rest);
  if (members.get('entry_sha256') !== entrySha256) refuse(`${label}: was edited`);
  return {
    entry: { change, beforeSha256: before, afterSha256: after, steps: isWhole ? null : told.length },
    entrySha256,
    previousEntry: members.get('previous_entry_sha256') ?? null,
    told,
  };
}

function documentAfter(told: ReadEntry['told'], before: StoredCheckpoint | undefined, label: string): ExactObject {
  if (isExactObject(told)) return told;
  if (before === undefined) return refuse(`${label}: changes a checkpoint that is not told of`);
  return patched(before.document, told as readonly ExactJson[]);
}
