import { stringify } from 'yaml';
import type { ProjectionRefs } from '../projections.ts';
import type { CandidateKind, Task } from '../task.ts';
import { cleanLine, cleanText, fenced, MARK } from './markdown.ts';

/** What a child was told; the text as it was sent, not yet cleaned. */
export interface Packet {
  readonly sessionId: string;
  readonly cycle: number;
  readonly act: CandidateKind;
  readonly prompt: string;
  /** ISO 8601; null where it is not known. */
  readonly startedAt: string | null;
}

/** What came back of it. The names are the contract's; null is unknown, and never a success. */
export interface PacketResult {
  readonly status: 'pass' | 'fail' | 'error' | 'needs-human';
  readonly summary: string;
  /** null where it cannot be told. */
  readonly files_changed: readonly string[] | null;
  readonly tests_run: readonly string[];
  readonly evidence_refs: readonly string[];
  readonly risks: readonly string[];
  readonly blockers: readonly string[];
  readonly started_at: string | null;
  readonly ended_at: string | null;
}

const ROLE = 'delegated-executor';

/** `.ai/task_<NNN>_<slug>.md`: the packet of a child, and its result once there is one. */
export function packetText(
  task: Task,
  refs: ProjectionRefs,
  criteria: readonly string[],
  packet: Packet,
  result: PacketResult | null,
): string {
  const head = stringify({
    schema_version: 1,
    task_id: task.id,
    role: ROLE,
    session: packet.sessionId,
    cycle: packet.cycle,
    action_kind: packet.act === 'explore' ? 'diagnose' : 'execute',
    policy_ref: cleanText(refs.policy),
    checkpoint_ref: cleanText(refs.checkpoint),
    files_in_scope: task.scope === null ? ['**'] : task.scope.map(cleanText),
    files_out_of_scope: task.protectedGlobs.map(cleanText),
    success_criteria: criteria,
  });
  const told =
    packet.prompt === '' ? 'The run died in this act; what it was told is not kept.' : fenced(packet.prompt, 'text');
  return [
    `---\n${head}---`,
    MARK,
    `# ${cleanLine(task.goal)}, cycle ${packet.cycle}`,
    '',
    '## What was asked',
    '',
    told,
    '',
    '## What came back',
    '',
    result === null ? 'Nothing yet.' : fenced(resultText(task, result), 'yaml'),
    '',
  ].join('\n');
}

function resultText(task: Task, result: PacketResult): string {
  const clean = (texts: readonly string[]) => texts.map(cleanText);
  return stringify({
    schema_version: 1,
    task_id: task.id,
    role: ROLE,
    started_at: result.started_at,
    ended_at: result.ended_at,
    status: result.status,
    summary: cleanText(result.summary),
    files_changed: result.files_changed === null ? null : clean(result.files_changed),
    tests_run: clean(result.tests_run),
    evidence_refs: clean(result.evidence_refs),
    risks: clean(result.risks),
    blockers: clean(result.blockers),
  });
}
