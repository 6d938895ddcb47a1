/** A trajectory as far as the situation of an entry looks at it. */
export interface SituatedTrajectory {
  readonly id: string;
  /** ISO 8601 UTC; null where unknown, which counts as oldest. */
  readonly endedAt: string | null;
  /** Unit vector of its task text; null where it has none. */
  readonly vector: ArrayLike<number> | null;
}

const NEWEST = 20;

/**
 * The situation in which an entry was learnt, for one encoder: the unit mean of the task vectors of the newest trajectories
 * behind it, at most 20. Null where there is none, or where they cancel out. Pure, whatever the order of the input.
 */
export function situationOf(trajectories: readonly SituatedTrajectory[]): Float32Array | null {
  const newest = trajectories
    .filter(({ vector }) => vector !== null)
    .sort((a, b) => compare(b.endedAt ?? '', a.endedAt ?? '') || compare(a.id, b.id))
    .slice(0, NEWEST);
  const sum = new Float64Array(newest[0]?.vector?.length ?? 0);
  for (const { vector } of newest) {
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector?.[at] ?? 0);
  }
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return length < 1e-9 ? null : Float32Array.from(sum, (value) => value / length);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
