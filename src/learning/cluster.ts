/** A task as clustering sees it: its domain, and the unit vector of its text. */
export interface PlacedTask {
  readonly domain: string;
  readonly vector: ArrayLike<number>;
}

/** The leader that is most similar to a task, by index, the first among equals; undefined where none is near enough. All are of its domain. */
export function nearestLeader(
  leaders: readonly ArrayLike<number>[],
  vector: ArrayLike<number>,
  clusterAt: number,
): number | undefined {
  let nearest: { readonly index: number; readonly similarity: number } | undefined;
  for (const [index, leader] of leaders.entries()) {
    const similarity = cosine(leader, vector);
    if (similarity >= clusterAt && similarity > (nearest?.similarity ?? -1)) nearest = { index, similarity };
  }
  return nearest?.index;
}

/** Leader clustering in order of first appearance: for each task the number of its leader, numbered as they arise. */
export function clusterTasks(tasks: readonly PlacedTask[], clusterAt: number): readonly number[] {
  let leaders = 0;
  const byDomain = new Map<string, { readonly numbers: number[]; readonly vectors: ArrayLike<number>[] }>();
  return tasks.map(({ domain, vector }) => {
    const known = byDomain.get(domain) ?? { numbers: [], vectors: [] };
    byDomain.set(domain, known);
    const nearest = nearestLeader(known.vectors, vector, clusterAt);
    if (nearest !== undefined) return known.numbers[nearest] ?? 0;
    known.vectors.push(vector);
    known.numbers.push(leaders);
    return leaders++;
  });
}

/** Cosine of two unit vectors of one length. */
function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
