const NAME = /^[A-Za-z][\w.:-]{0,127}$/;

/** A name of the form that hosts give; of anything else its hash, since it may be a text. */
export function nameOrHash(name: string, hash: (text: string) => string): string {
  return NAME.test(name) ? name : hash(name);
}
