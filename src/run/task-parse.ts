import { dirname, resolve } from 'node:path';
import { stringify } from 'yaml';
import { PraxisError } from '../base/errors.ts';
import type { Task } from './task.ts';
import { buildTask, type TaskSurroundings } from './task-build.ts';
import { readTaskDocument } from './task-document.ts';
import { taskEntry } from './task-entry.ts';
import type { Problem } from './task-problem.ts';
import { checkRules } from './task-rules.ts';
import { checkShape } from './task-shape.ts';

const MOST_PROBLEMS_TOLD = 10;

/** What a task needs to know of the machine it is read on. */
export interface TaskContext {
  /** Absolute; where the command was called. */
  readonly cwd: string;
  /** Value of AGENT_COLLAB_POLICY, relative to `cwd`; absent or empty: not set. */
  readonly environmentPolicy?: string | null;
  /** What `~` stands for in that value. */
  readonly home?: string | null;
}

/** What a task made from flags consists of. */
export interface TaskFlags {
  readonly goal: string;
  /** At least one command. */
  readonly accept: readonly string[];
  /** The command that acts. */
  readonly actor: string;
  readonly format?: string;
  /** Default `policy.json`. */
  readonly policy?: string;
  readonly library?: string;
}

/**
 * Reads a task file (YAML, of which JSON is a part). Throws TASK_INVALID with one line for each problem:
 * `<file>:<line>:<column>: <what>`; POLICY_MISSING where `policy_ref` asks for a variable that is not set.
 */
export function parseTask(text: string, context: TaskContext & { readonly file: string }): Task {
  const document = readTaskDocument(text);
  const placed = (place: { readonly line: number; readonly column: number }, what: string) =>
    `${context.file}:${place.line}:${place.column}: ${what}`;
  if (document.kind === 'unreadable')
    throw new PraxisError('TASK_INVALID', placed(document.place, document.text), { hint: document.hint });
  return toTask(document.value, surroundingsOf(context, resolve(context.cwd, context.file)), (problems) => {
    const lines = problems.map((problem) => ({ problem, place: document.placeOf(problem) }));
    lines.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
    return lines.map(({ problem, place }) => ({ ...problem, text: placed(place, problem.text) }));
  });
}

/** Makes the task that flags stand for. Throws TASK_INVALID and POLICY_MISSING as `parseTask` does. */
export function taskFromFlags(flags: TaskFlags, context: TaskContext): Task {
  const document = {
    goal: flags.goal,
    acceptance: flags.accept.map((run) => ({ run })),
    policy_ref: flags.policy ?? 'policy.json',
    ...(flags.library === undefined ? {} : { library: flags.library }),
    actor: { kind: 'command', run: flags.actor, ...(flags.format === undefined ? {} : { format: flags.format }) },
  };
  return toTask(document, surroundingsOf(context, null), (problems) =>
    problems.map((problem) => ({ ...problem, text: `command line: ${problem.text}` })),
  );
}

/** The YAML that a task stands for; read from the folder of the task (for one made from flags, its work tree) it gives the same task. */
export function printTask(task: Task): string {
  const folder = task.file === null ? task.workTree : dirname(task.file);
  return stringify(taskEntry(task, folder), { lineWidth: 0, aliasDuplicateObjects: false });
}

function surroundingsOf(context: TaskContext, file: string | null): TaskSurroundings {
  return { file, cwd: context.cwd, environmentPolicy: context.environmentPolicy ?? null, home: context.home ?? null };
}

function toTask(
  document: unknown,
  surroundings: TaskSurroundings,
  locate: (problems: readonly Problem[]) => readonly Problem[],
): Task {
  const shape = checkShape(document);
  if (shape.kind === 'wrong') throw invalid(locate(shape.problems));
  const broken = checkRules(shape.file);
  if (broken.length > 0) throw invalid(locate(broken));
  const built = buildTask(shape.file, surroundings);
  if (built.kind === 'wrong') throw invalid(locate(built.problems));
  return built.task;
}

function invalid(problems: readonly Problem[]): PraxisError {
  const told = problems.slice(0, MOST_PROBLEMS_TOLD).map((problem) => problem.text);
  const untold = problems.length - told.length;
  const message = untold > 0 ? [...told, `and ${untold} more`].join('\n') : told.join('\n');
  return new PraxisError('TASK_INVALID', message, { hint: problems[0]?.hint ?? 'Mend the task file.' });
}
