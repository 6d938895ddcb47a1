import type { ContextSizes } from '../journal.ts';
import type { ProjectionRefs } from '../projections.ts';
import type { RunState } from '../state.ts';
import type { Task } from '../task.ts';
import { cleanLine, code, fenced, MARK, section } from './markdown.ts';
import { packetPath } from './names.ts';

/** One context that was made smaller: what is left of it, and what was measured. */
export interface ContextMade {
  readonly before: number;
  readonly after: ContextSizes;
  readonly resultWords: number;
  /** SHA-256 of the whole packet in the journal; empty where none was made yet. */
  readonly wholeSha256: string;
  readonly text: string;
}

/** `.coord/context_<NNN>.md`: the smaller context with its sizes and links to what it was made from. */
export function contextText(task: Task, state: RunState, refs: ProjectionRefs, made: ContextMade): string {
  const open = state.failures.filter((failure) => failure.attempts > 0);
  const { cycle } = state.counters;
  const planned = state.current?.planned;
  return [
    MARK,
    `# Context of ${code(task.topic)} made smaller, after cycle ${cycle}`,
    '',
    `Goal: ${cleanLine(task.goal)}. Session ${code(state.sessionId)}.`,
    '',
    section('Measured', [
      `- packet: ${made.before} tokens before, ${made.after.taskPacketTokens} after`,
      `- summary of earlier cycles: ${made.after.parentSummaryTokens} tokens`,
      `- injected memory: ${made.after.memoryDigestTokens} tokens`,
      `- kept of the last answer: ${made.resultWords} words`,
    ]),
    section('What it was made from', [
      `- checkpoint ${code(refs.checkpoint)}, policy ${code(refs.policy)}`,
      ...(made.wholeSha256 === ''
        ? []
        : [`- the whole packet, in the journal of the session: ${code(`sha256:${made.wholeSha256}`)}`]),
      ...(planned === undefined || made.text === ''
        ? []
        : [`- the packet of this cycle: ${code(packetPath(task, planned.cycle))}`]),
    ]),
    section(
      'Evidence',
      state.evidenceRefs.map((reference) => `- ${code(reference)}`),
    ),
    section(
      'Open failures',
      open.map((failure) => `- ${code(failure.id)}, ${failure.attempts} attempts`),
    ),
    section('Packet', made.text === '' ? [] : [fenced(made.text, 'text')]),
  ].join('\n');
}
