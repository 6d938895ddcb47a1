import { LIMIT_NAMES, type LimitName, TOTAL_NAMES, type TotalName } from '../../policy/index.ts';
import type { FoldedSession } from '../session/folded-session.ts';
import { type BoundsContext, FoldedBounds } from './fold-bounds.ts';
import { sessionLimits } from './lifted-policy.ts';
import { sessionTotals } from './measure.ts';

/** A limit of a session as it is now. */
export interface PresentLimit {
  readonly limit: string;
  readonly value: number;
}

/** The limits of a bounded session under the names that a lift takes; undefined where nothing bounds it. */
export function presentLimits(session: FoldedSession, context: BoundsContext): readonly PresentLimit[] | undefined {
  const policy = session.policy === null ? null : context.policyOf(session.policy.hash);
  const { bounds } = session;
  if (policy === null || !(bounds instanceof FoldedBounds)) return undefined;
  const { task, goal } = sessionLimits(policy, bounds.state.lifts, sessionTotals(bounds.state, 0));
  const ofTask = LIMIT_NAMES.map((limit: LimitName) => ({ limit, value: Number(task.limits[limit]) }));
  const ofGoal = TOTAL_NAMES.flatMap((name: TotalName) => {
    const value = goal?.goalLimits.get(name);
    return value === undefined ? [] : [{ limit: `goal.${name}`, value: Number(value) }];
  });
  return [...ofTask, ...ofGoal];
}

/** The limit that stopped the session last; undefined where none did in its present turn. */
export function stoppedBy({ bounds }: FoldedSession): string | undefined {
  return bounds instanceof FoldedBounds ? bounds.state.turn.stop?.reached[0]?.limit : undefined;
}
