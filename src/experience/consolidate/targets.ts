import { unitedEvidence } from '../evidence.ts';
import type { Operation } from '../operation.ts';
import { cosine } from './text-cosine.ts';
import {
  type ConsolidationContext,
  compareWishes,
  type DeleteRequest,
  dropped,
  type Passed,
  type StandingEntry,
  type Wish,
  type WishOutcome,
} from './wish.ts';

type Of<Op extends Operation['op']> = Wish & { readonly operation: Extract<Operation, { readonly op: Op }> };
type Changing = Of<'modify' | 'delete' | 'merge'>;

/** One group alone may delete what has less confidence. */
const WEAK = 0.3;
const ENOUGH_GROUPS = 2;

/** Second pass: of those that would change one entry, the strongest; a delete only with support. */
export function passTargets(
  wishes: readonly Wish[],
  library: readonly StandingEntry[],
  requests: ReadonlyMap<number, readonly string[]>,
  context: ConsolidationContext,
): Passed & { readonly requests: readonly DeleteRequest[] } {
  const outcomes: WishOutcome[] = [];
  const open: DeleteRequest[] = [];
  const won = new Map<number, Changing>();
  const accepted: Wish[] = [];
  const changing = wishes.filter(isChanging).sort((a, b) => compareWishes(a, b, context));
  for (const wish of changing) {
    const rival = targetsOf(wish)
      .map((id) => won.get(id))
      .find((other) => other !== undefined);
    if (rival !== undefined) {
      outcomes.push(dropped(wish, lostTo(wish, rival, context)));
      continue;
    }
    for (const id of targetsOf(wish)) won.set(id, wish);
    const request = isDelete(wish) ? unsupported(wish, changing, library, requests) : null;
    if (request === null) {
      accepted.push(wish);
      continue;
    }
    open.push(request);
    outcomes.push({ index: wish.index, kind: 'review', reason: 'only one group asks for it' });
  }
  const keeps = uniteKeeps(wishes.filter(isKeep), won, open);
  const rest = wishes.filter((wish) => !isChanging(wish) && !isKeep(wish));
  return {
    wishes: [...accepted, ...keeps.wishes, ...rest].sort((a, b) => a.index - b.index),
    outcomes: [...outcomes, ...keeps.outcomes],
    requests: open,
  };
}

function isChanging(wish: Wish): wish is Changing {
  const { op } = wish.operation;
  return op === 'modify' || op === 'delete' || op === 'merge';
}

function isDelete(wish: Wish): wish is Of<'delete'> {
  return wish.operation.op === 'delete';
}

function isKeep(wish: Wish): wish is Of<'keep'> {
  return wish.operation.op === 'keep';
}

function targetsOf({ operation }: Changing): readonly number[] {
  return operation.op === 'merge' ? operation.ids : [operation.id];
}

function lostTo(wish: Changing, rival: Changing, { dupAt }: ConsolidationContext): string {
  const isSame = wish.operation.op === rival.operation.op && wish.operation.op !== 'merge';
  if (isSame && (isDelete(wish) || cosine(wish.vector, rival.vector) >= dupAt)) return 'a stronger group asks the same';
  return 'a stronger group wants something else with the entry';
}

function unsupported(
  wish: Of<'delete'>,
  all: readonly Changing[],
  library: readonly StandingEntry[],
  requests: ReadonlyMap<number, readonly string[]>,
): DeleteRequest | null {
  const { id, why } = wish.operation;
  const asking = all.flatMap(({ operation }) => (operation.op === 'delete' && operation.id === id ? [operation] : []));
  const groups = [...new Set([...(requests.get(id) ?? []), ...asking.map(({ group }) => group ?? '')])].sort();
  const entry = library.find((one) => one.id === id);
  const isEnough = groups.length >= ENOUGH_GROUPS || (entry !== undefined && entry.c < WEAK);
  return isEnough ? null : { id, groups, why };
}

/** One confirmation an entry, with all its evidence, where nothing changes the entry. */
function uniteKeeps(
  keeps: readonly Of<'keep'>[],
  won: ReadonlyMap<number, Changing>,
  open: readonly DeleteRequest[],
): Passed {
  const first = new Map<number, Of<'keep'>>();
  const outcomes: WishOutcome[] = [];
  for (const wish of keeps) {
    const { id, evidence } = wish.operation;
    const known = first.get(id);
    if (won.has(id) && !open.some((request) => request.id === id)) {
      outcomes.push(dropped(wish, 'another operation changes the entry'));
    } else if (known === undefined) {
      first.set(id, wish);
    } else {
      const united = { ...known.operation, evidence: unitedEvidence(known.operation.evidence, evidence) };
      first.set(id, { ...known, operation: united });
      outcomes.push(dropped(wish, 'its evidence is joined to that of another confirmation'));
    }
  }
  return { wishes: [...first.values()], outcomes };
}
