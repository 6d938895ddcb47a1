import { EXIT, type ExitCode } from '../../base/errors.ts';
import { memoryActionHash } from '../../run/memory/proposal.ts';
import type { CommandIo } from '../io.ts';
import { loadMemoryDoor } from '../load-door.ts';
import { oneLine } from '../table.ts';

export interface UndoMemoryFlags {
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis memory undo M3`: proposes what takes an event back. The event itself is never edited or removed. */
export async function undoVerb(io: CommandIo, flags: UndoMemoryFlags, eventId: string): Promise<ExitCode> {
  const proposal = await (await loadMemoryDoor()).undoMemory(io.cwd, flags.library ?? null, eventId);
  const { operation, target_ref: target, summary } = proposal.action;
  if (flags.json) io.stdout(`${JSON.stringify(proposal)}\n`);
  else
    io.stdout(
      `proposed ${proposal.proposal_id}\n  ${operation}${target === null ? '' : ` ${target}`}  ${oneLine(summary, 400)}\n  action  ${memoryActionHash(proposal.action)}\n`,
    );
  return EXIT.ok;
}
