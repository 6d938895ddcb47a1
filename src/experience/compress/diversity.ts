import { compareCodePoints } from '../../base/code-point-order.ts';
import { type CompressibleEntry, type CompressionTask, freshness } from './compressible.ts';
import { clusterOnSphere } from './k-means.ts';
import { seededRandom } from './seeded-random.ts';

interface Part {
  readonly key: string;
  readonly entries: readonly CompressibleEntry[];
  /** Vectors that differ: more clusters are of no use. */
  readonly distinct: number;
  clusters: number;
}

/** All but the most trusted entry of each cluster, where as many clusters are made, by type and domain, as may be left. */
export function removeAlike(task: CompressionTask): number[] {
  const parts = partsOf(task.free);
  giveClusters(parts, task.nTarget - task.exempt.length);
  return parts.flatMap((part) => {
    const kept = new Set(keptOf(part, task).map(({ id }) => id));
    return part.entries.map(({ id }) => id).filter((id) => !kept.has(id));
  });
}

function partsOf(entries: readonly CompressibleEntry[]): readonly Part[] {
  const byKey = new Map<string, CompressibleEntry[]>();
  for (const entry of entries) {
    const key = `${entry.type}\n${entry.domain}`;
    const known = byKey.get(key) ?? [];
    known.push(entry);
    byKey.set(key, known);
  }
  const parts = [...byKey].map(([key, own]) => ({ key, entries: own, distinct: groupsOf(own).length, clusters: 0 }));
  return parts.sort((a, b) => b.entries.length - a.entries.length || compareCodePoints(a.key, b.key));
}

/** One each while there are enough, the largest first; each further one to the part with the most entries a cluster. */
function giveClusters(parts: readonly Part[], clusters: number): void {
  let left = clusters;
  for (const part of parts) if (left-- > 0) part.clusters = 1;
  while (left-- > 0) {
    let neediest: Part | undefined;
    for (const part of parts) {
      if (part.clusters >= part.distinct) continue;
      if (neediest === undefined || need(part) > need(neediest)) neediest = part;
    }
    if (neediest === undefined) return;
    neediest.clusters++;
  }
}

function need({ entries, clusters }: Part): number {
  return entries.length / (clusters + 1);
}

function keptOf({ key, entries, distinct, clusters }: Part, task: CompressionTask): readonly CompressibleEntry[] {
  if (clusters === 0) return [];
  if (clusters >= distinct) return groupsOf(entries).map(bestOf);
  const assigned = clusterOnSphere(
    entries.map(({ vector }) => vector),
    clusters,
    seededRandom(`${task.seed}\n${key}`),
    task.settings.kmeansRounds,
  );
  const groups = Array.from({ length: clusters }, (_, cluster) =>
    entries.filter((_entry, at) => assigned[at] === cluster),
  );
  return groups.filter((group) => group.length > 0).map(bestOf);
}

/** Entries with one vector together. */
function groupsOf(entries: readonly CompressibleEntry[]): readonly (readonly CompressibleEntry[])[] {
  const groups = new Map<string, CompressibleEntry[]>();
  for (const entry of entries) {
    const key = Array.from(entry.vector).join(' ');
    const known = groups.get(key) ?? [];
    known.push(entry);
    groups.set(key, known);
  }
  return [...groups.values()];
}

function bestOf(entries: readonly CompressibleEntry[]): CompressibleEntry {
  return entries.reduce((best, entry) => (compare(entry, best) < 0 ? entry : best));
}

function compare(a: CompressibleEntry, b: CompressibleEntry): number {
  return b.c - a.c || b.u - a.u || freshness(b) - freshness(a) || a.id - b.id;
}
