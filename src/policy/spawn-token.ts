import { canonicalHash } from '../base/canonical-json.ts';
import type { Decision } from './decision.ts';

/**
 * What an evaluation gives for the start of one child; null where it allows none. It fits those bytes of the checkpoint and
 * that policy alone: once the child is in the checkpoint, the next one needs another evaluation.
 */
export function spawnToken(
  decision: Pick<Decision, 'spawnAllowed' | 'policyHash'>,
  checkpointSha256: string,
): string | null {
  const { spawnAllowed, policyHash } = decision;
  return spawnAllowed && policyHash !== null ? canonicalHash(['spawn', checkpointSha256, policyHash]) : null;
}
