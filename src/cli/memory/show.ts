import { EXIT, type ExitCode } from '../../base/errors.ts';
import { type MemoryView, stands } from '../../run/memory/events.ts';
import { memoryActionHash } from '../../run/memory/proposal.ts';
import type { CommandIo } from '../io.ts';
import { loadMemoryDoor } from '../load-door.ts';
import { oneLine } from '../table.ts';

export interface ShowMemoryFlags {
  readonly all: boolean;
  readonly json: boolean;
}

/** `praxis memory show [ID]`: what stands in the memory, or one proposal. */
export async function showVerb(io: CommandIo, flags: ShowMemoryFlags, id?: string): Promise<ExitCode> {
  const door = await loadMemoryDoor();
  if (id !== undefined && !/^M\d+$/.test(id)) {
    const proposal = door.findMemoryProposal(io.cwd, id);
    const hash = memoryActionHash(proposal.action);
    if (flags.json) io.stdout(`${JSON.stringify(proposal)}\n`);
    else
      io.stdout(
        [
          `${proposal.proposal_id}  ${proposal.state}`,
          `  action    ${proposal.action.operation}${proposal.action.target_ref === null ? '' : ` ${proposal.action.target_ref}`}`,
          `  summary   ${oneLine(proposal.action.summary, 1000)}`,
          ...proposal.action.evidence_refs.map((ref) => `  evidence  ${oneLine(ref, 200)}`),
          `  from      ${oneLine(proposal.source_task, 200)}, ${proposal.created_at}`,
          `  hash      ${hash}`,
          ...(proposal.decision === null
            ? []
            : [
                `  decision  ${proposal.decision.decision} by ${oneLine(proposal.decision.actor, 100)}: ${oneLine(proposal.decision.rationale, 400)}`,
              ]),
          '',
        ].join('\n'),
      );
    return EXIT.ok;
  }
  const views = door
    .viewsOf(io.cwd)
    .filter((view) => (id === undefined ? flags.all || stands(view) : view.event.event_id === id));
  if (flags.json)
    for (const view of views)
      io.stdout(`${JSON.stringify({ ...view.event, stands: stands(view), ...marksOf(view) })}\n`);
  else if (views.length > 0) io.stdout(views.map(line).join(''));
  else io.stderr(id === undefined ? 'Nothing stands in the memory.\n' : `The memory has no event ${id}.\n`);
  return EXIT.ok;
}

function line(view: MemoryView): string {
  const { event } = view;
  const marks = Object.entries(marksOf(view)).flatMap(([mark, ids]) =>
    ids.length === 0 ? [] : [`${mark.replaceAll('_', ' ')} ${ids.join(', ')}`],
  );
  const target = event.target_ref === null ? '' : ` ${event.target_ref}`;
  return `${event.event_id}  ${event.event_type}${target}  ${oneLine(event.summary, 400)}${marks.length === 0 ? '' : `  (${marks.join('; ')})`}\n`;
}

function marksOf(view: MemoryView) {
  return { superseded_by: view.supersededBy, resolved_by: view.resolvedBy, archived_by: view.archivedBy };
}
