import type { CriterionResult, Critique } from '../critique.ts';
import type { TestReport } from './test-report.ts';

/**
 * Largest numbers seen in the reports of this run: under the id of a criterion its tests, under `<id>/ran` those of
 * them that ran. They only grow.
 */
export type Pins = ReadonlyMap<string, number>;

/** Pins after a run of the criteria: those before it, grown where a report told of more. */
export function newPins(critique: Critique, pins: Pins): Pins {
  const grown = new Map(pins);
  for (const { id, tests } of critique.results) {
    if (tests === null) continue;
    grown.set(id, Math.max(tests.total, pins.get(id) ?? 0));
    grown.set(ranKey(id), Math.max(tests.ran, pins.get(ranKey(id)) ?? 0));
  }
  return grown;
}

/** A report held against the largest numbers seen. */
export interface PinnedReport {
  readonly tests: NonNullable<CriterionResult['tests']>;
  /** In [0,1]: missing, skipped and failed tests are those that did not pass. */
  readonly fraction: number;
  /** Tests that were there before are gone, or are skipped now. */
  readonly isShort: boolean;
}

/** Holds a report of a criterion against its pins. */
export function pinReport(id: string, report: TestReport, pins: Pins): PinnedReport {
  const ran = report.passed + report.failed;
  const total = Math.max(report.total, pins.get(id) ?? 0);
  return {
    tests: { passed: report.passed, ran, total },
    fraction: total === 0 ? 0 : report.passed / total,
    isShort: report.total < (pins.get(id) ?? 0) || ran < (pins.get(ranKey(id)) ?? 0),
  };
}

function ranKey(id: string): string {
  return `${id}/ran`;
}
