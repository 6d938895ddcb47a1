import { setTimeout as sleep } from 'node:timers/promises';
import { PraxisError } from '../base/errors.ts';
import type { OtlpRequest } from '../telemetry/export/otlp.ts';
import { systemSays } from './system-error.ts';

/** Sends spans to a collector. Spans that it did not take, by its own count. */
export type SendSpans = (request: OtlpRequest) => Promise<{ readonly rejected: number }>;

const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const PAUSES_MS = [500, 1000, 2000];
const TIMEOUT_MS = 30_000;

/**
 * Sends by OTLP over HTTP in JSON to `<endpoint>/v1/traces`, with `headers` as in OTEL_EXPORTER_OTLP_HEADERS
 * (`name=value,name=value`, percent-encoded). OUTPUT_IO where the collector cannot be reached or refuses; USAGE for an
 * endpoint that is no URL.
 */
export function otlpSender(endpoint: string, headers: string | null): SendSpans {
  const url = tracesUrl(endpoint);
  const sent = { 'content-type': 'application/json', ...headerFields(headers) };
  return async (request) => {
    const body = JSON.stringify(request);
    for (let attempt = 0; ; attempt++) {
      const response = await post(url, sent, body);
      if (response.ok) return { rejected: rejectedIn(await response.text()) };
      const pauseMs = PAUSES_MS[attempt];
      const said = (await response.text()).replace(/\s+/g, ' ').slice(0, 200);
      if (pauseMs === undefined || !RETRIED.has(response.status)) throw refused(url, response.status, said);
      await sleep(pauseMs);
    }
  };
}

function tracesUrl(endpoint: string): URL {
  let url: URL;
  try {
    url = new URL(endpoint);
  } catch (error) {
    throw notAnEndpoint(error);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw notAnEndpoint(undefined);
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url;
}

function notAnEndpoint(cause: unknown): PraxisError {
  return new PraxisError('USAGE', '--endpoint is not the URL of a collector', {
    hint: 'For example `--endpoint http://localhost:4318`.',
    cause,
  });
}

function headerFields(headers: string | null): Record<string, string> {
  const pairs = (headers ?? '').split(',').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=');
    return name.trim() === '' ? [] : [[name.trim().toLowerCase(), decoded(value.join('=').trim())]];
  });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Not percent-encoded, as many write it.
    return value;
  }
}

async function post(url: URL, headers: Record<string, string>, body: string): Promise<Response> {
  // What a URL may hold of user and password goes where it belongs, and into no message.
  const target = new URL(url);
  const authorised = target.username === '' ? headers : { ...headers, authorization: basic(target) };
  target.username = '';
  target.password = '';
  try {
    return await fetch(target, {
      method: 'POST',
      headers: authorised,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new PraxisError('OUTPUT_IO', `cannot export to ${place(url)}: ${systemSays(cause)}`, {
      hint: 'See that a collector listens there for OTLP over HTTP.',
      cause: error,
    });
  }
}

function basic(url: URL): string {
  return `Basic ${btoa(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`)}`;
}

function place(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function refused(url: URL, status: number, said: string): PraxisError {
  return new PraxisError(
    'OUTPUT_IO',
    `${place(url)} refused the export with ${status}${said === '' ? '' : `: ${said}`}`,
    {
      hint: 'See that it takes OTLP in JSON, and that OTEL_EXPORTER_OTLP_HEADERS holds what it asks for.',
    },
  );
}

/** `{"partialSuccess":{"rejectedSpans":"3"}}`; anything else rejects none. */
function rejectedIn(text: string): number {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return 0;
  }
  const partial = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'partialSuccess') : undefined;
  const rejected = typeof partial === 'object' && partial !== null ? Number(Reflect.get(partial, 'rejectedSpans')) : 0;
  return Number.isFinite(rejected) ? rejected : 0;
}
