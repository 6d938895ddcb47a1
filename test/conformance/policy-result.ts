/** What a call of the library gave, as the vectors write it. */
export type Result =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'unknown call' };

/** What a vector expects of a call. */
export interface ExpectedResult {
  readonly ok: boolean;
  readonly value?: string | undefined;
  readonly error?: string | undefined;
}

/** Whether a result is the expected one; where the reference crashed, any error is. */
export function isSameResult(result: Result, expected: ExpectedResult, tags: readonly string[]): boolean {
  if (tags.includes('crash')) return result.kind === 'error';
  if (expected.ok) return result.kind === 'value' && result.text === expected.value;
  return result.kind === 'error' && result.message === expected.error;
}
