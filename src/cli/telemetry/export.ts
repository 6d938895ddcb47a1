import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { TelemetryView } from '../../praxis/telemetry/view.ts';
import type { OtlpRequest } from '../../telemetry/export/otlp.ts';
import type { SessionPart } from '../../telemetry/store.ts';
import type { CommandIo } from '../io.ts';
import { loadTelemetryDoor } from '../load-door.ts';
import { VERSION } from '../version.ts';
import { findParts } from './part-lookup.ts';

export interface ExportFlags {
  readonly session?: string | undefined;
  readonly format: 'jsonl' | 'otlp';
  readonly endpoint?: string | undefined;
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** `praxis telemetry export`: records as JSON Lines, or spans, to standard output or a collector. */
export async function telemetryExport(io: CommandIo, flags: ExportFlags): Promise<ExitCode> {
  if (flags.endpoint !== undefined && flags.format !== 'otlp') {
    throw new PraxisError('USAGE', '--endpoint takes spans', { hint: 'Add --format otlp.' });
  }
  const door = await loadTelemetryDoor();
  const view = await door.openTelemetry(io.cwd, flags.library ?? null);
  try {
    const parts =
      flags.session === undefined ? (await view.parts({})).toReversed() : await findParts(view, flags.session);
    if (flags.format === 'jsonl') await printRecords(io, view, parts);
    else if (flags.endpoint === undefined) await printRequests(io, door.otlpRequests(view, parts, VERSION));
    else {
      const sent = await door.sendSpans(view, parts, { endpoint: flags.endpoint, version: VERSION });
      if (flags.json) io.stdout(`${JSON.stringify(sent)}\n`);
      const why = sent.reason === '' ? '' : `: ${sent.reason}`;
      const left = sent.rejected === 0 ? '' : `; ${sent.rejected} were not taken${why}`;
      io.stderr(`sent ${sent.spans} spans of ${sent.sessions} sessions${left}\n`);
    }
    return EXIT.ok;
  } finally {
    await view.close();
  }
}

async function printRequests(io: CommandIo, requests: AsyncIterable<OtlpRequest>): Promise<void> {
  for await (const request of requests) {
    io.stdout(`${JSON.stringify(request)}\n`);
    if (io.stdoutIsGone()) return;
  }
}

async function printRecords(io: CommandIo, view: TelemetryView, parts: readonly SessionPart[]): Promise<void> {
  for (const part of parts) {
    const host = part.host === null ? {} : { host: part.host };
    for await (const page of view.pages(part)) {
      // The host stands by the session; without it, it would be lost where the records are taken by `record`.
      for (const record of page) io.stdout(`${JSON.stringify({ ...record, ...host })}\n`);
      if (io.stdoutIsGone()) return;
    }
  }
}
