import { EXIT, type ExitCode } from '../../base/errors.ts';
import { pinnedHash } from '../../policy/sign-held.ts';
import { type MemoryDecision, memoryActionHash } from '../../run/memory/proposal.ts';
import { policyIn } from '../checkpoint/named-documents.ts';
import { signingSecret } from '../checkpoint/signing-secret.ts';
import type { CommandIo } from '../io.ts';
import { loadMemoryDoor } from '../load-door.ts';
import { oneLine } from '../table.ts';
import { keyHashesOf } from './key-hashes.ts';

export interface DecideMemoryFlags {
  /** Default `policy.json`. */
  readonly policy?: string | undefined;
  readonly keyId: string;
  readonly keyFd?: number | undefined;
  readonly rationale: string;
  readonly json: boolean;
}

/** `praxis memory accept|reject|revise ID`: the signed word of a person. Nothing is applied by it. */
export function decideVerb(decision: MemoryDecision['decision']) {
  return async (io: CommandIo, flags: DecideMemoryFlags, id: string): Promise<ExitCode> => {
    const policy = policyIn(flags.policy ?? 'policy.json', io);
    const door = await loadMemoryDoor();
    const proposal = door.findMemoryProposal(io.cwd, id);
    pinnedHash({ policy, keyId: flags.keyId });
    const { operation, target_ref: target, summary, evidence_refs } = proposal.action;
    io.stderr(
      `${decision}: ${operation}${target === null ? '' : ` ${target}`} ${oneLine(summary, 600)}\n  evidence ${oneLine(evidence_refs.join(', '), 400)}\n  for the action ${memoryActionHash(proposal.action)}\n`,
    );
    const secret = await signingSecret(flags.keyId, flags.keyFd, io);
    const decided = door.decideMemory({
      cwd: io.cwd,
      proposal,
      decision,
      rationale: flags.rationale,
      keyId: flags.keyId,
      secret,
      keyHashes: keyHashesOf(policy),
    });
    if (flags.json) io.stdout(`${JSON.stringify(decided)}\n`);
    else
      io.stdout(
        `${decided.proposal_id} is ${decided.state}\n${decided.state === 'approved' ? `  \`praxis memory apply ${decided.proposal_id}\` adds it to the memory\n` : ''}`,
      );
    return EXIT.ok;
  };
}
