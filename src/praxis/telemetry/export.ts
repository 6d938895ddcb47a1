import { PraxisError } from '../../base/errors.ts';
import { readEnvironment } from '../../host/environment.ts';
import { otlpSender } from '../../host/otlp-sender.ts';
import { PartSpans } from '../../telemetry/export/genai-spans.ts';
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
    for await (const spans of spansOf(view, part)) {
      waiting.push(...spans);
      while (waiting.length >= SPANS_A_REQUEST) {
        yield otlpRequest(waiting.slice(0, SPANS_A_REQUEST), version);
        waiting = waiting.slice(SPANS_A_REQUEST);
      }
    }
  }
  if (waiting.length > 0) yield otlpRequest(waiting, version);
}

/** Read twice: whose a call is tells the whole part, and no memory holds the outputs of all its calls. */
async function* spansOf(view: TelemetryView, part: SessionPart): AsyncIterable<readonly OtlpSpan[]> {
  const spans = new PartSpans(part);
  for await (const page of view.pages(part)) for (const record of page) spans.take(record);
  yield spans.roots(new Map((await view.trajectories(part)).map((one) => [one.taskId, one.reward])));
  for await (const page of view.pages(part))
    yield page.flatMap((record) => (record.type === 'call' ? (spans.call(record) ?? []) : []));
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
