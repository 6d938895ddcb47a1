import { readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import type { Environment } from '../host/environment.ts';
import { isErrno } from '../host/system-error.ts';
import type { Task } from '../run/task.ts';
import { parseTask } from '../run/task-parse.ts';

export interface LoadedTask {
  readonly task: Task;
  /** As read, or as the flags stand for it. */
  readonly text: string;
}

/** Reads a task file. TASK_MISSING where there is none, TASK_INVALID where it is no task. */
export function loadTaskFile(path: string, cwd: string, environment: Environment): LoadedTask {
  const absolute = resolve(cwd, path);
  let text: string;
  try {
    text = readFileSync(absolute, 'utf8');
  } catch (error) {
    const why = isErrno(error, 'ENOENT')
      ? 'there is no such file'
      : isErrno(error, 'EISDIR')
        ? 'it is a folder'
        : error instanceof Error
          ? error.message
          : String(error);
    throw new PraxisError('TASK_MISSING', `cannot read the task ${path}: ${why}`, {
      hint: '`praxis init` writes a task file for the project in this folder.',
      cause: error,
    });
  }
  return { task: settled(parseTask(text, contextOf(cwd, absolute, environment))), text };
}

/** The task that a text stands for, as if it lay in `cwd`. */
export function loadTaskText(text: string, cwd: string, environment: Environment): LoadedTask {
  const task = parseTask(text, contextOf(cwd, resolve(cwd, 'task.yaml'), environment));
  return { task: settled({ ...task, file: null }), text };
}

function contextOf(cwd: string, file: string, environment: Environment) {
  return { cwd, file, environmentPolicy: environment.policyPath, home: homedir() };
}

/** Paths with links resolved where they exist, since every later comparison is of real paths. */
function settled(task: Task): Task {
  let workTree: string;
  try {
    workTree = realpathSync(task.workTree);
  } catch (error) {
    throw new PraxisError('TASK_INVALID', `the work tree ${task.workTree} does not exist`, {
      hint: '`cwd` in the task file names an existing folder, relative to the file.',
      cause: error,
    });
  }
  const inTree = (path: string): string =>
    path.startsWith(`${task.workTree}/`) ? workTree + path.slice(task.workTree.length) : path;
  return {
    ...task,
    workTree,
    file: task.file === null ? null : inTree(task.file),
    policyPath: inTree(task.policyPath),
    checkpointPath: inTree(task.checkpointPath),
  };
}
