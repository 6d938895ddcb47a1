import { resolve } from 'node:path';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { advanceFile } from '../../policy/file-store/goal-file.ts';
import type { GoalPolicy } from '../../policy/index.ts';
import type { CommandIo } from '../io.ts';
import { reportGoal } from './changed-report.ts';
import { goalPolicyIn, humanKeys } from './named-documents.ts';

export interface AdvanceCheckpointFlags {
  readonly checkpoint: string;
  /** Default `policy.json`. */
  readonly policy?: string | undefined;
  readonly requestId: string;
  readonly expectedSha256?: string | undefined;
  /** The canonical hash of the policy that allowed it. */
  readonly expectedPolicyHash?: string | undefined;
  /** How long to wait for a lock, in ms. */
  readonly waitMs?: number | undefined;
  readonly json: boolean;
}

/** `praxis checkpoint advance`: ends a slice whose policy allows it. The same request id again changes nothing and is no error. */
export async function advanceCheckpointVerb(flags: AdvanceCheckpointFlags, io: CommandIo): Promise<ExitCode> {
  const policy = goalPolicyIn(flags.policy ?? 'policy.json', io);
  requireSamePolicy(policy, flags.expectedPolicyHash);
  const request = { requestId: flags.requestId, policy: () => policy, keys: humanKeys(io) };
  const expected = flags.expectedSha256 === undefined ? {} : { expectedSha256: flags.expectedSha256 };
  const path = resolve(io.cwd, flags.checkpoint);
  const options = { waitMs: flags.waitMs ?? 0, change: 'advance' } as const;
  const { result, sha256 } = await advanceFile(path, { ...request, ...expected }, options);
  reportGoal(result, { path: flags.checkpoint, sha256 }, flags.json, io);
  return EXIT.ok;
}

function requireSamePolicy({ hash }: GoalPolicy, expected: string | undefined): void {
  if (expected === undefined || expected === hash) return;
  if (!/^[0-9a-f]{64}$/.test(expected))
    throw new PraxisError('USAGE', '--expected-policy-hash must be a lowercase SHA-256 digest', {
      hint: 'Take the policy_hash of a decision.',
    });
  throw new PraxisError('CHECKPOINT_CONFLICT', `policy hash conflict: expected ${expected}, found ${hash}`, {
    hint: 'The policy was changed meanwhile: evaluate again under the new one.',
  });
}
