import { readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { printedText } from '../../base/canonical-json.ts';
import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { ExactJson } from '../../base/exact-json.ts';
import { numberText } from '../../base/number-text.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { archivePath, readArchiveFile } from '../../policy/file-store/archive-file.ts';
import {
  type Checkpoint,
  COUNTER_NAMES,
  type GoalCheckpoint,
  loadCheckpoint,
  METRIC_NAMES,
  type RecordArchive,
  USAGE_NAMES,
  type ValidCheckpoint,
} from '../../policy/index.ts';
import { counted } from '../counted.ts';
import type { CommandIo } from '../io.ts';
import { oneLine, table } from '../table.ts';
import { checkpointIn, checkpointProblem } from './named-documents.ts';

export interface ShowCheckpointFlags {
  readonly json: boolean;
}

interface Shown {
  readonly path: string;
  /** Of the bytes that were read. */
  readonly sha256: string;
  readonly loaded: ValidCheckpoint;
  readonly archive: RecordArchive;
}

/** `praxis checkpoint show`: what a checkpoint says, with the hash that an advance or a signature may expect. */
export async function showCheckpointVerb(io: CommandIo, flags: ShowCheckpointFlags, path: string): Promise<ExitCode> {
  const shown = read(path, io);
  io.stdout(flags.json ? printedText(documentOf(shown)) : inWords(shown));
  return EXIT.ok;
}

function read(path: string, io: CommandIo): Shown {
  const absolute = resolve(io.cwd, path);
  const bytes = bytesOf(absolute, path, io);
  const loaded = loadCheckpoint(bytes, path);
  if (loaded.kind === 'refused') throw checkpointProblem(path, loaded);
  return { path, sha256: sha256Hex(bytes), loaded, archive: readArchiveFile(realpathSync(absolute)) };
}

function bytesOf(absolute: string, path: string, io: CommandIo): Uint8Array {
  try {
    return readFileSync(absolute);
  } catch (error) {
    // Read as the other verbs read it, for the same words.
    checkpointIn(path, io);
    throw error;
  }
}

function documentOf({ path, sha256, loaded, archive }: Shown): ExactJson {
  return new Map<string, ExactJson>([
    ['path', path],
    ['sha256', sha256],
    ['archived_records', archive.records],
    ['checkpoint', loaded.checkpoint.document],
  ]);
}

function inWords({ path, sha256, loaded, archive }: Shown): string {
  const head: readonly (readonly [string, string])[] = [
    ['sha256', sha256],
    ...(loaded.kind === 'checkpoint' ? taskRows(loaded.checkpoint) : goalRows(loaded.checkpoint)),
    ...(archive.records.length === 0
      ? []
      : [['archive', `${counted(archive.records.length, 'record')} in ${archivePath(path)}`] as const]),
  ];
  const what = loaded.kind === 'checkpoint' ? 'task checkpoint v1' : 'goal checkpoint v2';
  const numbers = loaded.kind === 'checkpoint' ? metricTable(loaded.checkpoint) : totalTable(loaded.checkpoint);
  return `${path}: ${what}\n${table(
    head.map(([name, text]) => [name, oneLine(text, 200)]),
    '  ',
  )}\n${numbers}`;
}

function taskRows(task: Checkpoint): readonly (readonly [string, string])[] {
  return [
    ['task', task.taskId],
    ['status', task.stopReason === null ? task.status : `${task.status}: ${task.stopReason}`],
    ['evidence', counted(task.evidenceRefs.length, 'reference')],
    ...peopleRows(task),
    ['updated', task.updatedAt],
  ];
}

function goalRows(goal: GoalCheckpoint): readonly (readonly [string, string])[] {
  const { task } = goal;
  const active = goal.failureHistory.find(({ id }) => id === goal.activeFailure);
  const failures = `${goal.failureHistory.length} recorded`;
  return [
    ['goal', `${goal.goalId}, slice ${goal.sliceId}`],
    ['task', goal.taskId],
    ['status', task.stopReason === null ? task.status : `${task.status}: ${task.stopReason}`],
    ['next', goal.nextStep === '' ? 'nothing is left to do' : `${goal.nextStep} (${goal.actionKind})`],
    [
      'evidence',
      `${counted(task.evidenceRefs.length, 'reference')} in this slice, ${goal.acceptedEvidence.length} accepted`,
    ],
    [
      'failures',
      active === undefined
        ? failures
        : `${failures}, active: ${active.errorClass}, seen ${active.attempts} ${active.attempts === 1n ? 'time' : 'times'}`,
    ],
    ['human', goal.requiresHuman ? 'a person has to decide' : 'no person is asked'],
    ...peopleRows(task),
    ['updated', task.updatedAt],
  ];
}

function peopleRows({ pendingActionHash, decisions, overrides }: Checkpoint): readonly (readonly [string, string])[] {
  return [
    ...(pendingActionHash === null ? [] : [['action', pendingActionHash] as const]),
    ...decisions.map(
      ({ gate, decision, actor, timestamp }) =>
        ['decision', `${decision} at ${gate} by ${actor}, ${timestamp}`] as const,
    ),
    ...overrides.map(
      ({ limit, value, actor, timestamp }) => ['override', `${limit} = ${value} by ${actor}, ${timestamp}`] as const,
    ),
  ];
}

function metricTable({ metrics }: Checkpoint): string {
  return table(
    METRIC_NAMES.map((name) => [name, numberText(metrics[name])]),
    '  ',
  );
}

function totalTable(goal: GoalCheckpoint): string {
  const amount = (value: bigint | number | null) => (value === null ? 'unknown' : numberText(value));
  const rows = [
    ...COUNTER_NAMES.map((name) => [name, amount(goal.task.metrics[name]), amount(goal.totals[name])]),
    ...USAGE_NAMES.map((name) => [name, amount(goal.usage[name]), amount(goal.totals[name])]),
  ];
  return table([['', 'slice', 'goal'], ...rows], '  ');
}
