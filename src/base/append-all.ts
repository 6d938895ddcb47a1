/** Adds items to the end of a list, however many: as arguments of `push` they would have to fit on the stack. */
export function appendAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
