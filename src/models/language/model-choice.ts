import { PraxisError } from '../../base/errors.ts';

/** A language model as the environment names it. */
export interface ModelChoice {
  /** `provider:model`. */
  readonly id: string;
  readonly name: string;
  /** Of an interface that is compatible with OpenAI's chat completions. */
  readonly baseUrl: string;
  /** Secret; null: none is sent. */
  readonly key: string | null;
}

/** What the environment says of models. */
export interface ModelVariables {
  /** `PRAXIS_MODEL`. */
  readonly model: string | null;
  /** `PRAXIS_MODEL_URL`. */
  readonly modelUrl: string | null;
  /** Secrets by the name of their variable. */
  key(variable: string): string | null;
}

interface Provider {
  readonly url: string;
  readonly keys: readonly string[];
}

const PROVIDERS: Readonly<Record<string, Provider>> = {
  openai: { url: 'https://api.openai.com/v1', keys: ['OPENAI_API_KEY'] },
  anthropic: { url: 'https://api.anthropic.com/v1', keys: ['ANTHROPIC_API_KEY'] },
  google: {
    url: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  },
};
const OWN_KEY = 'PRAXIS_MODEL_KEY';

/** The model that is configured; null: none is. MODEL_UNKNOWN for one that cannot be asked. */
export function modelChoice(variables: ModelVariables): ModelChoice | null {
  const id = variables.model;
  if (id === null || id.toLowerCase() === 'off') return null;
  const colon = id.indexOf(':');
  const provider = id.slice(0, Math.max(0, colon));
  const name = id.slice(colon + 1);
  const known = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  const url = variables.modelUrl ?? known?.url;
  if (colon < 1 || name === '' || (known === undefined && provider !== 'compatible')) throw unknown(id);
  if (url === undefined) {
    throw new PraxisError(
      'MODEL_UNKNOWN',
      `PRAXIS_MODEL is ${JSON.stringify(id)}, and PRAXIS_MODEL_URL does not say where it is`,
      {
        hint: 'Set PRAXIS_MODEL_URL to the base of its chat completions, such as http://localhost:11434/v1.',
      },
    );
  }
  if (!/^https?:\/\//i.test(url)) {
    throw new PraxisError('MODEL_UNKNOWN', 'PRAXIS_MODEL_URL is no http address', {
      hint: 'It is the base of chat completions, such as http://localhost:11434/v1.',
    });
  }
  const names = [OWN_KEY, ...(known?.keys ?? [])];
  // A key of a provider goes to that provider's own address alone.
  const allowed = variables.modelUrl === null ? names : [OWN_KEY];
  const key = allowed.map((variable) => variables.key(variable)).find((value) => value !== null) ?? null;
  if (key === null && variables.modelUrl === null) {
    throw new PraxisError('MODEL_UNKNOWN', `there is no key for ${id}`, {
      hint: `Set ${names.slice(1).join(' or ')}, or ${OWN_KEY}.`,
    });
  }
  return { id, name, baseUrl: url.replace(/\/+$/, ''), key };
}

function unknown(id: string): PraxisError {
  return new PraxisError('MODEL_UNKNOWN', `PRAXIS_MODEL is ${JSON.stringify(id.slice(0, 80))}, which names no model`, {
    hint: 'It is provider:model, with openai, anthropic, google, or compatible together with PRAXIS_MODEL_URL.',
  });
}
