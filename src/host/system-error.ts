/** Whether an error is one of the system's with one of these codes, such as `ENOENT`. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

/** What the system said, for a message: `EROFS, read-only file system`. */
export function systemSays(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node appends the call and its paths, which the message around this one names already.
  return error.message.replace(/^([A-Z0-9_]+): /, '$1, ').replace(/, \w+ '.*$/s, '');
}
