import { type ErrorDocument, EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { Imported, ImportedFile, ImportProgress } from '../../praxis/telemetry/import.ts';
import type { ImportFormat } from '../../telemetry/import/formats.ts';
import type { ImportReport } from '../../telemetry/import/import-source.ts';
import { counted } from '../counted.ts';
import { printFailure } from '../failure.ts';
import { interruptible } from '../interrupt.ts';
import type { CommandIo } from '../io.ts';
import { loadTelemetryDoor } from '../load-door.ts';
import { standardInput } from '../standard-input.ts';
import { oneLine, table } from '../table.ts';

export interface ImportFlags {
  readonly format?: ImportFormat | 'auto' | undefined;
  readonly all: boolean;
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis telemetry import PATH…`: exit 2 where a path could not be read as a transcript; the others are imported. */
export async function telemetryImport(io: CommandIo, flags: ImportFlags, ...paths: string[]): Promise<ExitCode> {
  if (paths.includes(''))
    throw new PraxisError('USAGE', 'a path is empty', { hint: 'Name files or folders; `.` is this folder.' });
  if (paths.includes('-') && io.stdinIsTerminal) io.stderr('Reading a transcript from the terminal; Ctrl-D ends.\n');
  const door = await loadTelemetryDoor();
  const format = flags.format === undefined || flags.format === 'auto' ? null : flags.format;
  const input = standardInput('Give a transcript: `praxis telemetry import - < session.jsonl`.');
  const request = { cwd: io.cwd, library: flags.library ?? null, paths, input, format, isAll: flags.all };
  const screen = progressLine(io);
  const imported = await interruptible(
    io,
    (signal) => door.importFiles(request, { signal, onProgress: screen.show }),
    'storing what was read',
  ).finally(screen.clear);
  const document = importDocument(imported);
  io.stdout(flags.json ? `${JSON.stringify(document)}\n` : report(document));
  for (const { error } of failures(imported)) printFailure(io, error);
  io.stderr(words(document, imported));
  return failures(imported)[0]?.error.exit ?? EXIT.ok;
}

interface Counts {
  readonly sessions: number;
  readonly trajectories: number;
  readonly events: number;
  readonly errors_seen: number;
  readonly records: number;
  readonly skipped: { readonly unknown: number; readonly malformed: number; readonly elsewhere: number };
  readonly duplicates: number;
}

interface ImportDocument extends Partial<ErrorDocument> {
  readonly files: readonly (Counts &
    Partial<ErrorDocument> & { readonly path: string; readonly format: ImportFormat | null })[];
  readonly totals: Counts;
}

const NOTHING: Counts = {
  sessions: 0,
  trajectories: 0,
  events: 0,
  errors_seen: 0,
  records: 0,
  skipped: { unknown: 0, malformed: 0, elsewhere: 0 },
  duplicates: 0,
};

/** The document of `--json`. The first path that could not be read is its error, beside what was imported. */
function importDocument(imported: Imported): ImportDocument {
  const [first] = failures(imported);
  const reports = imported.files.flatMap(({ outcome }) => (outcome.kind === 'imported' ? [outcome] : []));
  const sessions = new Set(reports.flatMap((one) => [...one.sessionKeys]));
  const totals = reports.map(countsOf).reduce(sum, NOTHING);
  return {
    ...(first === undefined ? {} : first.error.toDocument()),
    files: imported.files.map(({ path, outcome }) =>
      outcome.kind === 'imported'
        ? { path, format: outcome.format, ...countsOf(outcome) }
        : { path, format: null, ...NOTHING, ...outcome.error.toDocument() },
    ),
    totals: { ...totals, sessions: sessions.size },
  };
}

function failures(imported: Imported): readonly { readonly error: PraxisError }[] {
  return imported.files.flatMap(({ outcome }: ImportedFile) => (outcome.kind === 'failed' ? [outcome] : []));
}

function countsOf(one: ImportReport): Counts {
  const { sessions, trajectories, events, errorsSeen, records, unknown, malformed, elsewhere, duplicates } = one;
  const skipped = { unknown, malformed, elsewhere };
  return { sessions, trajectories, events, errors_seen: errorsSeen, records, skipped, duplicates };
}

function sum(a: Counts, b: Counts): Counts {
  return {
    sessions: a.sessions + b.sessions,
    trajectories: a.trajectories + b.trajectories,
    events: a.events + b.events,
    errors_seen: a.errors_seen + b.errors_seen,
    records: a.records + b.records,
    skipped: {
      unknown: a.skipped.unknown + b.skipped.unknown,
      malformed: a.skipped.malformed + b.skipped.malformed,
      elsewhere: a.skipped.elsewhere + b.skipped.elsewhere,
    },
    duplicates: a.duplicates + b.duplicates,
  };
}

function report({ files, totals }: ImportDocument): string {
  const read = files.filter((file) => file.error === undefined);
  const cells = (name: string, format: string, counts: Counts) => [
    format,
    ...[counts.sessions, counts.trajectories, counts.events, counts.errors_seen, counts.duplicates].map(String),
    name,
  ];
  const rows = read.map((file) => cells(file.path, file.format ?? 'empty', file));
  if (read.length > 1) rows.push(cells(`${read.length} files`, '', totals));
  return read.length === 0 ? '' : table([['format', 'sessions', 'tasks', 'calls', 'failed', 'known', 'file'], ...rows]);
}

function words({ files, totals: { skipped } }: ImportDocument, { passedOver, again, emptyFolders }: Imported): string {
  const lines: string[] = [];
  if (skipped.elsewhere > 0)
    lines.push(`${counted(skipped.elsewhere, 'session')} of other folders left out; --all takes them.`);
  if (skipped.malformed > 0)
    lines.push(`${counted(skipped.malformed, 'record')} could not be read${where(files, 'malformed')}.`);
  if (skipped.unknown > 0)
    lines.push(`${counted(skipped.unknown, 'record')} of a type that is not known here${where(files, 'unknown')}.`);
  if (passedOver > 0) lines.push(`${counted(passedOver, 'file')} in the folders held no transcript.`);
  if (again > 0) lines.push(`${counted(again, 'file')} found by two names, and read once.`);
  for (const folder of emptyFolders) lines.push(`There is no transcript in ${folder}.`);
  return lines.map((line) => `${line}\n`).join('');
}

/** Where records were skipped, in words; nothing where one file alone was read. */
function where(files: ImportDocument['files'], why: 'malformed' | 'unknown'): string {
  const names = files.filter(({ skipped }) => skipped[why] > 0).map(({ path }) => oneLine(path, 200));
  if (files.length < 2) return '';
  const more = names.length > MOST_NAMED ? `, … (${names.length} files)` : '';
  return `: ${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Of more files `--json` tells. */
const MOST_NAMED = 3;

interface ProgressLine {
  show(progress: ImportProgress): void;
  clear(): void;
}

/** One line on a terminal that is written over and taken away at the end. */
function progressLine(io: CommandIo): ProgressLine {
  if (!io.stderrIsTerminal) return { show: () => {}, clear: () => {} };
  let isShown = false;
  return {
    show({ n, files, readBytes, totalBytes }) {
      isShown = true;
      const share = totalBytes === 0 ? 100 : Math.floor((100 * readBytes) / totalBytes);
      const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
      io.stderr(
        `\r\x1b[K  ${Math.min(99, share)} %  ${megabytes(readBytes)} of ${megabytes(totalBytes)} MB, file ${n} of ${files}`,
      );
    },
    clear() {
      if (isShown) io.stderr('\r\x1b[K');
    },
  };
}
