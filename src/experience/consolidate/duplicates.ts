import { contradicts } from '../contradiction.ts';
import { isDuplicate } from '../duplicate.ts';
import type { Evidence } from '../entry.ts';
import { unitedEvidence } from '../evidence.ts';
import type { Operation } from '../operation.ts';
import { addsInformation } from './added-information.ts';
import { libraryAfter } from './library-after.ts';
import { cosine } from './text-cosine.ts';
import {
  type ConsolidationContext,
  compareWishes,
  dropped,
  type Passed,
  type StandingEntry,
  type Wish,
  type WishOutcome,
} from './wish.ts';

type Add = Wish & { readonly operation: Extract<Operation, { readonly op: 'add' }> };

/** Fourth pass: what the library or another new one says already is no new entry. */
export function passDuplicates(
  wishes: readonly Wish[],
  library: readonly StandingEntry[],
  context: ConsolidationContext,
): Passed {
  const standing = libraryAfter(wishes, library);
  const fresh: Add[] = [];
  const repeated = new Map<number, { readonly entry: StandingEntry; readonly adds: Add[] }>();
  for (const wish of wishes.filter(isAdd)) {
    const entry = nearestDuplicate(wish, standing, context);
    if (entry === undefined) fresh.push(wish);
    else {
      const known = repeated.get(entry.id) ?? { entry, adds: [] };
      repeated.set(entry.id, known);
      known.adds.push(wish);
    }
  }
  const outcomes: WishOutcome[] = [];
  const rest = wishes.filter((wish) => !isAdd(wish));
  const changed = new Set(rest.flatMap(({ operation }) => (operation.op === 'modify' ? [operation.id] : [])));
  const confirmed = [...repeated.values()].flatMap(({ entry, adds }) =>
    confirm(entry, adds, changed, context, outcomes),
  );
  const single = clustersOf(fresh, context).map((cluster) => theBest(cluster, context, outcomes));
  const united = uniteWithKeeps([...rest, ...confirmed], outcomes);
  return { wishes: [...single, ...united].sort((a, b) => a.index - b.index), outcomes };
}

function isAdd(wish: Wish): wish is Add {
  return wish.operation.op === 'add';
}

function nearestDuplicate(
  wish: Add,
  standing: readonly StandingEntry[],
  { dupAt }: ConsolidationContext,
): StandingEntry | undefined {
  let nearest: { readonly entry: StandingEntry; readonly similarity: number } | undefined;
  for (const entry of standing) {
    if (entry.type !== wish.operation.type || entry.domain !== wish.operation.domain) continue;
    const similarity = cosine(wish.vector, entry.vector);
    if (!isDuplicate(wish.operation, entry, similarity, dupAt) || contradicts(wish.operation, entry)) continue;
    if (nearest === undefined || similarity > nearest.similarity) nearest = { entry, similarity };
  }
  return nearest?.entry;
}

/** The entry is confirmed by all of them; the best of them takes its place where it says more on no less evidence. */
function confirm(
  entry: StandingEntry,
  adds: readonly Add[],
  changed: ReadonlySet<number>,
  context: ConsolidationContext,
  outcomes: WishOutcome[],
): readonly Wish[] {
  if (changed.has(entry.id)) {
    for (const wish of adds)
      outcomes.push(dropped(wish, `entry ${entry.id} says it, and is changed by another operation`));
    return [];
  }
  const [best, ...others] = [...adds].sort((a, b) => byEvidence(a, b, context));
  if (best === undefined) return [];
  const evidence = others.reduce(
    (sum, { operation }) => unitedEvidence(sum, operation.evidence),
    best.operation.evidence,
  );
  for (const wish of others) outcomes.push(dropped(wish, `it confirms entry ${entry.id} together with another one`));
  return [{ ...best, ...(saysMore(best, entry) ? modified(best, entry, evidence) : kept(best, entry, evidence)) }];
}

function saysMore({ operation }: Add, entry: StandingEntry): boolean {
  // What came with a file, and what was typed by nobody, does not replace what stands.
  if (operation.origin === 'import' || entry.origin === 'user' || entry.pinned) return false;
  return compareCounts(operation.evidence, entry.evidence) >= 0 && addsInformation(operation.text, entry.text);
}

function modified({ operation }: Add, entry: StandingEntry, evidence: Evidence): Pick<Wish, 'operation' | 'change'> {
  const { text, rule, isTrusted, why, group } = operation;
  return {
    operation: { op: 'modify', id: entry.id, text, rule: rule ?? entry.rule, isTrusted, evidence, why, group },
    change: `it says more than entry ${entry.id}, and takes the place of its text`,
  };
}

function kept({ operation }: Add, entry: StandingEntry, evidence: Evidence): Pick<Wish, 'operation' | 'change'> {
  const { why, group } = operation;
  return { operation: { op: 'keep', id: entry.id, evidence, why, group }, change: `entry ${entry.id} says it already` };
}

/** Single link: who duplicates one of a cluster belongs to it. */
function clustersOf(adds: readonly Add[], { dupAt }: ConsolidationContext): readonly (readonly Add[])[] {
  let clusters: readonly (readonly Add[])[] = [];
  for (const wish of adds) {
    const near = clusters.filter((cluster) => cluster.some((other) => isLinked(wish, other, dupAt)));
    clusters = [...clusters.filter((cluster) => !near.includes(cluster)), [...near.flat(), wish]];
  }
  return clusters;
}

function isLinked(a: Add, b: Add, dupAt: number): boolean {
  const isOneKind = a.operation.type === b.operation.type && a.operation.domain === b.operation.domain;
  return isOneKind && isDuplicate(a.operation, b.operation, cosine(a.vector, b.vector), dupAt);
}

function theBest(cluster: readonly Add[], context: ConsolidationContext, outcomes: WishOutcome[]): Wish {
  const [best, ...others] = [...cluster].sort((a, b) => byEvidence(a, b, context));
  if (best === undefined) throw new TypeError('a cluster is never empty');
  if (others.length === 0) return best;
  for (const wish of others) outcomes.push(dropped(wish, 'another new one with more evidence says the same'));
  const evidence = others.reduce(
    (sum, { operation }) => unitedEvidence(sum, operation.evidence),
    best.operation.evidence,
  );
  return { ...best, operation: { ...best.operation, evidence }, change: 'others that say the same are joined to it' };
}

function uniteWithKeeps(wishes: readonly Wish[], outcomes: WishOutcome[]): readonly Wish[] {
  const touched = new Map<number, Wish>();
  const kept: Wish[] = [];
  for (const wish of [...wishes].sort((a, b) => Number(isKeep(a)) - Number(isKeep(b)))) {
    const { operation } = wish;
    if (operation.op !== 'keep' && operation.op !== 'modify') kept.push(wish);
    else {
      const known = touched.get(operation.id);
      if (known === undefined) touched.set(operation.id, wish);
      else {
        outcomes.push(dropped(wish, 'its evidence is joined to that of another operation on the entry'));
        touched.set(operation.id, withEvidence(known, operation.evidence));
      }
    }
  }
  return [...kept, ...touched.values()];
}

function withEvidence(wish: Wish, evidence: Evidence | null): Wish {
  const { operation } = wish;
  if (evidence === null || (operation.op !== 'keep' && operation.op !== 'modify')) return wish;
  const united = operation.evidence === null ? evidence : unitedEvidence(operation.evidence, evidence);
  return { ...wish, operation: { ...operation, evidence: united } };
}

function isKeep({ operation }: Wish): boolean {
  return operation.op === 'keep';
}

/** More evidence first; then the user's word, the stronger group, and the earlier one. */
function byEvidence(a: Add, b: Add, context: ConsolidationContext): number {
  return (
    Number(b.operation.isTrusted && b.operation.origin === 'user') -
      Number(a.operation.isTrusted && a.operation.origin === 'user') ||
    compareCounts(b.operation.evidence, a.operation.evidence) ||
    compareWishes(a, b, context)
  );
}

function compareCounts(a: Evidence, b: Evidence): number {
  return a.trajectories - b.trajectories || a.groups - b.groups;
}
