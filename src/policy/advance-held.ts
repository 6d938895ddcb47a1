import { PraxisError } from '../base/errors.ts';
import { type AdvanceResult, advanced, hasAdvanced } from './advance.ts';
import type { GoalPolicy } from './goal-policy.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { type Change, type HeldFile, heldGoal, requireUnchanged } from './held-file.ts';
import { KEYS_HINT } from './human-keys.ts';
import { checked } from './refusal.ts';

/** An advance of the goal in a file. */
export interface AdvanceRequest {
  /** The same id given again changes nothing, whatever the file has become. */
  readonly requestId: string;
  /** SHA-256 of the bytes that the advance was decided on; left out, the file is taken as it is. */
  readonly expectedSha256?: string;
  /** Asked for once it is needed. */
  readonly policy: () => GoalPolicy;
  readonly keys: ReadonlyMap<string, string>;
}

/** Advances the goal in a file; CHECKPOINT_REFUSED where the policy does not allow it. */
export function advanceHeld(found: HeldFile, request: AdvanceRequest): Change<GoalCheckpoint> {
  const goal = heldGoal(found);
  if (hasAdvanced(goal, request.requestId)) return { kind: 'keep', result: goal };
  requireUnchanged(found, request.expectedSha256);
  const { checkpoint } = allowed(goal, request);
  return { kind: 'publish', document: checkpoint.document, moved: [], result: checkpoint };
}

function allowed(
  goal: GoalCheckpoint,
  { policy, requestId, keys }: AdvanceRequest,
): Exclude<AdvanceResult, { kind: 'refused' }> {
  const result = checked(() => advanced(goal, policy, requestId, keys));
  if (result.kind === 'ok') return result.value;
  throw new PraxisError('CHECKPOINT_REFUSED', result.message, {
    hint: hintFor(result.message),
  });
}

function hintFor(message: string): string {
  if (message.startsWith('request_id')) return 'Give the advance an id, the same in every repetition of it.';
  if (message.includes('human authorization key') || message.includes('key id is not authorized')) return KEYS_HINT;
  if (message.startsWith('signed slice overrides'))
    return "The host takes them to the archive first, with an observation of the library: `gate: { kind: 'end-slice' }`.";
  return '`praxis policy explain` says what the slice lacks; records that stand are settled by an observation.';
}
