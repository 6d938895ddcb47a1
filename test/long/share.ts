/** That part of `count` which `PRAXIS_LONG_SHARE` (0 to 1, default 1) asks for; at least one. */
export function share(count: number): number {
  return Math.max(1, Math.round(count * Number(process.env.PRAXIS_LONG_SHARE ?? 1)));
}
