import { otlpRequests, sendSpans } from './export.ts';
import { importFiles } from './import.ts';
import { previewPurge, purge } from './purge.ts';
import { record } from './record.ts';
import { openTelemetry } from './view.ts';

/** What the telemetry verbs need of the rooms below. */
export interface TelemetryDoor {
  readonly record: typeof record;
  readonly importFiles: typeof importFiles;
  readonly openTelemetry: typeof openTelemetry;
  readonly otlpRequests: typeof otlpRequests;
  readonly sendSpans: typeof sendSpans;
  readonly previewPurge: typeof previewPurge;
  readonly purge: typeof purge;
}

/** The telemetry verbs as the command line reaches them. */
export const telemetryDoor: TelemetryDoor = {
  record,
  importFiles,
  openTelemetry,
  otlpRequests,
  sendSpans,
  previewPurge,
  purge,
};
