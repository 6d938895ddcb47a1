import { PraxisError } from '../../base/errors.ts';

/** Where an embeddings endpoint is, and what it asks for. */
export interface Endpoint {
  /** Ends without a slash; `/embeddings` is added. */
  readonly url: string;
  readonly model: string;
  /** Secret: sent to the endpoint alone. Null: it asks for none. */
  readonly key: string | null;
}

export interface EndpointSettings {
  /** The base of the endpoint; null: OpenAI's. */
  readonly url: string | null;
  readonly model: string;
  /** The key for whatever endpoint is named. */
  readonly key: string | null;
  /** A key that is OpenAI's, and nobody else's. */
  readonly openAiKey: string | null;
}

const OPENAI = 'https://api.openai.com/v1';
const HINT = 'PRAXIS_EMBEDDER_URL is the base of an OpenAI-compatible API, such as `http://localhost:11434/v1`.';

/** An endpoint that may be asked. EMBEDDER_INVALID for an address that is none, holds a password or would send a key in clear. */
export function endpointOf({ url: given, model, key, openAiKey }: EndpointSettings): Endpoint {
  const refuse = (why: string, hint = HINT) => new PraxisError('EMBEDDER_INVALID', why, { hint });
  if (!URL.canParse(given ?? OPENAI)) throw refuse('PRAXIS_EMBEDDER_URL is no address');
  const url = new URL(given ?? OPENAI);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refuse(`PRAXIS_EMBEDDER_URL is ${url.protocol}, not http`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw refuse('PRAXIS_EMBEDDER_URL holds more than an address', 'Keys go into PRAXIS_EMBEDDER_KEY.');
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const ownKey = key ?? (base === OPENAI ? openAiKey : null);
  if (ownKey === null && base === OPENAI)
    throw refuse('there is no key for api.openai.com', 'Set PRAXIS_EMBEDDER_KEY or OPENAI_API_KEY.');
  if (ownKey !== null && /[^\x21-\x7e]/.test(ownKey))
    throw refuse(
      'the key of the endpoint holds a sign that no header may',
      'See PRAXIS_EMBEDDER_KEY for a line break.',
    );
  if (ownKey !== null && url.protocol === 'http:' && !isLoopback(url.hostname))
    throw refuse(`the key would go to ${url.host} unencrypted`, 'Use https, or no key.');
  return { url: base, model, key: ownKey };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host);
}
