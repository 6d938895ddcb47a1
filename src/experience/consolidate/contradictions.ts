import { contradicts } from '../contradiction.ts';
import type { Operation } from '../operation.ts';
import { libraryAfter } from './library-after.ts';
import {
  type ConsolidationContext,
  compareWishes,
  dropped,
  isUsersWord,
  type Passed,
  type StandingEntry,
  strengthOf,
  type Wish,
  type WishOutcome,
} from './wish.ts';

type NewText = Wish & { readonly operation: Extract<Operation, { readonly op: 'add' | 'modify' }> };

/** Third pass: no two that contradict; what contradicts an entry enters only on stronger evidence, and flags it. */
export function passContradictions(
  wishes: readonly Wish[],
  library: readonly StandingEntry[],
  context: ConsolidationContext,
): Passed & { readonly flags: ReadonlyMap<number, readonly number[]> } {
  const standing = libraryAfter(wishes, library);
  const outcomes: WishOutcome[] = [];
  const flags = new Map<number, readonly number[]>();
  const accepted: NewText[] = [];
  for (const wish of wishes.filter(hasNewText).sort((a, b) => compareWishes(a, b, context))) {
    const found = againstLibrary(wish, standing, context);
    const stronger = accepted.find(({ operation }) => contradicts(operation, wish.operation));
    if (found.kind === 'dropped') {
      outcomes.push(dropped(wish, found.reason));
    } else if (stronger !== undefined) {
      outcomes.push(dropped(wish, 'it contradicts a new one with more behind it'));
    } else {
      accepted.push(found.wish);
      if (found.flagged.length > 0) flags.set(wish.index, found.flagged);
    }
  }
  const rest = wishes.filter((wish) => !hasNewText(wish));
  return { wishes: [...accepted, ...rest].sort((a, b) => a.index - b.index), outcomes, flags };
}

type Verdict =
  | { readonly kind: 'dropped'; readonly reason: string }
  | { readonly kind: 'enters'; readonly wish: NewText; readonly flagged: readonly number[] };

function againstLibrary(wish: NewText, standing: readonly StandingEntry[], context: ConsolidationContext): Verdict {
  const own = wish.operation.op === 'modify' ? wish.operation.id : null;
  const rivals = standing.filter((entry) => entry.id !== own && contradicts(entry, wish.operation));
  if (rivals.length === 0) return { kind: 'enters', wish, flagged: [] };
  // The newest word of the user stands, against an older one of the user as well.
  if (isUsersWord(wish)) return { kind: 'enters', wish, flagged: rivals.map(({ id }) => id) };
  const isUsers = rivals.some((entry) => entry.origin === 'user' && entry.status === 'active');
  const isStronger = !isUsers && rivals.every((entry) => isMore(strengthOf(wish, context), entry.evidence.strength));
  if (isStronger) return { kind: 'enters', wish: contested(wish), flagged: rivals.map(({ id }) => id) };
  // A test over the whole history, or a correction that a model worded, may prove itself beside what it contradicts.
  const isOwed = wish.operation.op === 'add' && (wish.operation.isContested || wish.operation.origin === 'user');
  if (isOwed) return { kind: 'enters', wish: contested(wish), flagged: [] };
  return { kind: 'dropped', reason: `it contradicts entry ${rivals.map(({ id }) => id).join(', ')}` };
}

function isMore(strength: number | null, than: number | null): boolean {
  return strength !== null && strength > (than ?? 0);
}

function contested(wish: NewText): NewText {
  const change = 'it contradicts what stands, and enters on probation';
  const { operation } = wish;
  if (operation.op === 'add') return { ...wish, operation: { ...operation, isContested: true }, change };
  return { ...wish, operation: { ...operation, isTrusted: false }, change };
}

function hasNewText(wish: Wish): wish is NewText {
  return wish.operation.op === 'add' || wish.operation.op === 'modify';
}
