import { setTimeout as sleep } from 'node:timers/promises';
import { PraxisError } from '../base/errors.ts';
import type { OtlpRequest } from '../telemetry/export/otlp.ts';
import { otlpTarget } from './otlp-target.ts';
import { systemSays } from './system-error.ts';

/** What a collector said of an export that it took: how many spans it left out all the same, and why. */
interface OtlpAnswer {
  readonly rejected: number;
  /** Redacted; empty: it gave no reason. */
  readonly reason: string;
}

/** Sends spans to a collector. */
export type SendSpans = (request: OtlpRequest) => Promise<OtlpAnswer>;

export interface OtlpSenderOptions {
  readonly endpoint: string;
  /** As in OTEL_EXPORTER_OTLP_HEADERS; null: none. */
  readonly headers: string | null;
  /** Takes secrets out of what a collector says. */
  redact(text: string): string;
}

const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const PAUSES_MS = [500, 1000, 2000];
const MAX_PAUSE_MS = 30_000;
const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 65_536;
const MAX_SAID = 200;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | null;
}

/**
 * Sends by OTLP over HTTP in JSON to `<endpoint>/v1/traces`. What a busy collector refuses for now is sent again, three
 * times, after the pause that it asks for. OUTPUT_IO where it cannot be reached or refuses; USAGE for an endpoint or
 * headers that cannot be used. No error tells a header, user or password.
 */
export function otlpSender({ endpoint, headers, redact }: OtlpSenderOptions): SendSpans {
  const target = otlpTarget(endpoint, headers);
  const clean = (text: string): string => {
    const known = target.secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
    return redact(known)
      .replace(/[\s\p{Cc}\ufffd]+/gu, ' ')
      .trim()
      .slice(0, MAX_SAID);
  };
  const place = clean(`${target.url.origin}${target.url.pathname}`);
  return async (request) => {
    const body = JSON.stringify(request);
    for (let attempt = 0; ; attempt++) {
      let answer: Answer;
      try {
        answer = await post(target.url, target.headers, body);
      } catch (error) {
        throw unreachable(place, clean(reasonOf(error)));
      }
      if (answer.status >= 200 && answer.status < 300) return readAnswer(answer.text, clean);
      const pauseMs = PAUSES_MS[attempt];
      if (pauseMs === undefined || !RETRIED.has(answer.status)) throw refused(place, answer.status, clean(answer.text));
      await sleep(Math.min(answer.retryAfterMs ?? pauseMs, MAX_PAUSE_MS));
    }
  };
}

async function post(url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { method: 'POST', headers: { ...headers }, body, redirect: 'manual', signal });
  return {
    status: response.status,
    text: await textOf(response),
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  };
}

/** The beginning of an answer, however long it is. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) break;
  }
  return text;
}

/** Of a number of seconds; dates are rare and clocks disagree. */
function retryAfterMs(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) * 1000 : null;
}

/** What `fetch` says is in its cause; the cause itself is not kept, since it may hold what was sent. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return systemSays(cause.errors[0]);
  return systemSays(cause);
}

function unreachable(place: string, reason: string): PraxisError {
  return new PraxisError('OUTPUT_IO', `cannot export to ${place}: ${reason}`, {
    hint: 'See that a collector listens there for OTLP over HTTP.',
  });
}

function refused(place: string, status: number, said: string): PraxisError {
  const isAway = status >= 300 && status < 400;
  return new PraxisError('OUTPUT_IO', `${place} refused the export with ${status}${said === '' ? '' : `: ${said}`}`, {
    hint: isAway
      ? 'It points elsewhere; name the place that takes the spans itself.'
      : 'See that it takes OTLP in JSON, and that OTEL_EXPORTER_OTLP_HEADERS holds what it asks for.',
  });
}

/** `{"partialSuccess":{"rejectedSpans":"3","errorMessage":"…"}}`; anything else rejects none. */
function readAnswer(text: string, clean: (text: string) => string): OtlpAnswer {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return { rejected: 0, reason: '' };
  }
  const partial = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'partialSuccess') : undefined;
  if (typeof partial !== 'object' || partial === null) return { rejected: 0, reason: '' };
  const rejected = Number(Reflect.get(partial, 'rejectedSpans') ?? 0);
  const reason: unknown = Reflect.get(partial, 'errorMessage');
  return {
    rejected: Number.isFinite(rejected) ? rejected : 0,
    reason: typeof reason === 'string' ? clean(reason) : '',
  };
}
