import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { RunStore, SessionRecord } from '../../run/store.ts';
import type { CommandIo } from '../io.ts';
import { loadRunDoor } from '../load-door.ts';
import { findSession } from '../session-lookup.ts';
import { duration, oneLine, table } from '../table.ts';

export interface SessionsFlags {
  readonly here: boolean;
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis sessions [ID]`. */
export async function sessions(io: CommandIo, flags: SessionsFlags, id?: string): Promise<ExitCode> {
  const door = await loadRunDoor();
  const store = await door.openRecords(io.cwd, flags.library ?? null);
  try {
    const found = id === undefined ? await listed(store, io, flags) : [await findSession(store, id)];
    if (flags.json) for (const session of found) io.stdout(`${JSON.stringify(session)}\n`);
    else if (id === undefined) io.stdout(overviewTable(found));
    else for (const session of found) io.stdout(detail(session));
    if (found.length === 0) io.stderr(await whyEmpty(store));
    return EXIT.ok;
  } finally {
    await store.close();
  }
}

async function whyEmpty(store: RunStore): Promise<string> {
  const [other] = await store.sessions({ limit: 1 });
  if (other !== undefined) return 'No runs of this work tree. `praxis sessions` lists those of the whole library.\n';
  return 'No runs yet. `praxis init` writes a first task, `praxis run task.yaml` runs it.\n';
}

async function listed(store: RunStore, io: CommandIo, flags: SessionsFlags): Promise<readonly SessionRecord[]> {
  const all = await store.sessions({});
  return flags.here ? all.filter((session) => isInside(io.cwd, session.workTree)) : all;
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function overviewTable(found: readonly SessionRecord[]): string {
  if (found.length === 0) return '';
  const rows = found.map((session) => [
    session.id,
    session.startedAt.slice(0, 16).replace('T', ' '),
    session.isClosed && session.status === 'running' ? 'replaced' : session.status,
    String(session.cycles),
    oneLine(session.goal, 60),
  ]);
  return table([['session', 'started (UTC)', 'status', 'cycles', 'goal'], ...rows]);
}

function detail(session: SessionRecord): string {
  const took =
    session.endedAt === null ? '' : ` (${duration(Date.parse(session.endedAt) - Date.parse(session.startedAt))})`;
  return table([
    ['session', session.id],
    ['goal', session.goal],
    ['status', session.isClosed ? `${session.status}, closed` : session.status],
    ['exit', session.exit === null ? '–' : String(session.exit)],
    ['cycles', String(session.cycles)],
    ['started', session.startedAt],
    ['ended', session.endedAt === null ? '–' : `${session.endedAt}${took}`],
    ['work tree', session.workTree],
    ['checkpoint', session.checkpointPath],
    ['task', session.taskId],
  ]);
}
