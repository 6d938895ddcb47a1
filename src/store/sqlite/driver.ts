/** What SQLite stores: text, integers up to 2^53 and doubles, bytes, NULL. */
export type SqlValue = null | number | string | Uint8Array;

/** A row by column name; columns are read with the functions of `row.ts`. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** A compiled statement with `?` parameters. */
export interface Statement {
  run(...values: readonly SqlValue[]): { readonly changes: number | bigint };
  get(...values: readonly SqlValue[]): SqlRow | undefined;
  all(...values: readonly SqlValue[]): readonly SqlRow[];
}

/** One connection: the six methods of the `node:sqlite` shape that the store uses. Synchronous, throws SQLite's own errors. */
export interface Driver {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** An SQLite that can open databases. */
export interface Engine {
  /** The module it comes from. */
  readonly name: 'node:sqlite' | '@photostructure/sqlite';
  readonly sqliteVersion: string;
  /** `busyTimeoutMs`: how long a statement waits, with the thread blocked, for another process. */
  open(path: string, busyTimeoutMs: number): Driver;
}
