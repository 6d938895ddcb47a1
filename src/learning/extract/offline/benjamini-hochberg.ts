/** Adjusted p values, in the order of the given ones. */
export function benjaminiHochberg(p: readonly number[]): readonly number[] {
  const order = [...p.keys()].sort((a, b) => (p[b] ?? 0) - (p[a] ?? 0));
  const adjusted = new Array<number>(p.length).fill(1);
  let smallest = 1;
  for (const [above, index] of order.entries()) {
    smallest = Math.min(smallest, ((p[index] ?? 1) * p.length) / (p.length - above));
    adjusted[index] = smallest;
  }
  return adjusted;
}
