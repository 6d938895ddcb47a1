import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { type MemoryAction, memoryActionHash } from '../../run/memory/proposal.ts';
import type { CommandIo } from '../io.ts';
import { loadMemoryDoor } from '../load-door.ts';

export interface ProposeFlags {
  readonly operation?: MemoryAction['operation'] | undefined;
  readonly target?: string | undefined;
  readonly evidence?: readonly string[] | undefined;
  readonly task: string;
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis memory propose TEXT`: what is to be remembered, for a person to decide. */
export async function proposeVerb(io: CommandIo, flags: ProposeFlags, ...words: readonly string[]): Promise<ExitCode> {
  const operation = flags.operation ?? 'add';
  if (flags.evidence === undefined)
    throw new PraxisError('USAGE', 'a proposal wants --evidence', {
      hint: 'Name a file of the work tree, or a `sha256:` reference of a run.',
    });
  const door = await loadMemoryDoor();
  const proposal = await door.proposeMemory({
    cwd: io.cwd,
    library: flags.library ?? null,
    sourceTask: flags.task,
    action: {
      operation,
      target_ref: flags.target ?? null,
      summary: words.join(' '),
      evidence_refs: [...flags.evidence],
    },
  });
  if (flags.json) io.stdout(`${JSON.stringify(proposal)}\n`);
  else io.stdout(`proposed ${proposal.proposal_id}\n  action  ${memoryActionHash(proposal.action)}\n`);
  return EXIT.ok;
}
