import { PraxisError } from '../base/errors.ts';

/** Where spans are posted. */
export interface OtlpTarget {
  /** Without the user and password that the endpoint may have held. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** What no message may tell: values of headers, and user and password of the endpoint. */
  readonly secrets: readonly string[];
}

/** What is sent in the clear anyway, or is too short to tell anything. */
const LEAST_SECRET = 6;

/**
 * The target at `<endpoint>/v1/traces`, with `headers` as in OTEL_EXPORTER_OTLP_HEADERS (`name=value,name=value`,
 * percent-encoded). USAGE for an endpoint that is no URL of HTTP, and for headers that HTTP cannot carry.
 */
export function otlpTarget(endpoint: string, headers: string | null): OtlpTarget {
  const url = tracesUrl(endpoint);
  const given = headerFields(headers);
  const authorised = url.username === '' && url.password === '' ? given : { authorization: basic(url), ...given };
  const secrets = [...valuesOf(authorised), decoded(url.username), decoded(url.password)];
  url.username = '';
  url.password = '';
  return {
    url,
    headers: { 'content-type': 'application/json', ...authorised },
    secrets: secrets.filter((secret) => secret.length >= LEAST_SECRET),
  };
}

function tracesUrl(endpoint: string): URL {
  // What the parser has to say of it quotes it, with the password that may be in it.
  if (!URL.canParse(endpoint)) throw notAnEndpoint();
  const url = new URL(endpoint);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw notAnEndpoint();
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url;
}

function notAnEndpoint(): PraxisError {
  return new PraxisError('USAGE', '--endpoint is not the URL of a collector', {
    hint: 'For example `--endpoint http://localhost:4318`.',
  });
}

function headerFields(headers: string | null): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const pair of (headers ?? '').split(',')) {
    const [name = '', ...rest] = pair.split('=');
    if (pair.trim() === '') continue;
    const value = decoded(rest.join('=').trim());
    // HTTP knows no more of names and values than this.
    if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name.trim()) || !/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value))
      throw new PraxisError('USAGE', 'OTEL_EXPORTER_OTLP_HEADERS holds what is no header', {
        hint: 'Write name=value,name=value, with commas and blanks in values percent-encoded.',
      });
    fields[name.trim().toLowerCase()] = value;
  }
  return fields;
}

/** Whole, and the token of `Bearer <token>` alone, as a collector may quote it. */
function valuesOf(fields: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(fields).flatMap((value) => [value, value.replace(/^(?:Basic|Bearer|Token)\s+/i, '')]);
}

function basic(url: URL): string {
  return `Basic ${Buffer.from(`${decoded(url.username)}:${decoded(url.password)}`).toString('base64')}`;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Not percent-encoded, as many write it.
    return value;
  }
}
