import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';
import { loadMemoryDoor } from '../load-door.ts';
import { oneLine, table } from '../table.ts';

export interface ListMemoryFlags {
  readonly all: boolean;
  readonly json: boolean;
}

/** `praxis memory list`: proposals that wait, for a word or to be applied. */
export async function listVerb(io: CommandIo, flags: ListMemoryFlags): Promise<ExitCode> {
  const all = (await loadMemoryDoor()).listMemoryProposals(io.cwd);
  const shown = flags.all
    ? all
    : all.filter(({ proposal, applied }) => proposal.state !== 'rejected' && applied === null);
  if (flags.json) {
    for (const { proposal, applied } of shown) io.stdout(`${JSON.stringify({ ...proposal, applied })}\n`);
    return EXIT.ok;
  }
  const rows = shown.map(({ proposal, applied }) => [
    proposal.proposal_id,
    applied === null ? proposal.state : `applied ${applied}`,
    proposal.action.operation + (proposal.action.target_ref === null ? '' : ` ${proposal.action.target_ref}`),
    oneLine(proposal.action.summary, 100),
  ]);
  if (rows.length > 0) io.stdout(table([['id', 'state', 'action', 'summary'], ...rows]));
  else
    io.stderr(
      all.length === 0 ? 'Nothing is proposed.\n' : 'Nothing waits. `praxis memory list --all` lists the others.\n',
    );
  return EXIT.ok;
}
