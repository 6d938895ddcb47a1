/** A schema as providers take it. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** One question to a language model. */
export interface ModelQuestion {
  /** What it is to do: never holds a word that came from tools, users or transcripts. */
  readonly instructions: string;
  /** Data, delimited. */
  readonly data: string;
  /** The shape of the answer. */
  readonly schema: JsonSchema;
  /** Letters, digits and hyphens. */
  readonly name: string;
  readonly maxOutputTokens: number;
}

/** Tokens as the provider states them; null: it does not say. */
export interface ModelUsage {
  readonly input: number | null;
  readonly output: number | null;
}

export interface ModelAnswer {
  /** As the model wrote it: JSON, if it did as it was told. */
  readonly text: string;
  readonly usage: ModelUsage;
}

/** Why a question got no answer at all. */
export type ModelFaultKind = 'rate-limited' | 'server' | 'cut' | 'timeout' | 'unreachable' | 'refused';

/** A model that did not answer. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  readonly kind: ModelFaultKind;
  /** When the provider wants to be asked again; null: it does not say. */
  readonly retryAfterMs: number | null;

  constructor(kind: ModelFaultKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A language model. */
export interface LanguageModel {
  /** Provider and name, as `PRAXIS_MODEL` states them. */
  readonly id: string;
  /** Rejects with a ModelFault where no answer came; asks once, never again by itself. */
  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer>;
}
