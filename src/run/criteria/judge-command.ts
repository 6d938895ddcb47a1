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
import { readTap, type TestReport } from './tap-report.ts';

/** Why a criterion failed, and what its fingerprint is read from; '' for the whole output. */
interface Fault {
  readonly errorClass: string;
  readonly said: string;
}

/** Judges one end of a criterion's command. `reportFile`: the report it wrote to a file; undefined where it wrote none. */
export function judgeCommand(
  criterion: CommandCriterion,
  end: ProcessEnd,
  reportFile: FileText | undefined,
  pins: Pins,
): CriterionResult {
  const source = reportSource(criterion, end, reportFile);
  const report = source === null ? null : readTap(source.text, source.isTruncated);
  const pinned = report === null ? null : pinReport(criterion.id, report, pins);
  const isShort = pinned?.isShort === true && source?.isTruncated === false;
  const ownFault = findFault(criterion, end, report);
  const fault = ownFault ?? (isShort ? { errorClass: 'lost_tests', said: lostLine(pinned) } : null);
  const text = redactText(outputOf(end));
  const failingTests = fault === null || report === null ? [] : report.failing.map((test) => redactText(test.name));
  return {
    id: criterion.id,
    passed: fault === null,
    fraction: fractionOf(fault, pinned, source?.isTruncated === true),
    tests: pinned?.tests ?? null,
    failingTests,
    ...tell(criterion, end, fault, { text, failingTests }),
    text,
    exitCode: end.exitCode,
    durationMs: end.durationMs,
    hasLostTests: ownFault === null && isShort,
  };
}

function reportSource(
  criterion: CommandCriterion,
  end: ProcessEnd,
  reportFile: FileText | undefined,
): FileText | null {
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
  return report.failing
    .map((test) => (test.message.trim() === '' ? `not ok - ${test.name}` : test.message))
    .join('\n');
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

function tell(
  criterion: CommandCriterion,
  end: ProcessEnd,
  fault: Fault | null,
  seen: { readonly text: string; readonly failingTests: readonly string[] },
): Pick<CriterionResult, 'errorClass' | 'fingerprint' | 'fingerprintClass' | 'line'> {
  if (fault === null) return { errorClass: null, fingerprint: null, fingerprintClass: null, line: '' };
  const said = fault.said === '' ? seen.text : redactText(fault.said);
  const output = said.trim() === '' ? endLine(end, fault.errorClass) : said;
  const criteria = [criterion.id];
  return { errorClass: fault.errorClass, ...runFingerprint({ criteria, tests: seen.failingTests, output }) };
}
