import { type Recorded, type RecordRequest, record } from './record.ts';
import { openTelemetry, type TelemetryView } from './view.ts';

/** What the telemetry verbs need of the rooms below. */
export interface TelemetryDoor {
  record(request: RecordRequest): Promise<Recorded>;
  /** The telemetry of the library that `cwd` belongs to, or of the named one. The caller closes it. */
  openTelemetry(cwd: string, library: string | null): Promise<TelemetryView>;
}

/** The telemetry verbs as the command line reaches them. */
export const telemetryDoor: TelemetryDoor = { record, openTelemetry };
