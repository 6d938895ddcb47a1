/** A case that did not give what its vector expects. */
export interface CaseFailure {
  readonly theme: string;
  readonly name: string;
  /** Expected and actual in full. */
  readonly text: string;
}

export interface ThemeResult {
  /** Room and theme, e.g. `policy/01-strict-json`. */
  readonly theme: string;
  readonly total: number;
  readonly failures: readonly CaseFailure[];
}

const SHOWN_FAILURES = 10;

/** One line a theme, the first failures in full, the sum. */
export function reportText(results: readonly ThemeResult[]): string {
  const failures = results.flatMap((result) => result.failures);
  const total = results.reduce((sum, result) => sum + result.total, 0);
  const lines = [
    ...results.map(
      ({ theme, total: count, failures: failed }) => `${theme}: passed ${count - failed.length} of ${count}`,
    ),
    ...failures.slice(0, SHOWN_FAILURES).map(({ theme, name, text }) => `\n${theme} ${name}\n${text}`),
    `${failures.length === 0 ? '' : '\n'}${total - failures.length} passed, ${failures.length} failed`,
  ];
  return `${lines.join('\n')}\n`;
}
