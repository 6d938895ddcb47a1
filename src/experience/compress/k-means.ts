/**
 * Spherical k-means over unit vectors with k-means++ seeding: for each vector the number of its cluster. An empty cluster is
 * begun again at the vector farthest from its centre; ties go to the vector that comes first.
 */
export function clusterOnSphere(
  vectors: readonly ArrayLike<number>[],
  clusters: number,
  random: () => number,
  rounds: number,
): readonly number[] {
  let centres = seeds(vectors, clusters, random);
  let assigned: readonly number[] = [];
  for (let round = 0; round < rounds; round++) {
    const next = vectors.map((vector) => nearest(vector, centres).centre);
    if (next.every((cluster, index) => cluster === assigned[index])) break;
    assigned = refilled(vectors, next, centres);
    centres = centres.map((centre, cluster) => meanOf(vectors, assigned, cluster) ?? centre);
  }
  return assigned;
}

type Vector = ArrayLike<number>;

function seeds(vectors: readonly Vector[], clusters: number, random: () => number): readonly Vector[] {
  const first = vectors[Math.floor(random() * vectors.length)] ?? [];
  const centres: Vector[] = [first];
  const distances = vectors.map((vector) => squaredDistance(vector, first));
  while (centres.length < clusters) {
    const centre = vectors[draw(distances, random)] ?? [];
    centres.push(centre);
    for (const [index, vector] of vectors.entries()) {
      distances[index] = Math.min(distances[index] ?? 0, squaredDistance(vector, centre));
    }
  }
  return centres;
}

/** An index with a probability in proportion to its weight. */
function draw(weights: readonly number[], random: () => number): number {
  let rest = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0 && weight > 0) return index;
  }
  return weights.findLastIndex((weight) => weight > 0);
}

function nearest(vector: Vector, centres: readonly Vector[]): { readonly centre: number; readonly similarity: number } {
  let best = { centre: 0, similarity: Number.NEGATIVE_INFINITY };
  for (const [centre, point] of centres.entries()) {
    const similarity = dot(vector, point);
    if (similarity > best.similarity) best = { centre, similarity };
  }
  return best;
}

function refilled(
  vectors: readonly Vector[],
  assigned: readonly number[],
  centres: readonly Vector[],
): readonly number[] {
  const next = [...assigned];
  for (const cluster of centres.keys()) {
    if (next.includes(cluster)) continue;
    const farthest = farthestIndex(vectors, next, centres);
    if (farthest !== undefined) next[farthest] = cluster;
  }
  return next;
}

/** Of the vectors that are not alone in their cluster, the one with the least similarity to its centre. */
function farthestIndex(
  vectors: readonly Vector[],
  assigned: readonly number[],
  centres: readonly Vector[],
): number | undefined {
  let farthest: { readonly index: number; readonly similarity: number } | undefined;
  for (const [index, vector] of vectors.entries()) {
    const cluster = assigned[index] ?? 0;
    if (assigned.indexOf(cluster) === assigned.lastIndexOf(cluster)) continue;
    const similarity = dot(vector, centres[cluster] ?? []);
    if (farthest === undefined || similarity < farthest.similarity) farthest = { index, similarity };
  }
  return farthest?.index;
}

/** The unit vector of the middle of a cluster; undefined where it is empty or its vectors cancel out. */
function meanOf(vectors: readonly Vector[], assigned: readonly number[], cluster: number): Vector | undefined {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const [index, vector] of vectors.entries()) {
    if (assigned[index] !== cluster) continue;
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  }
  const length = Math.sqrt(dot(sum, sum));
  return length === 0 ? undefined : sum.map((value) => value / length);
}

function squaredDistance(a: Vector, b: Vector): number {
  return Math.max(0, 2 - 2 * dot(a, b));
}

function dot(a: Vector, b: Vector): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
