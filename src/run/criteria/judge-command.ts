import { runFingerprint } from '../../telemetry/fingerprint.ts';
import { redactText } from '../../telemetry/redact.ts';
import type { CriterionResult } from '../critique.ts';
import type { ProcessEnd } from '../processes.ts';
import type { CommandCriterion } from '../task.ts';
import { endClass, endLine, outputOf } from './command-end.ts';
import type { FileText } from './files.ts';
import { judgeJson } from './json-member.ts';
import { matchesWithin } from './matches.ts';
import { type PinnedReport, type Pins, pinReport } from './pins.ts';
import type { ReportReader } from './report-reader.ts';
import type { TestReport } from './test-report.ts';

/** Why a criterion failed, and what its fingerprint is read from; '' for the whole output. */
interface Fault {
  readonly errorClass: string;
  readonly said: string;
}

/** A judged criterion, and what its fingerprint was read from ('' where it passed). */
export interface Judged {
  readonly result: CriterionResult;
  readonly output: string;
}

/** Judges one end of a criterion's command. `reportFile`: the report it wrote to a file; undefined where it wrote none. `read`: of its form. */
export function judgeCommand(
  criterion: CommandCriterion,
  end: ProcessEnd,
  reportFile: FileText | undefined,
  pins: Pins,
  read: ReportReader | null,
): Judged {
  const source = reportSource(criterion, end, reportFile);
  const report = source === null || read === null ? null : read(source.text, source.isTruncated);
  const pinned = report === null ? null : pinReport(criterion.id, report, pins);
  const isShort = pinned?.isShort === true && source?.isTruncated === false;
  const ownFault = findFault(criterion, end, report);
  const fault = ownFault ?? (isShort ? { errorClass: 'lost_tests', said: lostLine(pinned) } : null);
  const text = redactText(outputOf(end));
  const output = fault === null ? '' : outputRead(end, fault, text);
  const failingTests = fault === null || report === null ? [] : report.failing.map((test) => redactText(test.name));
  const result: CriterionResult = {
    id: criterion.id,
    passed: fault === null,
    fraction: fractionOf(fault, pinned, source?.isTruncated === true),
    tests: pinned?.tests ?? null,
    failingTests,
    errorClass: fault?.errorClass ?? null,
    ...(fault === null ? NO_FAILURE : runFingerprint({ criteria: [criterion.id], tests: failingTests, output })),
    text,
    exitCode: end.exitCode,
    durationMs: end.durationMs,
    hasLostTests: ownFault === null && isShort,
  };
  return { result, output };
}

/** Where nothing failed. */
export const NO_FAILURE = { fingerprint: null, fingerprintClass: null, line: '' } as const;

function outputRead(end: ProcessEnd, fault: Fault, text: string): string {
  const said = fault.said === '' ? text : redactText(fault.said);
  return said.trim() === '' ? endLine(end, fault.errorClass) : said;
}

function reportSource(criterion: CommandCriterion, end: ProcessEnd, reportFile: FileText | undefined): FileText | null {
  if (criterion.report === null) return null;
  if (criterion.report.path === null) return { text: end.stdout.text, isTruncated: end.stdout.isTruncated };
  return reportFile ?? { text: '', isTruncated: false };
}

function findFault(criterion: CommandCriterion, end: ProcessEnd, report: TestReport | null): Fault | null {
  const failing = report === null ? '' : saidBy(report);
  const errorClass = endClass(end);
  if (errorClass !== null) return { errorClass, said: failing };
  if (report !== null && report.failing.length > 0) return { errorClass: 'tests', said: failing };
  if (report !== null && report.passed === 0) return { errorClass: 'no_tests', said: 'no test has passed' };
  if (criterion.matches !== null) {
    const verdict = matchesWithin(criterion.matches, end.stdout.text);
    if (verdict === 'too-slow') return { errorClass: 'timeout', said: `matching ${criterion.matches} timed out` };
    if (verdict === 'differs') return { errorClass: 'mismatch', said: '' };
  }
  if (criterion.json !== null) {
    const verdict = judgeJson(end.stdout.text, criterion.json.pointer, criterion.json.test);
    if (verdict.kind === 'fails') {
      return { errorClass: verdict.isInvalid ? 'invalid_argument' : 'mismatch', said: verdict.why };
    }
  }
  return null;
}

/** What the failing entries of a report say; their names stand in the fingerprint already. */
function saidBy(report: TestReport): string {
  return report.failing.map((test) => (test.message.trim() === '' ? `not ok - ${test.name}` : test.message)).join('\n');
}

function lostLine(pinned: PinnedReport | null): string {
  const { passed = 0, total = 0 } = pinned?.tests ?? {};
  return `tests are missing or skipped: ${passed} of ${total} passed`;
}

/** A criterion that failed is never whole, though all the tests that are left have passed. */
function fractionOf(fault: Fault | null, pinned: PinnedReport | null, isPartial: boolean): number {
  if (pinned === null) return fault === null ? 1 : 0;
  if (fault === null) return isPartial ? 1 : pinned.fraction;
  const { total } = pinned.tests;
  return total === 0 ? 0 : Math.min(pinned.fraction, (total - 1) / total);
}
