const LONE_SURROGATES = /\p{Surrogate}/gu;

/** One thing that is wrong: the contract's whole text, and where: member names and list positions from the root. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A check that failed. Thrown so that the checks of a document read as the list they are; caught at the border of this room. */
class Refusal extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems[0]?.message ?? '');
    this.problems = problems;
  }
}

/** Ends a check. The message is the whole text of the problem; halves of surrogate pairs are spelt out so that it can be printed. */
export function refuse(message: string): never {
  throw new Refusal([{ path: [], message: printable(message) }]);
}

/** Ends a check with everything it found, first the problem that the contract names. */
export function refuseAll(problems: readonly Problem[]): never {
  throw new Refusal(problems);
}

/** The text with each lone surrogate written as its JSON escape. */
export function printable(text: string): string {
  return text.replace(LONE_SURROGATES, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}

/** What is not valid or not allowed. `message` is the contract's one message; `problems` is all that is wrong, it first. */
export interface Refused {
  readonly kind: 'refused';
  readonly message: string;
  readonly problems: readonly Problem[];
}

/** What a check gave, or why it gave nothing. */
export type Checked<T> = { readonly kind: 'ok'; readonly value: T } | Refused;

/** Runs checks and turns a refusal into a value. */
export function checked<T>(read: () => T): Checked<T> {
  try {
    return { kind: 'ok', value: read() };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', message: error.message, problems: error.problems };
    throw error;
  }
}
