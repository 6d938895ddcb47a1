import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { TelemetryView } from '../../praxis/telemetry/view.ts';
import type { SessionRecord } from '../../run/store.ts';
import type { CommandIo } from '../io.ts';
import { loadTelemetryDoor } from '../load-door.ts';
import { type ListedSession, listSessions, type SessionDocument, sessionDocument } from '../sessions/listed-session.ts';
import { findListed } from '../sessions/session-choice.ts';
import { duration, fixed, oneLine, table } from '../table.ts';

export interface SessionsFlags {
  readonly here: boolean;
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis sessions [ID]`. */
export async function sessions(io: CommandIo, flags: SessionsFlags, id?: string): Promise<ExitCode> {
  const door = await loadTelemetryDoor();
  const view = await door.openTelemetry(io.cwd, flags.library ?? null);
  try {
    const all = await listSessions(view);
    const found = id === undefined ? chosen(all, io, flags) : [findListed(all, id)];
    const shown: SessionDocument[] = [];
    for (const listed of found) {
      const document = await sessionDocument(view, listed);
      if (flags.json) io.stdout(`${JSON.stringify(document)}\n`);
      else if (id === undefined) shown.push(document);
      else io.stdout(detail(document, listed));
    }
    if (shown.length > 0) io.stdout(overviewTable(shown));
    if (found.length === 0) io.stderr(await whyEmpty(view, all));
    return EXIT.ok;
  } finally {
    await view.close();
  }
}

async function whyEmpty(view: TelemetryView, all: readonly ListedSession[]): Promise<string> {
  const [run] = await view.runs.sessions({ limit: 1 });
  if (run !== undefined) return 'No runs of this work tree. `praxis sessions` lists those of the whole library.\n';
  if (all.length > 0) return 'No runs of this work tree. `praxis sessions` lists the sessions of other hosts.\n';
  return 'No runs yet. `praxis init` writes a first task, `praxis run task.yaml` runs it; `praxis telemetry import` reads what agents have left.\n';
}

function chosen(all: readonly ListedSession[], io: CommandIo, flags: SessionsFlags): readonly ListedSession[] {
  return flags.here ? all.filter(({ run }) => run !== null && isInside(io.cwd, run.workTree)) : all;
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function overviewTable(found: readonly SessionDocument[]): string {
  const rows = found.map((session) => [
    session.sessionId,
    session.startedAt.slice(0, 16).replace('T', ' '),
    statusOf(session),
    session.cycles === undefined ? '–' : String(session.cycles),
    String(session.toolCalls),
    fixed(session.toolSuccessRate),
    fixed(session.taskCompletionRate),
    oneLine(session.goal ?? session.host ?? '', 60),
  ]);
  return table([['session', 'started (UTC)', 'status', 'cycles', 'calls', 'ok', 'done', 'goal or host'], ...rows]);
}

function statusOf(session: SessionDocument): string {
  if (session.status === undefined) return session.sealedAt === null ? 'open' : 'sealed';
  return session.isClosed === true && session.status === 'running' ? 'replaced' : session.status;
}

function detail(session: SessionDocument, { run }: ListedSession): string {
  const rows = [
    ['session', session.sessionId],
    ...(run === null ? hostRows(session) : runRows(run)),
    ['calls', `${session.toolCalls}, success ${fixed(session.toolSuccessRate)}`],
    ['tasks', `${session.tasks}, completion ${fixed(session.taskCompletionRate)}`],
    ...session.topFailures.map((failure, index) => [
      index === 0 ? 'failures' : '',
      `${failure.count}× ${oneLine(failure.tool, 30)}: ${oneLine(failure.message, 80)} (in ${failure.sessionsSoFar} ${failure.sessionsSoFar === 1 ? 'session' : 'sessions'})`,
    ]),
    ...session.topExperiences.map((one, index) => [index === 0 ? 'lessons' : '', `${one.id}, in ${one.uses} tasks`]),
  ];
  return table(rows);
}

function hostRows(session: SessionDocument): string[][] {
  return [
    ['host', session.host ?? '–'],
    [
      'status',
      session.sealedAt === null ? 'open' : `sealed${session.epoch === null ? '' : `, epoch ${session.epoch}`}`,
    ],
    ['started', session.startedAt],
    ['ended', session.endedAt ?? '–'],
  ];
}

function runRows(run: SessionRecord): string[][] {
  const took = run.endedAt === null ? '' : ` (${duration(Date.parse(run.endedAt) - Date.parse(run.startedAt))})`;
  return [
    ['goal', run.goal],
    ['status', run.isClosed ? `${run.status}, closed` : run.status],
    ['exit', run.exit === null ? '–' : String(run.exit)],
    ['cycles', String(run.cycles)],
    ['started', run.startedAt],
    ['ended', run.endedAt === null ? '–' : `${run.endedAt}${took}`],
    ['work tree', run.workTree],
    ['checkpoint', run.checkpointPath],
    ['task', run.taskId],
  ];
}
