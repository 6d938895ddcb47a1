/** Text of a file as far as it was read. */
export interface FileText {
  readonly text: string;
  /** The file is longer than what was asked for. */
  readonly isTruncated: boolean;
}

/** What judging criteria needs of the work tree. Paths are relative to it; one that leads out of it is as if absent. */
export interface CriteriaFiles {
  exists(path: string): Promise<boolean>;
  /** At most the first `maxBytes` of a regular file, decoded as UTF-8 with replacement; undefined where there is none. */
  read(path: string, maxBytes: number): Promise<FileText | undefined>;
  /** Deletes a regular file or link if it is there; anything else stays. */
  remove(path: string): Promise<void>;
}
