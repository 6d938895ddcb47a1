import { setTimeout as sleep } from 'node:timers/promises';
import { PraxisError } from '../../base/errors.ts';
import { systemSays } from '../../host/system-error.ts';
import type { Endpoint } from './endpoint.ts';

/** How patient a client is. */
export interface Patience {
  /** For one answer, from the first byte sent to the last one received. */
  readonly timeoutMs: number;
  /** Waits between attempts; rejects where the signal aborts. */
  pause(ms: number, signal: AbortSignal | undefined): Promise<unknown>;
}

export const PATIENT: Patience = {
  timeoutMs: 60_000,
  pause: (ms, signal) => sleep(ms, undefined, signal && { signal }),
};

const RETRIED: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const PAUSES_MS = [500, 2000, 8000];
const MAX_PAUSE_MS = 60_000;
const MAX_ANSWER_BYTES = 67_108_864;
const MAX_SAID = 200;

type Outcome =
  | { readonly kind: 'answered'; readonly body: unknown }
  /** `waitMs`: what the endpoint asked for. */
  | { readonly kind: 'failed'; readonly why: string; readonly mayPass: boolean; readonly waitMs: number | null };

/**
 * What an endpoint answers to a list of texts, parsed. Asked again, three times, after busy, broken, cut or overdue answers,
 * no sooner than it says. EMBEDDER_FAILED where it still does not answer; no error tells the key.
 */
export async function ask(
  endpoint: Endpoint,
  texts: readonly string[],
  patience: Patience,
  signal?: AbortSignal,
): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await once(endpoint, texts, patience.timeoutMs, signal);
    signal?.throwIfAborted();
    if (outcome.kind === 'answered') return outcome.body;
    const pauseMs = PAUSES_MS[attempt];
    const waitMs = outcome.waitMs ?? 0;
    if (!outcome.mayPass || pauseMs === undefined || waitMs > MAX_PAUSE_MS) throw failure(endpoint, outcome.why);
    await patience.pause(Math.max(waitMs, pauseMs), signal);
  }
}

/** The error of an endpoint that gave no vectors. */
export function failure(endpoint: Endpoint, why: string): PraxisError {
  const said = endpoint.key === null ? why : why.replaceAll(endpoint.key, '[key]');
  return new PraxisError('EMBEDDER_FAILED', `${endpoint.url}/embeddings: ${said}`, {
    hint: 'See PRAXIS_EMBEDDER, PRAXIS_EMBEDDER_URL and PRAXIS_EMBEDDER_KEY, or use the embedder that comes with Praxis.',
  });
}

async function once(
  endpoint: Endpoint,
  input: readonly string[],
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const overdue = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${endpoint.url}/embeddings`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(endpoint.key === null ? {} : { authorization: `Bearer ${endpoint.key}` }),
      },
      body: JSON.stringify({ model: endpoint.model, input, encoding_format: 'float' }),
      redirect: 'manual',
      signal: signal === undefined ? overdue : AbortSignal.any([overdue, signal]),
    });
    const text = await textOf(response);
    if (!response.ok) return refused(response, text);
    return { kind: 'answered', body: JSON.parse(text) };
  } catch (error) {
    const why = overdue.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error);
    return { kind: 'failed', why, mayPass: true, waitMs: null };
  }
}

function refused(response: Response, text: string): Outcome {
  const said = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_SAID);
  return {
    kind: 'failed',
    why: `it answered ${response.status}${said === '' ? '' : `: ${said}`}`,
    mayPass: RETRIED.has(response.status),
    waitMs: retryAfterMs(response.headers.get('retry-after')),
  };
}

/** Of a number of seconds; dates are rare and clocks disagree. */
function retryAfterMs(header: string | null): number | null {
  return header !== null && /^\d{1,6}(\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : null;
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new RangeError('the answer is longer than 64 MiB');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** What `fetch` says is in its cause; the cause itself is not kept, since it may hold what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'the answer is no JSON, or was cut';
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return systemSays(cause.errors[0]);
  return systemSays(cause);
}
