/** Waiting as an argument. */
export interface Timers {
  /** Calls back after `ms` unless the returned function is called before. */
  after(ms: number, callback: () => void): () => void;
}

/** The timers that browsers and Node share. */
export const hostTimers: Timers = {
  after(ms, callback) {
    const id = setTimeout(callback, ms);
    return () => clearTimeout(id);
  },
};
