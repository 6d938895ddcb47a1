/** One recorded path: relative to the work tree, `/` as separator. */
export interface TreeEntry {
  readonly path: string;
  readonly kind: 'file' | 'link' | 'other';
  readonly mode: number;
  readonly size: number;
  /** Nanoseconds as decimal text. */
  readonly mtime: string;
  readonly ctime: string;
  /** Hash of the content, of a link's target; '' for other kinds. */
  readonly sha256: string;
  /** Set where git ignores the path and it is recorded all the same: protected, or run by an acceptance command. */
  readonly isIgnored?: true;
}

/** The work tree at one instant. */
export interface TreeRecord {
  readonly entries: ReadonlyMap<string, TreeEntry>;
}

export interface TreeChange {
  readonly path: string;
  readonly before: TreeEntry | null;
  readonly after: TreeEntry | null;
}

/** Records, compares and restores the work tree. Contents that could be lost are kept under `.praxis/undo/`. */
export interface WorkTree {
  /**
   * Records the tree as it is; only changed files are read. With
   * `since` (the record before an act) the ignore rules are those it was made with, so that an edited ignore file hides nothing.
   */
  record(since?: TreeRecord): Promise<TreeRecord>;
  /** Content of a recorded file or target of a recorded link, as UTF-8 with replacement; undefined where no copy is kept. */
  text(entry: TreeEntry): string | undefined;
  /** Makes a record of this object the one that `lastRecord` returns after a crash; durable when it returns. */
  keep(record: TreeRecord): Promise<void>;
  lastRecord(): Promise<TreeRecord | undefined>;
  /** The changes as one unified patch text (binary files named only), for the evidence. */
  patch(changes: readonly TreeChange[]): Promise<string>;
  /** Restores every changed path to what it was before. Idempotent: may be repeated after a crash. */
  revert(changes: readonly TreeChange[]): Promise<void>;
  /** Deletes the undo copies, at the end of the run. */
  forget(): Promise<void>;
}
