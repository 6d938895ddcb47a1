import { readFileSync } from 'node:fs';
import { PraxisError } from '../../base/errors.ts';
import type { ExactObject } from '../../base/exact-json.ts';
import { archiveLines, type RecordArchive, readArchive } from '../record-archive.ts';
import { checked } from '../refusal.ts';
import { decodeUtf8 } from '../utf8.ts';
import { appendFile } from './append-file.ts';
import { readRegularFile } from './read-file.ts';

/** Where the records that were moved out of a checkpoint lie. */
export function archivePath(checkpointPath: string): string {
  return `${checkpointPath}.records.jsonl`;
}

/** The archive of a checkpoint of absolute path; an absent one is empty. Throws CHECKPOINT_INVALID for one that was edited. */
export function readArchiveFile(checkpointPath: string): RecordArchive {
  const path = archivePath(checkpointPath);
  const file = readRegularFile(path);
  return file === undefined ? parsed(new Uint8Array(), path) : parsed(wholeLines(file.bytes), path);
}

/** Adds records to the archive of a checkpoint whose lock is held; durable when it returns. */
export function archiveRecords(checkpointPath: string, records: readonly ExactObject[]): void {
  if (records.length === 0) return;
  const path = archivePath(checkpointPath);
  appendFile(path, (descriptor) => {
    // What a crash cut off was never followed by a publish, so the record it belonged to still stands in the checkpoint.
    const whole = wholeLines(readFileSync(descriptor));
    return { at: whole.length, lines: archiveLines(parsed(whole, path), records) };
  });
}

function wholeLines(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
}

function parsed(whole: Uint8Array, path: string): RecordArchive {
  const decoded = decodeUtf8(whole);
  const result = decoded.kind === 'text' ? checked(() => readArchive(decoded.text, path)) : null;
  if (result?.kind === 'ok') return result.value;
  throw damaged(result === null ? `${path} is not UTF-8` : result.message);
}

function damaged(message: string): PraxisError {
  return new PraxisError('CHECKPOINT_INVALID', message, {
    hint: 'The archive of signed records was changed by another program; restore it before records are moved.',
  });
}
