import type { ReportFormat, TestReport } from './test-report.ts';

/** Reads a report. `isPartial`: its middle is missing. */
export type ReportReader = (text: string, isPartial: boolean) => TestReport;

/** The reader of a form, with its parser loaded. */
export async function reportReader(format: ReportFormat): Promise<ReportReader> {
  switch (format) {
    case 'tap':
      return (await import('./tap-report.ts')).readTap;
    case 'junit':
      return (await import('./junit-report.ts')).readJunit;
    default:
      return (await import('./json-report.ts')).readJsonReport;
  }
}
