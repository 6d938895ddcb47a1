import type { EvaluatedFiles } from '../../policy/contract-command/index.ts';

/** Why no further child may be started although the answer is continue; null where one may. */
export function spawnBlock(evaluated: EvaluatedFiles): string | null {
  const { decision } = evaluated;
  const limits = decision.effectiveLimits;
  if (evaluated.kind === 'nothing' || limits === null || decision.decision !== 'continue' || decision.spawnAllowed)
    return null;
  const { metrics } = evaluated.kind === 'goal' ? evaluated.checkpoint.task : evaluated.checkpoint;
  const { children_spawned: spawned, active_children: active } = metrics;
  const { max_children_per_parent: most, max_concurrency: atOnce } = limits;
  if (evaluated.kind === 'goal') {
    const { actionKind, reviewRequired } = evaluated.checkpoint;
    if (actionKind === 'wait') return 'action_kind is wait';
    const reserve = reviewRequired && actionKind !== 'review' ? evaluated.policy.reviewerReserve : 0n;
    if (spawned < most && spawned >= most - reserve)
      return `children_spawned is ${spawned} of ${most}, and reviewer_reserve keeps ${reserve} for the review that is required`;
  }
  if (active >= atOnce) return `active_children is ${active}, max_concurrency is ${atOnce}`;
  return `children_spawned is ${spawned}, max_children_per_parent is ${most}`;
}
