import type {
  LanguageModel,
  ModelAnswer,
  ModelFaultKind,
  ModelQuestion,
} from '../../learning/extract/model/language-model.ts';
import type { ModelChoice } from './model-choice.ts';

export interface AiSdkOptions {
  /** For one answer, from the first byte sent to the last one received. */
  readonly timeoutMs: number;
  /** Makes the error that says why no answer came; `ModelFault` is meant. */
  fault(kind: ModelFaultKind, message: string, retryAfterMs: number | null): Error;
}

const MAX_SAID = 200;

/** A model behind the AI SDK, which is loaded at the first question. */
export function aiSdkModel(choice: ModelChoice, options: AiSdkOptions): LanguageModel {
  return {
    id: choice.id,
    async ask(question, signal) {
      const [sdk, { createOpenAICompatible }] = await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')]);
      const provider = createOpenAICompatible({
        name: 'praxis',
        baseURL: choice.baseUrl,
        supportsStructuredOutputs: true,
        ...(choice.key === null ? {} : { apiKey: choice.key }),
        // Its newer models refuse the older name.
        ...(choice.id.startsWith('openai:') ? { transformRequestBody: renamedLimit } : {}),
      });
      const overdue = AbortSignal.timeout(options.timeoutMs);
      try {
        const { text, usage } = await sdk.generateText({
          model: provider.chatModel(choice.name),
          ...asked(question, sdk),
          maxRetries: 0,
          abortSignal: AbortSignal.any([overdue, signal]),
        });
        return answer(text, usage);
      } catch (error) {
        // It did answer, though not what was asked for.
        if (sdk.NoObjectGeneratedError.isInstance(error) && error.text !== undefined)
          return answer(error.text, error.usage);
        signal.throwIfAborted();
        throw faultOf(error, overdue.aborted, choice, options, sdk);
      }
    },
  };
}

function renamedLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens };
}

type Sdk = typeof import('ai');

function asked({ instructions, data, schema, name, maxOutputTokens }: ModelQuestion, { Output, jsonSchema }: Sdk) {
  return {
    system: instructions,
    prompt: data,
    maxOutputTokens,
    output: Output.object({ name, schema: jsonSchema(schema) }),
  };
}

interface Usage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

function answer(text: string, usage: Usage | undefined): ModelAnswer {
  return { text, usage: { input: usage?.inputTokens ?? null, output: usage?.outputTokens ?? null } };
}

function faultOf(error: unknown, isOverdue: boolean, choice: ModelChoice, options: AiSdkOptions, sdk: Sdk): Error {
  // The key goes before anything is cut: a part of it must not be left at the end either.
  const whole = error instanceof Error ? error.message : String(error);
  const said = choice.key === null ? whole : whole.replaceAll(choice.key, '[key]');
  const message = said.replace(/\s+/g, ' ').slice(0, MAX_SAID);
  if (isOverdue) return options.fault('timeout', `no answer within ${options.timeoutMs / 1000} s`, null);
  if (!sdk.APICallError.isInstance(error)) return options.fault('cut', message, null);
  const status = error.statusCode;
  const wait = retryAfterMs(error.responseHeaders);
  if (status === 429) return options.fault('rate-limited', message, wait);
  if (status === undefined) return options.fault('unreachable', message, null);
  if (status >= 500 || status === 408) return options.fault('server', `${status} ${message}`, wait);
  // A whole answer that is no answer of this interface, or one that was cut.
  if (status < 300) return options.fault('cut', message, null);
  return options.fault('refused', `${status} ${message}`, null);
}

/** `retry-after` in seconds; null where it is missing or a date. */
function retryAfterMs(headers: Readonly<Record<string, string>> | undefined): number | null {
  const seconds = Number(headers?.['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds * 1000) : null;
}
