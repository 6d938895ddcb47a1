/** Compares two texts in a time that depends on their lengths only, not on where they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  const length = Math.max(a.length, b.length);
  // Out of range reads give NaN, which the bitwise operation takes as 0; the lengths already differ then.
  for (let i = 0; i < length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
