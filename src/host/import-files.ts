import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isErrno } from './system-error.ts';

/** A file that may be imported; it is opened as often as it is read. */
export interface ImportFile {
  /** Absolute and real. */
  readonly path: string;
  /** As it was asked for, or below the folder that was. */
  readonly name: string;
  readonly sizeBytes: number;
  /** False: it was found in a folder, where other files may lie. */
  readonly isNamed: boolean;
  /** Its chunks hold until the next one is asked for. */
  open(): AsyncIterable<Uint8Array>;
}

export type FoundFiles =
  | { readonly kind: 'found'; readonly files: readonly ImportFile[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'no-file' };

/** What transcripts are called, in folders that hold other things too. */
const TRANSCRIPTS = /\.(?:jsonl|ndjson|json|traj|pb)$/i;
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git']);
const CHUNK_BYTES = 262_144;
const MIN_CHUNK_BYTES = 4096;

/** The file at a path, or those in a folder and below it that are named like transcripts, in order of their names. */
export function findImportFiles(name: string, cwd: string): FoundFiles {
  const path = resolve(cwd, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { kind: 'missing' };
  if (stat.isFile()) return { kind: 'found', files: [importFile(path, name, stat.size, true)] };
  if (!stat.isDirectory()) return { kind: 'no-file' };
  return { kind: 'found', files: [...filesBelow(path, name)] };
}

function* filesBelow(folder: string, name: string): Generator<ImportFile> {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    const shown = join(name, entry.name);
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* filesBelow(path, shown);
    if (!entry.isFile() || !TRANSCRIPTS.test(entry.name)) continue;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined) yield importFile(path, shown, stat.size, false);
  }
}

/** A folder that may not be read, or has gone meanwhile, holds nothing for us. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isErrno(error, 'EACCES', 'EPERM', 'ENOENT')) return [];
    throw error;
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
