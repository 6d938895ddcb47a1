import { resolve } from 'node:path';
import { printedText } from '../../base/canonical-json.ts';
import type { ChangeName } from '../checkpoint-journal.ts';
import { readDocument } from '../document.ts';
import type { Change, HeldFile } from '../held-file.ts';
import { archiveRecords } from './archive-file.ts';
import { fileHash } from './file-hash.ts';
import { hasJournal, journalChange } from './journal-file.ts';
import { type LockOptions, lockFile } from './lock-file.ts';
import { requireNoLinks } from './path-check.ts';
import { replaceFile } from './publish.ts';
import { readExistingFile } from './read-file.ts';

export interface ChangeOptions extends LockOptions {
  /** As what the change is told in the journal of the checkpoint, where it keeps one. Left out, it is not told. */
  readonly change?: ChangeName;
}

/** What a change came to; `sha256` is that of the file's bytes now. */
export interface Changed<T> {
  readonly result: T;
  readonly sha256: string;
}

/**
 * Changes a checkpoint file under its lock: one read, `change` decides on those bytes, an atomic publication. A crash leaves
 * the old document or the new one. What `change` throws leaves the file untouched. Throws CHECKPOINT_BUSY while another
 * process holds the lock, CHECKPOINT_IO for what the file system refuses.
 */
export async function changeCheckpoint<T>(
  path: string,
  change: (found: HeldFile) => Change<T>,
  { change: name, ...options }: ChangeOptions = {},
): Promise<Changed<T>> {
  const absolute = resolve(path);
  const lock = await lockFile(`${absolute}.lock`, { holder: `process ${process.pid}`, ...options });
  try {
    const found = { path: absolute, ...readExistingFile(absolute) };
    const made = change(found);
    if (made.kind === 'keep') return { result: made.result, sha256: found.sha256 };
    const text = printedText(made.document);
    const sha256 = fileHash(text);
    archiveRecords(absolute, made.moved);
    if (name !== undefined && hasJournal(absolute)) {
      const before = { sha256: found.sha256, document: readDocument(found.bytes, absolute) };
      journalChange(absolute, name, before, { sha256, document: made.document });
    }
    requireNoLinks(absolute);
    replaceFile(absolute, text);
    return { result: made.result, sha256 };
  } finally {
    await lock.release();
  }
}
