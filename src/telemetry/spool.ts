/** A file of the spool that no new writer finds any more. */
export interface ClaimedFile {
  /** Its bytes from the beginning. */
  chunks(): Iterable<Uint8Array>;
  /** Once all that it holds is stored. */
  remove(): void;
}

/**
 * Where processes that must not wait for a database leave records, one JSON text a line. Any number of them append at
 * once; one at a time drains.
 */
export interface Spool {
  /** Where what was set aside lies, for a person to find. */
  readonly asidePath: string;
  /** Appends lines as a whole, or not at all where the process is killed or the disk is full; they hold no line feed. */
  append(lines: readonly string[]): void;
  isEmpty(): boolean;
  /** Takes the files that are there from the writers, oldest first. Under the lease alone. */
  claim(): readonly ClaimedFile[];
  /** Sets lines aside that cannot be read, for a person to look at. */
  setAside(lines: readonly string[]): void;
  /** Deletes what was set aside. */
  forgetAside(): void;
  /** Does `body` as the only one who drains; undefined where another process does so now. */
  withLease<T>(body: () => Promise<T>): Promise<T | undefined>;
}
