import type { Entry } from '../../experience/entry.ts';

/** How a library does. */
export interface LibraryHealth {
  /** |E|: all but the archived. */
  readonly size: number;
  readonly byType: Readonly<Record<string, number>>;
  readonly byDomain: Readonly<Record<string, number>>;
  /** Mean confidence of the entries that were in a prompt; null where none was. */
  readonly meanConfidenceOfRetrieved: number | null;
  /** Of all but the archived, those that rest on trajectories; null for an empty library. */
  readonly shareWithEvidence: number | null;
}

/** Counts a library. */
export function libraryHealth(entries: readonly Entry[]): LibraryHealth {
  const counted = entries.filter((entry) => entry.status !== 'archived');
  const retrieved = counted.filter((entry) => entry.counters.injected > 0);
  const evidenced = counted.filter((entry) => entry.evidence.trajectories > 0);
  return {
    size: counted.length,
    byType: countBy(counted, (entry) => entry.type),
    byDomain: countBy(counted, (entry) => entry.domain),
    meanConfidenceOfRetrieved: mean(retrieved.map((entry) => entry.c)),
    shareWithEvidence: counted.length === 0 ? null : evidenced.length / counted.length,
  };
}

function countBy(entries: readonly Entry[], key: (entry: Entry) => string): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(key(entry), (counts.get(key(entry)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
