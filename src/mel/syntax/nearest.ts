/** Nobody mistypes longer names, and comparing them costs the product of their lengths. */
const LONGEST = 64;

/** The candidate that differs from `text` by the fewest edits, if few enough to be a slip; the first of equals. */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  if (text.length > LONGEST) return undefined;
  const allowed = text.length < 3 ? 0 : Math.max(1, Math.floor(text.length / 3));
  let best: string | undefined;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    if (candidate === text || Math.abs(candidate.length - text.length) >= bestDistance) continue;
    const distance = candidate.toLowerCase() === text.toLowerCase() ? 0 : edits(text, candidate, bestDistance);
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`; at least `limit` if more. */
export function edits(a: string, b: string, limit: number): number {
  const [from, ends] = sharedEnds(a, b);
  return editsBetween(a.slice(from, a.length - ends), b.slice(from, b.length - ends), limit);
}

/** How much of the beginning and of the end two texts share. */
function sharedEnds(a: string, b: string): readonly [number, number] {
  const most = Math.min(a.length, b.length);
  let first = 0;
  while (first < most && a[first] === b[first]) first += 1;
  let last = 0;
  while (last < most - first && a[a.length - 1 - last] === b[b.length - 1 - last]) last += 1;
  return [first, last];
}

function editsBetween(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (last[column - 1] ?? limit) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? limit) + 1);
      }
      current.push(cost);
      if (cost < least) least = cost;
    }
    if (least >= limit) return limit;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? limit;
}
