/** What a test report says. Only tests without subtests of their own are counted. */
export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  /** Everything reported or planned, also what was skipped or is marked `todo`. */
  readonly total: number;
  readonly failing: readonly FailingTest[];
}

export interface FailingTest {
  /** With the names of the suites around it, joined by ` > `. */
  readonly name: string;
  /** What the report says of it, line by line; may be empty. */
  readonly message: string;
}

/** The forms in which a report may be written. */
export const REPORT_FORMATS = ['tap', 'junit', 'vitest-json', 'jest-json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** How one test went. */
export type TestOutcome = 'passed' | 'failed' | 'neither';

/** A report of tests in their order, and of what failed beside them. */
export function reportOf(
  tests: readonly (FailingTest & { readonly outcome: TestOutcome })[],
  beside: readonly FailingTest[],
): TestReport {
  const failed = tests.filter(({ outcome }) => outcome === 'failed');
  return {
    passed: tests.filter(({ outcome }) => outcome === 'passed').length,
    failed: failed.length,
    total: tests.length,
    failing: [...failed.map(({ name, message }) => ({ name, message })), ...beside],
  };
}

/** A report of which nothing can be believed. An empty one is none: no test has passed. */
export function unreadable(why: string): TestReport {
  return { passed: 0, failed: 0, total: 0, failing: [{ name: 'report', message: why }] };
}

export const NO_TESTS: TestReport = { passed: 0, failed: 0, total: 0, failing: [] };
