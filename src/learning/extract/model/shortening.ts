import * as v from 'valibot';
import { isEntryText } from '../../../experience/entry-text.ts';
import type { Operation } from '../../../experience/operation.ts';
import { DATA_NOTE, dataBlock } from './data-block.ts';
import type { Inquiry } from './inquiry.ts';
import type { ModelQuestion } from './language-model.ts';
import { isRewording } from './text-values.ts';

const INSTRUCTIONS = `Shorten the guideline in the data to at most 32 words and one sentence. Keep its condition and its action; add nothing.
${DATA_NOTE}`;
const SCHEMA = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
} as const;
const answer = v.object({ text: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)) });

function question(text: string): ModelQuestion {
  return {
    instructions: INSTRUCTIONS,
    data: dataBlock('guideline', { text }),
    schema: SCHEMA,
    name: 'text',
    maxOutputTokens: 120,
  };
}

/** Texts that are too long, shortened; what cannot be is left for the cutter that needs no model. */
export async function shortened(operations: readonly Operation[], inquiry: Inquiry): Promise<readonly Operation[]> {
  const short: Operation[] = [];
  for (const operation of operations) {
    if (!('text' in operation) || isEntryText(operation.text)) {
      short.push(operation);
      continue;
    }
    const asked = await inquiry.ask(question(operation.text), (value) =>
      v.parse(answer, value).text.replace(/\s+/gu, ' ').trim(),
    );
    const fits = asked.kind === 'answered' && isRewording(asked.value, [operation.text]);
    short.push(fits ? { ...operation, text: asked.value } : operation);
  }
  return short;
}
