/** The smallest limit that a measured value does not reach. */
export function nextWhole(value: bigint | number): bigint {
  return typeof value === 'bigint' ? value + 1n : BigInt(Math.floor(value)) + 1n;
}
