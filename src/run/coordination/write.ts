import type { EndedEvent } from '../journal.ts';
import { criterionText, finalReport, type ProjectionRefs, parFile } from '../projections.ts';
import type { RunFiles } from '../session/deps.ts';
import { parPath, reportPath } from '../session/projection-paths.ts';
import type { RunState } from '../state.ts';
import type { Task } from '../task.ts';
import { acceptanceText } from './acceptance.ts';
import { type ContextMade, contextText } from './context.ts';
import { MARK } from './markdown.ts';
import { acceptancePath, contextPath, PRIMER_PATH, packetPath } from './names.ts';
import { type Packet, type PacketResult, packetText } from './packet.ts';
import { primerText } from './primer.ts';

/** What every coordination file is made from. */
export interface Projecting {
  readonly task: Task;
  readonly refs: ProjectionRefs;
  readonly files: RunFiles;
}

/** After a cycle: the par file, the primer of the next session and, of a child, what came back. */
export async function projectCycle(
  { task, refs, files }: Projecting,
  state: RunState,
  packet: Packet | null,
  result: PacketResult | null,
): Promise<void> {
  await files.project(parPath(task), parFile(task, state, null, refs));
  await projectOwn(files, PRIMER_PATH, primerText(task, state, null, refs, pathsOf(task)));
  if (packet !== null) await projectPacket({ task, refs, files }, packet, result);
}

/** At the end of a run: par file, report, primer, and how its criteria were judged. */
export async function projectEnd({ task, refs, files }: Projecting, state: RunState, ended: EndedEvent): Promise<void> {
  await files.project(parPath(task), parFile(task, state, ended, refs));
  await projectOwn(files, PRIMER_PATH, primerText(task, state, ended, refs, pathsOf(task)));
  if (state.critique !== null) {
    const text = acceptanceText(task, state, ended, refs, task.acceptance.map(criterionText));
    await files.project(await freePath(files, acceptancePath, state.counters.cycle, state.sessionId), text);
  }
  // Last, since who finds it need not look whether the others are missing.
  await files.project(reportPath(task), finalReport(task, state, ended));
}

/** What a child is told, before it is told so; afterwards with what came back. */
export async function projectPacket(
  { task, refs, files }: Projecting,
  packet: Packet,
  result: PacketResult | null,
): Promise<void> {
  const path = packetPath(task, packet.cycle);
  await files.project(path, packetText(task, refs, task.acceptance.map(criterionText), packet, result));
}

/** A context that was made smaller; each stays. */
export async function projectContext(
  { task, refs, files }: Projecting,
  state: RunState,
  made: ContextMade,
): Promise<void> {
  await files.project(await freePath(files, contextPath, 1, null), contextText(task, state, refs, made));
}

function pathsOf(task: Task): { readonly par: string; readonly report: string } {
  return { par: parPath(task), report: reportPath(task) };
}

/** A file of this name that Praxis did not write is somebody's own. */
async function projectOwn(files: RunFiles, path: string, text: string): Promise<void> {
  const found = await files.read(path);
  if (found === undefined || found.startsWith(MARK)) await files.project(path, text);
}

/** The first name from `from` on that nothing has, or that this session gave. */
async function freePath(
  files: RunFiles,
  pathOf: (number: number) => string,
  from: number,
  sessionId: string | null,
): Promise<string> {
  for (let number = from; ; number++) {
    const found = await files.read(pathOf(number));
    if (found === undefined) return pathOf(number);
    if (sessionId !== null && found.startsWith(MARK) && found.includes(sessionId)) return pathOf(number);
  }
}
