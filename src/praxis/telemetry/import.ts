import { realpathSync } from 'node:fs';
import { PraxisError } from '../../base/errors.ts';
import { systemClock } from '../../host/clock.ts';
import { readEnvironment } from '../../host/environment.ts';
import { findImportFiles, type ImportFile } from '../../host/import-files.ts';
import { sessionFolders } from '../../host/session-folders.ts';
import { isErrno, systemSays } from '../../host/system-error.ts';
import type { ImportFormat } from '../../telemetry/import/formats.ts';
import { type ImportRefusal, type ImportReport, importSource } from '../../telemetry/import/import-source.ts';
import type { ImportSink } from '../../telemetry/import/importer.ts';
import { type OpenLibrary, openLibrary, settle } from './open-library.ts';

export interface ImportRequest {
  readonly cwd: string;
  readonly library: string | null;
  /** Files and folders, perhaps relative to `cwd`. */
  readonly paths: readonly string[];
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
}

const FIRST_MS = 1000;
const EVERY_MS = 200;

/** Imports files into the library that `cwd` belongs to, or the named one. CAPTURE_OFF where nothing may be recorded. */
export async function importFiles(request: ImportRequest, watch: ImportWatch): Promise<Imported> {
  if (readEnvironment().isCaptureOff)
    throw new PraxisError('CAPTURE_OFF', 'PRAXIS_CAPTURE is off: nothing may be recorded', {
      hint: 'Unset PRAXIS_CAPTURE to import.',
    });
  const found = request.paths.map((name) => ({ name, files: findImportFiles(name, request.cwd) }));
  const opened = await openLibrary(request.cwd, request.library);
  try {
    const total = found.flatMap(({ files }) => (files.kind === 'found' ? files.files : []));
    const importing = new Importing(opened, request, watch, total);
    const files: ImportedFile[] = [];
    for (const { name, files: these } of found) {
      if (these.kind === 'found') for (const file of these.files) files.push(...(await importing.file(file)));
      else files.push({ path: name, outcome: { kind: 'failed', error: noFile(name, these.kind) } });
    }
    await settle(opened);
    return { files, passedOver: importing.passedOver };
  } finally {
    await opened.store.close();
  }
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
        belongs: (cwd) => cwd === null || this.#belongs(cwd),
        onProgress: (readBytes) => this.#progress(file, readBytes),
      });
      this.#doneBytes += file.sizeBytes;
      if (report.kind === 'imported') return [{ path: file.name, outcome: report }];
      if (!file.isNamed && report.reason === 'unknown-format') {
        this.passedOver += 1;
        return [];
      }
      return [{ path: file.name, outcome: { kind: 'failed', error: refused(file.name, report) } }];
    } catch (error) {
      if (!isErrno(error, 'ENOENT', 'EACCES', 'EPERM', 'EIO', 'EISDIR')) throw error;
      return [{ path: file.name, outcome: { kind: 'failed', error: unreadable(file.name, error) } }];
    }
  }

  #progress(file: ImportFile, readBytes: number): void {
    if (this.#watch.signal.aborted)
      throw new PraxisError('INTERRUPTED', `stopped in ${file.name}`, {
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

function noFile(name: string, kind: 'missing' | 'no-file'): PraxisError {
  return new PraxisError('IMPORT_IO', kind === 'missing' ? `there is no ${name}` : `${name} is no file and no folder`, {
    hint: 'Name files or folders of transcripts.',
  });
}

function unreadable(name: string, cause: unknown): PraxisError {
  return new PraxisError('IMPORT_IO', `cannot read ${name}: ${systemSays(cause)}`, {
    hint: 'See that it can be read.',
    cause,
  });
}

function refused(name: string, refusal: ImportRefusal): PraxisError {
  switch (refusal.reason) {
    case 'encoding':
      return new PraxisError('IMPORT_ENCODING', `${name} is ${refusal.encoding}, not JSON in UTF-8`, {
        hint: refusal.encoding.startsWith('UTF') ? 'Convert it to UTF-8.' : 'Unpack it first.',
      });
    case 'too-large': {
      const limit = Math.round(refusal.limitBytes / 1_048_576);
      return new PraxisError(
        'IMPORT_TOO_LARGE',
        `${name} holds more than ${limit} MB of ${refusal.format} in one piece`,
        {
          hint: 'Export it in smaller pieces.',
        },
      );
    }
    default:
      return new PraxisError('IMPORT_FORMAT_UNKNOWN', `${name} is of no format that can be imported`, {
        hint: 'Name its format with --format if it is one of those that `praxis telemetry import --help` lists.',
      });
  }
}
