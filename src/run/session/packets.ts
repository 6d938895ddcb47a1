import { isoTime } from '../../base/clock.ts';
import { PraxisError } from '../../base/errors.ts';
import type { ContextMade } from '../coordination/context.ts';
import type { Packet, PacketResult } from '../coordination/packet.ts';
import { projectContext, projectPacket } from '../coordination/write.ts';
import type { PlannedEvent } from '../journal.ts';
import type { CurrentAct } from '../state.ts';
import { treeChanges } from '../tree-changes.ts';
import { lastWords } from '../trim-text.ts';
import { note, othersChanges } from './inspect.ts';
import { type Session, stateOf } from './session.ts';

/** Words of a child's last text that its result record keeps. */
const SUMMARY_WORDS = 200;

export function packetOf(session: Session, planned: PlannedEvent, prompt: string): Omit<Packet, 'startedAt'> {
  return { sessionId: stateOf(session).sessionId, cycle: planned.cycle, act: planned.act, prompt };
}

/** Writes what the child of the planned cycle is about to be told; nothing of a playbook, which is told nothing. */
export async function sendPacket(session: Session): Promise<void> {
  const { task, refs, deps, prompt } = session;
  const planned = stateOf(session).current?.planned;
  session.packet = null;
  if (planned === undefined || prompt === '') return;
  session.packet = { ...packetOf(session, planned, prompt), startedAt: isoTime(deps.clock.nowMs()) };
  try {
    await projectPacket({ task, refs, files: deps.files }, session.packet, null);
  } catch (error) {
    if (!(error instanceof PraxisError)) throw error;
    // A copy for people is no reason to act not: somebody's own file, or a link, has the name of the folder.
    note(session, `no packet is written: ${error.message}`);
    session.packet = null;
  }
  // The packet is no change of the act that it is for.
  session.treeBeforeAct = null;
}

/** What came back of the child whose cycle was just observed. */
export function packetResult(session: Session, packet: Packet, current: CurrentAct): PacketResult | null {
  const state = stateOf(session);
  const step = state.trail.at(-1);
  if (step === undefined) return null;
  const began = packet.startedAt === null ? null : Date.parse(packet.startedAt);
  return {
    status: step.verdict,
    summary: lastWords(state.lastResult, SUMMARY_WORDS),
    files_changed: filesChanged(session, current),
    tests_run: (state.critique?.results ?? []).map(
      ({ id, passed, fraction }) => `${id}: ${passed ? 'holds' : 'fails'} (${fraction})`,
    ),
    evidence_refs: step.evidence,
    risks: [
      ...current.violations.map(({ path, rule }) => `undone: ${path} (${rule})`),
      ...(step.in_doubt ? ['whether it finished is not known'] : []),
    ],
    blockers: [
      ...(step.failure === null ? [] : [step.failure]),
      ...(current.question === null ? [] : [`human gate ${current.question.gate}: ${current.question.question}`]),
    ],
    started_at: packet.startedAt,
    ended_at: began === null ? null : isoTime(began + step.duration_ms),
  };
}

/** Only where both records of the tree were made by this process; what was undone is no change. */
function filesChanged(session: Session, current: CurrentAct): readonly string[] | null {
  const { treeBeforeAct: before, treeAfterAct: after } = session;
  if (current.violations.length > 0) return [];
  if (before === null || after === null) return null;
  const { protection } = session.deps.rules();
  return othersChanges(session, treeChanges(before, after))
    .map((change) => change.path)
    .filter((path) => !protection.isOfRun(path));
}

/** Writes the context that was made smaller, for people. */
export async function keepContext(session: Session, made: ContextMade): Promise<void> {
  const { task, refs, deps } = session;
  await projectContext({ task, refs, files: deps.files }, stateOf(session), made);
}
