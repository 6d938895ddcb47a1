import { basename } from 'node:path';
import { sortedByCodePoint } from '../base/code-point-order.ts';
import { PraxisError } from '../base/errors.ts';
import { findImportFiles, type ImportFile, PipeTooLargeError } from '../host/import-files.ts';
import { isErrno } from '../host/system-error.ts';
import { systemTextHash } from '../host/text-hash.ts';
import type { EvaluationRun } from '../learning/evaluate/evaluation-run.ts';
import { type ReadSession, recordedRuns } from '../learning/evaluate/recorded-runs.ts';
import { floorEncoder } from '../models/floor-encoder.ts';
import type { ImportFormat } from '../telemetry/import/formats.ts';
import { importSource } from '../telemetry/import/import-source.ts';
import { MemoryImportSink } from '../telemetry/import/memory-import-sink.ts';
import { inWords, noFile, refused, tooMuch, unreadable } from './telemetry/import-failure.ts';

/** What reading needs to be told. */
export interface EvalFileRequest {
  readonly cwd: string;
  /** Null: found out for each file. */
  readonly format: ImportFormat | null;
  readonly signal: AbortSignal;
  onFile(name: string): void;
}

/** Files that were read for an evaluation. */
export interface EvalFiles {
  readonly sessions: readonly ReadSession[];
  readonly files: number;
  /** Files in folders that were of no format. */
  readonly passedOver: number;
  /** Records that could not be read. */
  readonly malformed: number;
  /** The last name of the file of each session. */
  readonly fileOf: ReadonlyMap<string, string>;
}

/** An agent configuration and where it is found. */
export interface NamedConfiguration {
  readonly id: string;
  readonly files: readonly string[];
}

/** Reads files and folders of transcripts; nothing is stored. What was named and cannot be read is an error. */
export async function readEvalFiles(paths: readonly string[], request: EvalFileRequest): Promise<EvalFiles> {
  const sink = new MemoryImportSink();
  const files = new Map(paths.flatMap((name) => filesAt(name, request.cwd)).map((file) => [file.path, file]));
  const fileOf = new Map<string, string>();
  let passedOver = 0;
  let malformed = 0;
  for (const file of files.values()) {
    request.onFile(file.name);
    const known = sink.sessions.length;
    const report = await readFile(file, sink, request);
    for (const { sessionId } of sink.sessions.slice(known)) fileOf.set(sessionId, basename(file.name));
    if (report === null) passedOver++;
    else malformed += report.malformed;
  }
  return { sessions: sessionsOf(sink), files: files.size - passedOver, passedOver, malformed, fileOf };
}

/** The runs of sessions that are read together: names mean the same in all of them. */
export function runsOf(sessions: readonly ReadSession[]): readonly EvaluationRun[] {
  return recordedRuns(sessions, floorEncoder);
}

/** The agent configurations of runs, each with the files (their last names) that it is found in. */
export function namedConfigurations(
  runs: readonly EvaluationRun[],
  fileOf: ReadonlyMap<string, string>,
): readonly NamedConfiguration[] {
  const files = new Map<string, Set<string>>();
  for (const { trajectory } of runs) {
    const { agentConfigId: id, sessionId } = trajectory;
    files.set(id, (files.get(id) ?? new Set<string>()).add(fileOf.get(sessionId) ?? sessionId));
  }
  return sortedByCodePoint(files.keys()).map((id) => ({ id, files: sortedByCodePoint(files.get(id) ?? []) }));
}

function filesAt(name: string, cwd: string): readonly ImportFile[] {
  const found = findImportFiles(name, cwd);
  if (found.kind !== 'found') throw noFile({ kind: found.kind, name });
  const files = found.files.map((one) => {
    if (one.kind !== 'file') throw noFile(one);
    return one.file;
  });
  if (files.length === 0)
    throw new PraxisError('IMPORT_IO', `there is no transcript in ${name}`, {
      hint: 'Name files of recorded runs, or folders that hold them.',
    });
  return files;
}

/** Null: a file in a folder that is no transcript. */
async function readFile(file: ImportFile, sink: MemoryImportSink, { format, signal }: EvalFileRequest) {
  try {
    const report = await importSource(file, sink, {
      format,
      libraryId: 'evaluation',
      hash: systemTextHash,
      belongs: () => true,
      onProgress: () => stopIfAsked(signal),
    });
    if (report.kind === 'imported') return report;
    if (!file.isNamed && report.reason === 'unknown-format') return null;
    throw refused(inWords(file.name), report);
  } catch (error) {
    if (error instanceof PipeTooLargeError) throw tooMuch(inWords(file.name), error);
    if (isErrno(error, 'ENOENT', 'EACCES', 'EPERM', 'EIO', 'EISDIR')) throw unreadable(file.name, error);
    throw error;
  }
}

/** INTERRUPTED where the work was called off. */
export function stopIfAsked(signal: AbortSignal): void {
  if (signal.aborted)
    throw new PraxisError('INTERRUPTED', 'the evaluation was stopped; nothing was written', {
      hint: 'Fewer draws take less time: --draws 50.',
    });
}

function sessionsOf(sink: MemoryImportSink): readonly ReadSession[] {
  const records = new Map<string, ReadSession['records'][number][]>();
  for (const record of sink.records) {
    const known = records.get(record.sessionId) ?? [];
    records.set(record.sessionId, known);
    known.push(record);
  }
  const users = new Map(sink.sessions.map((one) => [one.sessionId, one.userHash ?? null]));
  return [...records].map(([sessionId, own]) => ({ sessionId, records: own, userHash: users.get(sessionId) ?? null }));
}
