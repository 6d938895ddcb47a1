import { fstatSync, lstatSync, readSync } from 'node:fs';
import { PraxisError } from '../../base/errors.ts';
import {
  type ChangeName,
  type CheckpointJournal,
  journalEnd,
  journalLine,
  readCheckpointJournal,
  type StoredCheckpoint,
} from '../checkpoint-journal.ts';
import { type Checked, checked } from '../refusal.ts';
import { decodeUtf8 } from '../utf8.ts';
import { appendFile } from './append-file.ts';
import { readRegularFile } from './read-file.ts';

const CHUNK_BYTES = 65_536;
const LINE_END = 0x0a;

/** Where the changes of a checkpoint are told. */
export function journalPath(checkpointPath: string): string {
  return `${checkpointPath}.journal.jsonl`;
}

/** Whether the changes of a checkpoint are told anywhere. */
export function hasJournal(checkpointPath: string): boolean {
  return lstatSync(journalPath(checkpointPath), { throwIfNoEntry: false }) !== undefined;
}

/** Tells of a change of a checkpoint whose lock is held, before it is made; durable when it returns. */
export function journalChange(
  checkpointPath: string,
  change: ChangeName,
  before: StoredCheckpoint | null,
  after: StoredCheckpoint,
): void {
  const path = journalPath(checkpointPath);
  appendFile(path, (descriptor) => {
    const { line, at } = lastLine(descriptor);
    const end = line === null ? null : taken(checked(() => journalEnd(line, path)));
    return { at, lines: journalLine(end, change, before, after) };
  });
}

/** The journal of a checkpoint of absolute path; an absent one is empty. Throws CHECKPOINT_INVALID for one that was edited. */
export function readJournalFile(checkpointPath: string): CheckpointJournal {
  const path = journalPath(checkpointPath);
  const { bytes } = readRegularFile(path) ?? { bytes: new Uint8Array() };
  const decoded = decodeUtf8(bytes.subarray(0, bytes.lastIndexOf(LINE_END) + 1));
  if (decoded.kind === 'refused') throw damaged(`${path} is not UTF-8`);
  return taken(checked(() => readCheckpointJournal(decoded.text, path)));
}

/** The last whole line of a file, read from its end, and where the next one begins. */
function lastLine(descriptor: number): { readonly line: string | null; readonly at: number } {
  let tail: Buffer = Buffer.alloc(0);
  let start = fstatSync(descriptor).size;
  while (start > 0 && tail.subarray(0, tail.lastIndexOf(LINE_END)).lastIndexOf(LINE_END) === -1) {
    const length = Math.min(CHUNK_BYTES, start);
    const chunk = Buffer.alloc(length);
    start -= length;
    readSync(descriptor, chunk, 0, length, start);
    tail = Buffer.concat([chunk, tail]);
  }
  const end = tail.lastIndexOf(LINE_END);
  if (end === -1) return { line: null, at: 0 };
  const whole = tail.subarray(0, end);
  return { line: whole.subarray(whole.lastIndexOf(LINE_END) + 1).toString(), at: start + end + 1 };
}

function taken<T>(result: Checked<T>): T {
  if (result.kind === 'ok') return result.value;
  throw damaged(result.message);
}

function damaged(message: string): PraxisError {
  return new PraxisError('CHECKPOINT_INVALID', message, {
    hint: 'The journal was changed by another program: restore it, or move it aside to begin a new one.',
  });
}
