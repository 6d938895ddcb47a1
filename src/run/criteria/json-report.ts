import * as v from 'valibot';
import { type FailingTest, NO_TESTS, reportOf, type TestOutcome, type TestReport, unreadable } from './test-report.ts';

const text = v.optional(v.nullable(v.string()), '');
const assertion = v.object({
  ancestorTitles: v.optional(v.array(v.string()), []),
  title: text,
  fullName: text,
  status: v.string(),
  failureMessages: v.optional(v.nullable(v.array(v.string())), []),
});
const file = v.object({
  name: text,
  status: text,
  message: text,
  assertionResults: v.optional(v.array(assertion), []),
});
const report = v.object({ success: v.optional(v.boolean()), testResults: v.array(file) });

const OUTCOMES: Readonly<Record<string, TestOutcome>> = { passed: 'passed', failed: 'failed' };

/**
 * Reads the JSON report of vitest or jest, which have one shape. What is pending, skipped, disabled or to do has neither passed
 * nor failed; of a test that was tried again the last try counts. A file that failed as a whole is a failing entry of its own.
 */
export function readJsonReport(output: string, isPartial: boolean): TestReport {
  const body = reportIn(output);
  if (body.trim() === '') return NO_TESTS;
  if (isPartial) return unreadable('the report is too long: its middle is missing');
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return unreadable('the report is no JSON');
  }
  const read = v.safeParse(report, value);
  if (!read.success) return unreadable('the report has no list of testResults');
  const files = read.output.testResults;
  const tests = files.flatMap(({ assertionResults }) => assertionResults.map(testOf));
  const beside = files.flatMap(failedAlone);
  const isSilent =
    read.output.success === false && beside.length === 0 && tests.every((one) => one.outcome !== 'failed');
  return reportOf(tests, isSilent ? [{ name: 'run', message: 'the run failed outside of its tests' }] : beside);
}

/** What a program printed before and after its report is not part of it. */
function reportIn(output: string): string {
  const start = output.startsWith('{') ? 0 : output.indexOf('\n{') + 1;
  const isFound = output.startsWith('{') || start > 0;
  const end = output.lastIndexOf('}');
  return isFound && end > start ? output.slice(start, end + 1) : output;
}

function testOf({ ancestorTitles, title, fullName, status, failureMessages }: v.InferOutput<typeof assertion>) {
  const names = [...ancestorTitles, title ?? ''].filter((name) => name !== '');
  return {
    name: names.length > 0 ? names.join(' > ') : fullName || 'test',
    message: (failureMessages ?? []).join('\n'),
    outcome: OUTCOMES[status] ?? 'neither',
  };
}

/** A file that could not be run, or that failed in a hook. */
function failedAlone({ name, status, message, assertionResults }: v.InferOutput<typeof file>): readonly FailingTest[] {
  if (status !== 'failed' || assertionResults.some((one) => one.status === 'failed')) return [];
  // Its folder is that of this machine.
  const base = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  return [{ name: base === '' ? 'a file' : base, message: message ?? '' }];
}
