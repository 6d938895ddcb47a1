import { compareCodePoints } from '../../base/code-point-order.ts';
import type { Entry } from '../entry.ts';
import type { Operation } from '../operation.ts';
import type { ScreenKind } from '../screen/screen-rule.ts';

/** How strong a group of trajectories spoke: section strength, and how many trajectories it has. */
export interface GroupStrength {
  readonly strength: number;
  readonly trajectories: number;
}

/** An entry as consolidation looks at it. */
export interface StandingEntry
  extends Pick<Entry, 'id' | 'text' | 'type' | 'domain' | 'c' | 'origin' | 'status' | 'rule' | 'pinned' | 'evidence'> {
  readonly vector: ArrayLike<number> | null;
}

/** An operation that is wished for, on its way through the passes. */
export interface Wish {
  /** Its place among those that were handed in. */
  readonly index: number;
  readonly operation: Operation;
  /** Unit vector of its text; null where it has none. */
  readonly vector: ArrayLike<number> | null;
  /** What the passes did to it; null: nothing. */
  readonly change: string | null;
}

/** What became of an operation, and why. */
export interface WishOutcome {
  readonly index: number;
  readonly kind: 'kept' | 'changed' | 'dropped' | 'review' | 'quarantined';
  readonly reason: string;
}

/** A delete that has too little support: a question for a person, and one voice if another group asks later. */
export interface DeleteRequest {
  readonly id: number;
  readonly groups: readonly string[];
  readonly why: string;
}

/** A text that the screen held back. */
export interface Quarantined {
  readonly operation: Operation;
  readonly kind: ScreenKind;
  readonly reason: string;
}

/** What every pass knows. */
export interface ConsolidationContext {
  readonly groups: ReadonlyMap<string, GroupStrength>;
  readonly dupAt: number;
}

/** What a pass leaves, and what it has settled. */
export interface Passed {
  readonly wishes: readonly Wish[];
  readonly outcomes: readonly WishOutcome[];
}

export function dropped({ index }: Wish, reason: string): WishOutcome {
  return { index, kind: 'dropped', reason };
}

/** Strength of the group that an operation came from, else of its evidence; null where nothing is known. */
export function strengthOf({ operation }: Wish, { groups }: ConsolidationContext): number | null {
  const group = operation.group === null ? undefined : groups.get(operation.group);
  if (group !== undefined) return group.strength;
  return 'evidence' in operation ? (operation.evidence?.strength ?? null) : null;
}

/** A text that the user typed. */
export function isUsersWord({ operation }: Wish): boolean {
  return (
    operation.op === 'add' && operation.isTrusted && (operation.origin === 'user' || operation.origin === 'manual')
  );
}

/** Negative where `a` goes before `b`: the user's word, the stronger group, more trajectories, the smaller group key, the earlier one. */
export function compareWishes(a: Wish, b: Wish, context: ConsolidationContext): number {
  return (
    Number(isUsersWord(b)) - Number(isUsersWord(a)) ||
    (strengthOf(b, context) ?? -1) - (strengthOf(a, context) ?? -1) ||
    trajectoriesOf(b, context) - trajectoriesOf(a, context) ||
    compareCodePoints(a.operation.group ?? '', b.operation.group ?? '') ||
    a.index - b.index
  );
}

function trajectoriesOf({ operation }: Wish, { groups }: ConsolidationContext): number {
  const group = operation.group === null ? undefined : groups.get(operation.group);
  if (group !== undefined) return group.trajectories;
  return 'evidence' in operation ? (operation.evidence?.trajectories ?? 0) : 0;
}
