import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isErrno } from './system-error.ts';

/** A file that may be imported; it is opened as often as it is read. */
export interface ImportFile {
  /** Absolute and real. */
  readonly path: string;
  /** As it was asked for, or below the folder that was. */
  readonly name: string;
  /** 0 where nobody knows before all of it has come. */
  readonly sizeBytes: number;
  /** False: it was found in a folder, where other files may lie. */
  readonly isNamed: boolean;
  /** Its chunks hold until the next one is asked for. */
  open(): AsyncIterable<Uint8Array>;
}

/** What lies at a path that was named or found. `unreadable`: it is there, but the system refuses to show it. */
export type FoundFile =
  | { readonly kind: 'file'; readonly file: ImportFile }
  | { readonly kind: 'unreadable'; readonly name: string; readonly cause: unknown };

export type FoundFiles =
  | { readonly kind: 'found'; readonly files: readonly FoundFile[]; readonly isFolder: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'no-file' };

/** What transcripts are called in folders that hold other things too; packed ones are found so that they are not passed over in silence. */
const TRANSCRIPTS = /\.(?:jsonl|ndjson|json|traj|pb)(?:\.(?:gz|zst|zip))?$/i;
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git']);
const CHUNK_BYTES = 262_144;
const MIN_CHUNK_BYTES = 4096;
/** What comes through a pipe is held, since a source is read more than once. */
const MAX_PIPE_BYTES = 268_435_456;

/** More came through a pipe than can be held. */
export class PipeTooLargeError extends Error {
  readonly limitBytes = MAX_PIPE_BYTES;
}

/**
 * The file or pipe at a path, or the files in a folder and below it that are named like transcripts, in order of their
 * names; links are followed, each folder is looked at once.
 */
export function findImportFiles(name: string, cwd: string): FoundFiles {
  const path = resolve(cwd, name);
  let stat: Stats | undefined;
  try {
    stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return { kind: 'missing' };
    if (stat.isFile()) return one(importFile(path, name, stat.size, true));
    if (stat.isFIFO() || stat.isCharacterDevice()) return one(pipedFile(name, chunksOf(path, CHUNK_BYTES)));
  } catch (error) {
    if (!isErrno(error, ...UNREADABLE)) throw error;
    return { kind: 'found', files: [{ kind: 'unreadable', name, cause: error }], isFolder: false };
  }
  if (!stat.isDirectory()) return { kind: 'no-file' };
  return { kind: 'found', files: [...filesBelow(path, name, new Set())], isFolder: true };
}

/** What comes through a pipe, as a file; it is read when it is opened first. */
export function pipedFile(name: string, chunks: AsyncIterable<Uint8Array>): ImportFile {
  let held: Promise<readonly Uint8Array[]> | undefined;
  return {
    path: name,
    name,
    sizeBytes: 0,
    isNamed: true,
    async *open() {
      held ??= heldChunks(chunks);
      yield* await held;
    },
  };
}

const UNREADABLE = ['EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EIO'] as const;

function one(file: ImportFile): FoundFiles {
  return { kind: 'found', files: [{ kind: 'file', file }], isFolder: false };
}

async function heldChunks(chunks: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_PIPE_BYTES) throw new PipeTooLargeError();
    held.push(new Uint8Array(chunk));
  }
  return held;
}

function* filesBelow(folder: string, name: string, seen: Set<string>): Generator<FoundFile> {
  let entries: readonly Dirent[];
  try {
    const real = realpathSync(folder);
    if (seen.has(real)) return;
    seen.add(real);
    entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    // Gone meanwhile, it holds nothing for us.
    if (!isErrno(error, 'ENOENT')) yield { kind: 'unreadable', name, cause: error };
    return;
  }
  for (const entry of entries) {
    if (SKIPPED.has(entry.name)) continue;
    const isTranscript = TRANSCRIPTS.test(entry.name);
    if (!entry.isDirectory() && !entry.isSymbolicLink() && !(entry.isFile() && isTranscript)) continue;
    yield* foundBelow(join(folder, entry.name), join(name, entry.name), isTranscript, seen);
  }
}

function* foundBelow(path: string, name: string, isTranscript: boolean, seen: Set<string>): Generator<FoundFile> {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) yield* filesBelow(path, name, seen);
    else if (stat?.isFile() === true && isTranscript)
      yield { kind: 'file', file: importFile(path, name, stat.size, false) };
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) yield { kind: 'unreadable', name, cause: error };
  }
}

function importFile(path: string, name: string, sizeBytes: number, isNamed: boolean): ImportFile {
  const real = realpathSync(path);
  return { path: real, name, sizeBytes, isNamed, open: () => chunksOf(real, sizeBytes) };
}

/** Each chunk holds until the next one: all are read into the same memory. The file may have grown beyond `sizeBytes`. */
async function* chunksOf(path: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const buffer = new Uint8Array(Math.min(CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, sizeBytes)));
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
