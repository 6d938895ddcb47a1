/** Ends a `switch` over a union, so that a new case is a compile error. */
export function unreachable(value: never): never {
  throw new TypeError(`unreachable case: ${JSON.stringify(value)}`);
}
