/** What a person should know about one diagnostic code. The examples are whole sources and are compiled by the tests. */
export interface Explanation {
  readonly cause: string;
  /** A source that gives the code; null where no source of a readable size does. */
  readonly bad: string | null;
  /** The same, mended: gives no diagnostic; null where nothing can be mended in the source. */
  readonly good: string | null;
}
