import { PraxisError } from '../base/errors.ts';

/** What turns texts into vectors, as PRAXIS_EMBEDDER says it. */
export type EmbedderChoice =
  /** The model that comes with Praxis. */
  | { readonly kind: 'minilm' }
  /** No model: hashed words. */
  | { readonly kind: 'floor' }
  /** A model in a folder; the path may be relative. */
  | { readonly kind: 'folder'; readonly path: string }
  /** A model behind an OpenAI-compatible endpoint. */
  | { readonly kind: 'openai'; readonly model: string };

/** Reads `minilm`, `floor`, `folder:PATH` and `openai:MODEL`; null: the model that comes with Praxis. EMBEDDER_UNKNOWN for others. */
export function embedderChoice(text: string | null): EmbedderChoice {
  if (text === null || text === 'minilm') return { kind: 'minilm' };
  if (text === 'floor') return { kind: 'floor' };
  const colon = text.indexOf(':');
  const [kind, rest] = [text.slice(0, colon), text.slice(colon + 1)];
  if (kind === 'folder' && rest !== '') return { kind, path: rest };
  if (kind === 'openai' && rest !== '') return { kind, model: rest };
  throw new PraxisError('EMBEDDER_UNKNOWN', `no embedder is called ${JSON.stringify(text.slice(0, 100))}`, {
    hint: 'PRAXIS_EMBEDDER takes `minilm`, `floor`, `folder:PATH` or `openai:MODEL`.',
  });
}
