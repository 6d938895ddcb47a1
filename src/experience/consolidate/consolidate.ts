import type { Operation } from '../operation.ts';
import { passContradictions } from './contradictions.ts';
import { passDuplicates } from './duplicates.ts';
import { passLength } from './length.ts';
import { passTargets } from './targets.ts';
import { passValid } from './validate.ts';
import type {
  ConsolidationContext,
  DeleteRequest,
  GroupStrength,
  Quarantined,
  StandingEntry,
  Wish,
  WishOutcome,
} from './wish.ts';

/** What a run wishes, and the library version that it read at the start. */
export interface ConsolidationInput {
  readonly operations: readonly Operation[];
  /** Unit vectors of the texts of the operations, in their order; null where one has no text. */
  readonly vectors: readonly (ArrayLike<number> | null)[];
  readonly groups: ReadonlyMap<string, GroupStrength>;
  readonly library: readonly StandingEntry[];
  /** Id that the next new entry will get. */
  readonly nextId: number;
  /** Groups that asked for a delete in earlier runs, by entry. */
  readonly requests?: ReadonlyMap<number, readonly string[]>;
  readonly dupAt: number;
}

export interface Consolidation {
  /** To be applied as they stand, before anything else that makes entries: flags name their rivals by the ids to come. */
  readonly operations: readonly Operation[];
  readonly requests: readonly DeleteRequest[];
  readonly quarantined: readonly Quarantined[];
  /** One for each operation, in their order. */
  readonly outcomes: readonly WishOutcome[];
}

/**
 * Makes the wishes of several groups into one batch: checks them, settles conflicts about an entry, contradictions and
 * duplicates, and shortens texts. Pure; the order of the groups does not matter.
 */
export function consolidate(input: ConsolidationInput): Consolidation {
  const context: ConsolidationContext = { groups: input.groups, dupAt: input.dupAt };
  const wishes = input.operations.map(
    (operation, index): Wish => ({ index, operation, vector: input.vectors[index] ?? null, change: null }),
  );
  const valid = passValid(wishes, input.library);
  const targets = passTargets(valid.wishes, input.library, input.requests ?? new Map(), context);
  const compatible = passContradictions(targets.wishes, input.library, context);
  const single = passDuplicates(compatible.wishes, input.library, context);
  const short = passLength(single.wishes);
  const ordered = inOrder(short.wishes, compatible.flags, input.nextId);
  const outcomes = [valid, targets, compatible, single, short].flatMap((pass) => pass.outcomes);
  return {
    operations: ordered,
    requests: targets.requests,
    quarantined: valid.quarantined,
    outcomes: [...outcomes, ...short.wishes.map(outcomeOf)].sort((a, b) => a.index - b.index),
  };
}

function outcomeOf({ index, change, operation }: Wish): WishOutcome {
  return change === null ? { index, kind: 'kept', reason: operation.why } : { index, kind: 'changed', reason: change };
}

/** New entries first, so that their ids are known; then what changes others; then the flags that name new entries. */
function inOrder(
  wishes: readonly Wish[],
  flags: ReadonlyMap<number, readonly number[]>,
  nextId: number,
): readonly Operation[] {
  const adds = wishes.filter(({ operation }) => operation.op === 'add');
  const others = wishes.filter(({ operation }) => operation.op !== 'add');
  const flagged = new Set<number>();
  const flagOperations = [...adds, ...others].flatMap((wish, place): readonly Operation[] => {
    const { operation } = wish;
    const rival = operation.op === 'add' ? nextId + place : 'id' in operation ? operation.id : null;
    return (flags.get(wish.index) ?? []).flatMap((id): readonly Operation[] => {
      if (flagged.has(id) || rival === null) return [];
      flagged.add(id);
      const why = 'a new guideline with more evidence says the contrary';
      return [{ op: 'status', id, to: 'flagged', rival, why, group: operation.group }];
    });
  });
  return [...adds.map(({ operation }) => operation), ...others.map(({ operation }) => operation), ...flagOperations];
}
