import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { ProposalView } from '../../praxis/loops/proposals.ts';
import type { CommandIo } from '../io.ts';
import { loadLoopDoor } from '../load-door.ts';
import { oneLine, table } from '../table.ts';

export interface ProposalsFlags {
  readonly all: boolean;
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis proposals [list]`, `praxis proposals accept|reject ID`. */
export async function proposals(io: CommandIo, flags: ProposalsFlags, action = 'list', id?: string): Promise<ExitCode> {
  if (action === 'list' && id === undefined) return list(io, flags);
  if ((action !== 'accept' && action !== 'reject') || id === undefined) throw wrongUse(action, id);
  const door = await loadLoopDoor();
  const { proposal, isChanged } = await door.decideProposal({
    cwd: io.cwd,
    library: flags.library ?? null,
    id,
    isAccepted: action === 'accept',
  });
  if (flags.json) io.stdout(`${JSON.stringify(proposal)}\n`);
  else io.stdout(`${proposal.id} ${oneLine(proposal.name, 80)} is ${proposal.status}${isChanged ? '' : ' already'}\n`);
  return EXIT.ok;
}

async function list(io: CommandIo, flags: ProposalsFlags): Promise<ExitCode> {
  const door = await loadLoopDoor();
  const all = await door.listProposals(io.cwd, flags.library ?? null);
  if (flags.json) {
    for (const proposal of all) io.stdout(`${JSON.stringify(proposal)}\n`);
    return EXIT.ok;
  }
  const shown = flags.all ? all : all.filter(({ status }) => status === 'open' || status === 'accepted');
  if (shown.length > 0) io.stdout(table([['id', 'status', 'sessions', 'name', 'need'], ...shown.map(row)]));
  else
    io.stderr(
      all.length === 0 ? 'No tool is proposed.\n' : 'No proposal is open. `praxis proposals --all` lists the others.\n',
    );
  return EXIT.ok;
}

function row({ id, status, evidence, name, need }: ProposalView): readonly string[] {
  return [id, status, String(evidence.sessions), oneLine(name, 40), oneLine(need, 120)];
}

function wrongUse(action: string, id: string | undefined): PraxisError {
  const isKnown = action === 'accept' || action === 'reject';
  const what = isKnown
    ? `\`praxis proposals ${action}\` wants the id of a proposal`
    : `\`${action}\` is nothing that proposals can do${id === undefined ? '' : ` with ${id}`}`;
  return new PraxisError('USAGE', what, {
    hint: '`praxis proposals` lists them; `praxis proposals accept p1` accepts one.',
  });
}
