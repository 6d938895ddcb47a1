import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { printedText } from '../../base/canonical-json.ts';
import type { ExactObject } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import type { LockKind } from './exclusive-lock.ts';
import { type LockOptions, lockFile } from './lock-file.ts';
import { requireNoLinks } from './path-check.ts';
import { createFile, replaceFile } from './publish.ts';
import { ioError } from './store-error.ts';
import { systemCode, systemDetail } from './system-detail.ts';

/** A checkpoint file while this process holds its lock. `sha256` is that of the file's bytes. */
export interface LockedCheckpoint {
  /** Absolute. */
  readonly path: string;
  readonly lockKind: LockKind;
  /** The file as it is now; undefined when there is none. */
  read(): Promise<{ readonly bytes: Uint8Array; readonly sha256: string } | undefined>;
  /** Replaces the file atomically by the printed form of the document; durable when it returns. */
  publish(document: ExactObject): Promise<{ readonly sha256: string }>;
  /** Publishes a file that must not exist yet. */
  create(document: ExactObject): Promise<{ readonly sha256: string }>;
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
    return { sha256: sha256Hex(text) };
  };
  return {
    path: absolute,
    lockKind: lock.kind,
    read: async () => readCheckpoint(absolute),
    publish: write(replaceFile),
    create: write(createFile),
    release: () => lock.release(),
  };
}

function requireParent(path: string): void {
  const parent = dirname(path);
  if (statSync(parent, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw ioError(`checkpoint parent is not an existing directory: ${parent}`);
}

function readCheckpoint(path: string): { readonly bytes: Uint8Array; readonly sha256: string } | undefined {
  requireNoLinks(path);
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let descriptor: number;
  try {
    descriptor = openSync(path, flags);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw ioError(`cannot inspect checkpoint file ${path}: ${systemDetail(error, path)}`, error);
  }
  try {
    if (!fstatSync(descriptor).isFile()) throw ioError(`checkpoint is not a regular file: ${path}`);
    const bytes = readFileSync(descriptor);
    return { bytes, sha256: sha256Hex(bytes) };
  } finally {
    closeSync(descriptor);
  }
}
