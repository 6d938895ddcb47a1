import { realpathSync } from 'node:fs';
import { PraxisError } from '../../base/errors.ts';
import { systemClock } from '../../host/clock.ts';
import { readEnvironment } from '../../host/environment.ts';
import {
  type FoundFile,
  type FoundFiles,
  findImportFiles,
  type ImportFile,
  PipeTooLargeError,
  pipedFile,
} from '../../host/import-files.ts';
import { sessionFolders } from '../../host/session-folders.ts';
import { isErrno } from '../../host/system-error.ts';
import { systemTextHash } from '../../host/text-hash.ts';
import type { ImportFormat } from '../../telemetry/import/formats.ts';
import { type ImportReport, importSource } from '../../telemetry/import/import-source.ts';
import type { ImportSink } from '../../telemetry/import/importer.ts';
import { takeOverLearning } from '../take-over.ts';
import { inWords, type NoFile, noFile, refused, tooMuch, unreadable } from './import-failure.ts';
import { type OpenLibrary, openLibrary, settle } from './open-library.ts';

export interface ImportRequest {
  readonly cwd: string;
  readonly library: string | null;
  /** Files and folders, perhaps relative to `cwd`; `-` is what comes through `input`. */
  readonly paths: readonly string[];
  readonly input: AsyncIterable<Uint8Array>;
  /** Null: found out for each file. */
  readonly format: ImportFormat | null;
  /** Also sessions that began in other folders. */
  readonly isAll: boolean;
}

export interface ImportWatch {
  onProgress(progress: ImportProgress): void;
  /** Aborts: what was stored stays, and importing again goes on. */
  readonly signal: AbortSignal;
}

/** How far an import has come, told about five times a second once it has taken a second. */
export interface ImportProgress {
  readonly file: string;
  /** Number of the file among all, from 1. */
  readonly n: number;
  readonly files: number;
  /** Over all files. */
  readonly readBytes: number;
  readonly totalBytes: number;
}

/** What became of one file; a file in a folder that is no transcript is left out. */
export interface ImportedFile {
  readonly path: string;
  readonly outcome: ImportReport | { readonly kind: 'failed'; readonly error: PraxisError };
}

export interface Imported {
  readonly files: readonly ImportedFile[];
  /** Files in folders that were of no format. */
  readonly passedOver: number;
  /** Files that were found by another name before, and were read once. */
  readonly again: number;
  /** Folders that hold no transcript, as they were asked for. */
  readonly emptyFolders: readonly string[];
}

const FIRST_MS = 1000;
const EVERY_MS = 200;

/** Imports files into the library that `cwd` belongs to, or the named one. CAPTURE_OFF where nothing may be recorded. */
export async function importFiles(request: ImportRequest, watch: ImportWatch): Promise<Imported> {
  if (readEnvironment().isCaptureOff)
    throw new PraxisError('CAPTURE_OFF', 'PRAXIS_CAPTURE is off: nothing may be recorded', {
      hint: 'Unset PRAXIS_CAPTURE to import.',
    });
  const asked = request.paths.map((name) => ({ name, found: find(name, request) }));
  const entries = asked.flatMap(({ name, found }): readonly (FoundFile | NoFile)[] =>
    found.kind === 'found' ? found.files : [{ kind: found.kind, name }],
  );
  const known = new Set<string>();
  const once = entries.filter((entry) => entry.kind !== 'file' || isNew(known, entry.file.path));
  const opened = await openLibrary(request.cwd, request.library);
  try {
    const importing = new Importing(
      opened,
      request,
      watch,
      once.flatMap((entry) => (entry.kind === 'file' ? [entry.file] : [])),
    );
    const files: ImportedFile[] = [];
    for (const entry of once) {
      if (entry.kind === 'file') files.push(...(await importing.file(entry.file)));
      else files.push({ path: entry.name, outcome: { kind: 'failed', error: noFile(entry) } });
    }
    await settle(opened);
    await takeOverLearning(opened.folder, request.cwd, request.library);
    const emptyFolders = asked.flatMap(({ name, found }) => (isEmptyFolder(found) ? [name] : []));
    return { files, passedOver: importing.passedOver, again: entries.length - once.length, emptyFolders };
  } finally {
    await opened.store.close();
  }
}

/** Standard input has names of its own, under which it cannot be opened where it is a socket. */
function find(name: string, { cwd, input }: ImportRequest): FoundFiles {
  const found = name === '-' ? undefined : findImportFiles(name, cwd);
  if (found !== undefined && (found.kind !== 'no-file' || !/^\/dev\/(?:stdin|fd\/0)$/.test(name))) return found;
  return { kind: 'found', files: [{ kind: 'file', file: pipedFile('-', input) }], isFolder: false };
}

function isNew(known: Set<string>, path: string): boolean {
  const { size } = known;
  return known.add(path).size > size;
}

function isEmptyFolder(found: FoundFiles): boolean {
  return found.kind === 'found' && found.isFolder && found.files.length === 0;
}

class Importing {
  passedOver = 0;
  readonly #opened: OpenLibrary;
  readonly #request: ImportRequest;
  readonly #watch: ImportWatch;
  readonly #sink: ImportSink;
  readonly #belongs: (cwd: string) => boolean;
  readonly #files: number;
  readonly #totalBytes: number;
  #n = 0;
  #doneBytes = 0;
  #nextMs: number;

  constructor(opened: OpenLibrary, request: ImportRequest, watch: ImportWatch, files: readonly ImportFile[]) {
    this.#opened = opened;
    this.#request = request;
    this.#watch = watch;
    this.#sink = opened.store.importSink(systemClock.nowMs);
    this.#belongs = request.isAll ? () => true : sessionFolders(realpathSync(request.cwd));
    this.#files = files.length;
    this.#totalBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
    this.#nextMs = systemClock.monotonicMs() + FIRST_MS;
  }

  async file(file: ImportFile): Promise<readonly ImportedFile[]> {
    this.#n += 1;
    try {
      const report = await importSource(file, this.#sink, {
        format: this.#request.format,
        libraryId: this.#opened.libraryId,
        hash: systemTextHash,
        belongs: (cwd) => cwd === null || this.#belongs(cwd),
        onProgress: (readBytes) => this.#progress(file, readBytes),
      });
      this.#doneBytes += file.sizeBytes;
      if (report.kind === 'imported') return [{ path: file.name, outcome: report }];
      if (!file.isNamed && report.reason === 'unknown-format') {
        this.passedOver += 1;
        return [];
      }
      return [{ path: file.name, outcome: { kind: 'failed', error: refused(inWords(file.name), report) } }];
    } catch (error) {
      if (error instanceof PipeTooLargeError)
        return [{ path: file.name, outcome: { kind: 'failed', error: tooMuch(inWords(file.name), error) } }];
      if (!isErrno(error, 'ENOENT', 'EACCES', 'EPERM', 'EIO', 'EISDIR')) throw error;
      return [{ path: file.name, outcome: { kind: 'failed', error: unreadable(file.name, error) } }];
    }
  }

  #progress(file: ImportFile, readBytes: number): void {
    if (this.#watch.signal.aborted)
      throw new PraxisError('INTERRUPTED', `stopped in ${inWords(file.name)}`, {
        hint: 'What was stored stays; import again to go on.',
      });
    const now = systemClock.monotonicMs();
    if (now < this.#nextMs) return;
    this.#nextMs = now + EVERY_MS;
    this.#watch.onProgress({
      file: file.name,
      n: this.#n,
      files: this.#files,
      readBytes: this.#doneBytes + readBytes,
      totalBytes: this.#totalBytes,
    });
  }
}
