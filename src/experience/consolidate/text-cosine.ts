/** Cosine of two unit vectors of one length; 0 where there is none. */
export function cosine(a: ArrayLike<number> | null, b: ArrayLike<number> | null): number {
  if (a === null || b === null || a.length !== b.length) return 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
