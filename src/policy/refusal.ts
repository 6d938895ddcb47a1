const LONE_SURROGATES = /\p{Surrogate}/gu;

/** A check that failed. Thrown so that the checks of a document read as the list they are; caught at the border of this room. */
class Refusal extends Error {}

/** Ends a check. The message is the whole text of the problem; halves of surrogate pairs are spelt out so that it can be printed. */
export function refuse(message: string): never {
  throw new Refusal(printable(message));
}

/** The text with each lone surrogate written as its JSON escape. */
export function printable(text: string): string {
  return text.replace(LONE_SURROGATES, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}

export type Checked<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'refused'; readonly message: string };

/** Runs checks and turns the first refusal into a value. */
export function checked<T>(read: () => T): Checked<T> {
  try {
    return { kind: 'ok', value: read() };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', message: error.message };
    throw error;
  }
}
