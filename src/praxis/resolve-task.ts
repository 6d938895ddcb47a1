import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import type { Environment } from '../host/environment.ts';
import { fromRow } from '../run/journal.ts';
import type { RunStore, SessionRecord } from '../run/store.ts';
import type { RunRequest } from './door.ts';
import { type LoadedTask, loadTaskFile, loadTaskText } from './load-task.ts';
import { findRecords } from './records.ts';

export interface ResolvedTask {
  readonly loaded: LoadedTask;
  /** The run to resume where one was named or found by itself. */
  readonly sessionId: string | undefined;
}

/** The task of a request: a file, the text that flags stand for, or that of the run to resume. */
export async function resolveTask(request: RunRequest, environment: Environment): Promise<ResolvedTask> {
  const { source, resume, cwd } = request;
  if (source.kind === 'session') return taskOfSession(request, environment);
  const loaded =
    source.kind === 'file' ? loadTaskFile(source.path, cwd, environment) : loadTaskText(source.text, cwd, environment);
  if (resume.kind !== 'session') return { loaded, sessionId: undefined };
  const name = request.library ?? loaded.task.library ?? environment.library;
  const found = await withRecords(environment, loaded.task.workTree, name, (store) =>
    unfinished(store, resume.id, loaded.task.workTree),
  );
  return { loaded, sessionId: found?.id ?? resume.id };
}

async function taskOfSession(request: RunRequest, environment: Environment): Promise<ResolvedTask> {
  const { cwd, resume } = request;
  const name = request.library ?? environment.library;
  const prefix = resume.kind === 'session' ? resume.id : '';
  const tree = realpathSync(cwd);
  const found = await withRecords(environment, tree, name, async (store) => {
    const session = await unfinished(store, prefix, tree);
    return session === undefined ? undefined : { session, rows: await store.journal(session.id) };
  });
  const started = found?.rows.map((row) => fromRow(row).event).find((event) => event.kind === 'started');
  if (found === undefined || started?.kind !== 'started') {
    throw new PraxisError(
      'RUN_NOT_FOUND',
      `there is no unfinished run of ${tree}${prefix === '' ? '' : ` named ${prefix}`}`,
      {
        hint: 'See the runs with `praxis sessions`; a run whose task file names a library needs that file or --library.',
      },
    );
  }
  const { session } = found;
  const { taskFile, taskText } = started;
  const hasFile = taskFile !== null && existsSync(taskFile);
  if (!hasFile && taskText === null) {
    throw new PraxisError('RUN_NOT_RESUMABLE', `the task of session ${session.id} holds a secret, so it was not kept`, {
      hint: 'Resume with the same flags or the same task file.',
    });
  }
  const loaded =
    taskFile !== null && hasFile
      ? loadTaskFile(taskFile, dirname(taskFile), environment)
      : loadTaskText(taskText ?? '', session.workTree, environment);
  if (loaded.task.id !== session.taskId) {
    throw new PraxisError(
      'RUN_NOT_RESUMABLE',
      `${taskFile} is another task now (${loaded.task.id}) than the run's (${session.taskId})`,
      {
        hint: 'Goal and acceptance name a task: put them back, or begin the new task with `praxis run` and the file.',
      },
    );
  }
  return { loaded, sessionId: session.id };
}

/** The newest run that can go on, of a work tree that is `folder` or holds it. Throws where a prefix fits several. */
async function unfinished(store: RunStore, prefix: string, folder: string): Promise<SessionRecord | undefined> {
  const runs = await store.sessions({});
  const found = runs.filter(
    (run) => !run.isClosed && run.status !== 'pass' && run.id.startsWith(prefix) && isWithin(folder, run.workTree),
  );
  if (prefix !== '' && found.length > 1) {
    throw new PraxisError('RUN_NOT_FOUND', `${found.length} unfinished runs have an id that begins with ${prefix}`, {
      hint: 'Give more of the id; `praxis sessions` lists them.',
    });
  }
  return found[0];
}

function isWithin(folder: string, workTree: string): boolean {
  return folder === workTree || folder.startsWith(`${workTree}/`);
}

async function withRecords<T>(
  environment: Environment,
  workTree: string,
  name: string | null,
  use: (store: RunStore) => Promise<T>,
): Promise<T | undefined> {
  const store = await findRecords(environment, workTree, name);
  if (store === undefined) return undefined;
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
