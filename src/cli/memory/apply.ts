import { EXIT, type ExitCode } from '../../base/errors.ts';
import { humanKeys, policyIn } from '../checkpoint/named-documents.ts';
import type { CommandIo } from '../io.ts';
import { loadMemoryDoor } from '../load-door.ts';
import { oneLine } from '../table.ts';
import { keyHashesOf } from './key-hashes.ts';

export interface ApplyMemoryFlags {
  /** Default `policy.json`. */
  readonly policy?: string | undefined;
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis memory apply ID`: adds what a person approved to the memory, as one event. */
export async function applyVerb(io: CommandIo, flags: ApplyMemoryFlags, id: string): Promise<ExitCode> {
  const policy = policyIn(flags.policy ?? 'policy.json', io);
  const door = await loadMemoryDoor();
  const event = await door.applyMemory({
    cwd: io.cwd,
    library: flags.library ?? null,
    proposal: door.findMemoryProposal(io.cwd, id),
    keyHashes: keyHashesOf(policy),
    secrets: humanKeys(io),
  });
  io.stdout(flags.json ? `${JSON.stringify(event)}\n` : `added ${event.event_id}  ${oneLine(event.summary, 400)}\n`);
  return EXIT.ok;
}
