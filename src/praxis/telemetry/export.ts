import { PraxisError } from '../../base/errors.ts';
import { readEnvironment } from '../../host/environment.ts';
import { otlpSender } from '../../host/otlp-sender.ts';
import { genAiSpans } from '../../telemetry/export/genai-spans.ts';
import { type OtlpRequest, type OtlpSpan, otlpRequest } from '../../telemetry/export/otlp.ts';
import { redactText } from '../../telemetry/redact.ts';
import type { SessionPart } from '../../telemetry/store.ts';
import type { TelemetryView } from './view.ts';

/** What went out. */
export interface ExportedSpans {
  readonly sessions: number;
  readonly spans: number;
  /** Spans that the collector did not take. */
  readonly rejected: number;
  /** Why it did not, in its own words, redacted; empty: it did not say. */
  readonly reason: string;
}

/** Keeps a request well under the 4 MB that collectors take by default, with outputs of 8 KiB each. */
const SPANS_A_REQUEST = 200;

/** The spans of parts as exports of OTLP, one after the other. */
export async function* otlpRequests(
  view: TelemetryView,
  parts: readonly SessionPart[],
  version: string,
): AsyncIterable<OtlpRequest> {
  let waiting: OtlpSpan[] = [];
  for (const part of parts) {
    const rewards = new Map((await view.trajectories(part)).map((one) => [one.taskId, one.reward]));
    const records = [...(await view.records(part)), ...(await view.lateRecords(part))];
    waiting.push(...genAiSpans(part, records, rewards));
    while (waiting.length >= SPANS_A_REQUEST) {
      yield otlpRequest(waiting.slice(0, SPANS_A_REQUEST), version);
      waiting = waiting.slice(SPANS_A_REQUEST);
    }
  }
  if (waiting.length > 0) yield otlpRequest(waiting, version);
}

/** Sends the spans of parts to a collector. */
export async function sendSpans(
  view: TelemetryView,
  parts: readonly SessionPart[],
  target: { readonly endpoint: string; readonly version: string },
): Promise<ExportedSpans> {
  const send = otlpSender({ endpoint: target.endpoint, headers: readEnvironment().otlpHeaders, redact: redactText });
  let spans = 0;
  let rejected = 0;
  let reason = '';
  for await (const request of otlpRequests(view, parts, target.version)) {
    const answer = await send(request).catch((error: unknown) => {
      throw sentSoFar(error, spans);
    });
    spans += request.resourceSpans[0].scopeSpans[0].spans.length;
    rejected += answer.rejected;
    if (reason === '') reason = answer.reason;
  }
  return { sessions: parts.length, spans, rejected, reason };
}

/** Somebody who sends the rest again has to know what is there already. */
function sentSoFar(error: unknown, spans: number): unknown {
  if (!(error instanceof PraxisError) || spans === 0) return error;
  const { code, message, hint } = error;
  return new PraxisError(code, `${message}; ${spans} spans were sent before`, { hint, cause: error });
}
