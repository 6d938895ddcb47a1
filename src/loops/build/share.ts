/** Sessions before and after, of which a share is taken. */
const WINDOW_EPOCHS = 20;
const MIN_AFTER = 5;
/** 2/3 of a share may lie a hair beside it. */
const ROUNDING = 1e-9;

/** The live sessions of a library, by epoch. */
export interface EpochView {
  /** Those that are stored, ascending. */
  readonly epochs: readonly number[];
}

/** The shares of sessions with a failure, up to an epoch and since; null where too few sessions tell. */
export interface Shares {
  readonly before: number;
  readonly after: number;
}

/** Shares of the sessions of the 20 epochs up to `epoch`, and of all since, at least 5; null where there are too few on a side. */
export function sharesAround(failedIn: readonly number[], { epochs }: EpochView, epoch: number): Shares | null {
  const before = epochs.filter((one) => one <= epoch && one > epoch - WINDOW_EPOCHS);
  const after = epochs.filter((one) => one > epoch);
  if (before.length === 0 || after.length < MIN_AFTER) return null;
  return { before: shareOf(failedIn, before), after: shareOf(failedIn, after) };
}

/** Shares of the sessions of the 20 epochs up to `created`, and of the newest 20 since; null while fewer have passed. */
export function sharesAfterTwenty(failedIn: readonly number[], { epochs }: EpochView, created: number): Shares | null {
  const newest = epochs.at(-1) ?? 0;
  if (newest - created < WINDOW_EPOCHS) return null;
  const before = epochs.filter((one) => one <= created && one > created - WINDOW_EPOCHS);
  const after = epochs.filter((one) => one > newest - WINDOW_EPOCHS);
  if (before.length === 0 || after.length === 0) return null;
  return { before: shareOf(failedIn, before), after: shareOf(failedIn, after) };
}

/** Whether a share has fallen by a third or more. One that was nothing cannot fall. */
export function hasFallen({ before, after }: Shares): boolean {
  return before > 0 && after <= (before * 2) / 3 + ROUNDING;
}

function shareOf(failedIn: readonly number[], epochs: readonly number[]): number {
  const failed = new Set(failedIn);
  return epochs.filter((epoch) => failed.has(epoch)).length / epochs.length;
}
