/** Time as an argument. The one implementation that reads the machine's clock is in `host/`. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  nowMs(): number;
  /** Milliseconds from an arbitrary origin; never goes back. For durations. */
  monotonicMs(): number;
}

/** ISO 8601 UTC with milliseconds, e.g. `2026-01-02T03:04:05.678Z`. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
