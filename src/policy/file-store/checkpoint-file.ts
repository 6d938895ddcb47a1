import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { printedText } from '../../base/canonical-json.ts';
import type { ExactObject } from '../../base/exact-json.ts';
import { archiveRecords } from './archive-file.ts';
import type { LockKind } from './exclusive-lock.ts';
import { fileHash } from './file-hash.ts';
import { type LockOptions, lockFile } from './lock-file.ts';
import { requireNoLinks } from './path-check.ts';
import { createFile, replaceFile } from './publish.ts';
import { type FileBytes, readRegularFile } from './read-file.ts';
import { ioError } from './store-error.ts';

/** A checkpoint file while this process holds its lock. `sha256` is that of the file's bytes. */
export interface LockedCheckpoint {
  /** Absolute. */
  readonly path: string;
  readonly lockKind: LockKind;
  /** The file as it is now; undefined when there is none. */
  read(): Promise<FileBytes | undefined>;
  /** Replaces the file atomically by the printed form of the document; durable when it returns. */
  publish(document: ExactObject): Promise<{ readonly sha256: string }>;
  /** Publishes a file that must not exist yet. */
  create(document: ExactObject): Promise<{ readonly sha256: string }>;
  /** Adds records that are about to leave the file to its archive; durable when it returns. */
  archive(records: readonly ExactObject[]): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lock of a checkpoint (its path and `.lock`). No component of the path may be a symbolic link; its folder must
 * exist. Throws CHECKPOINT_BUSY while another process holds the lock, CHECKPOINT_IO for what the file system refuses.
 */
export async function openCheckpointFile(path: string, options: LockOptions = {}): Promise<LockedCheckpoint> {
  const absolute = resolve(path);
  requireNoLinks(absolute);
  requireParent(absolute);
  const lock = await lockFile(`${absolute}.lock`, { holder: `process ${process.pid}`, ...options });
  const write = (install: (path: string, data: string) => void) => async (document: ExactObject) => {
    const text = printedText(document);
    requireNoLinks(absolute);
    install(absolute, text);
    return { sha256: fileHash(text) };
  };
  return {
    path: absolute,
    lockKind: lock.kind,
    read: async () => readRegularFile(absolute),
    publish: write(replaceFile),
    create: write(createFile),
    archive: async (records) => archiveRecords(absolute, records),
    release: () => lock.release(),
  };
}

function requireParent(path: string): void {
  const parent = dirname(path);
  if (statSync(parent, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw ioError(`checkpoint parent is not an existing directory: ${parent}`);
}
