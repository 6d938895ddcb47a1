/** One forward step of the schema. SQL stands in a module, not in a file of its own, so that the bundle holds it. */
export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  readonly sql: string;
}
