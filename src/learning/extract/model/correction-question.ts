import * as v from 'valibot';
import type { ExperienceType } from '../../../experience/entry.ts';
import { isEntryText } from '../../../experience/entry-text.ts';
import { redactText } from '../../../telemetry/redact.ts';
import { DATA_NOTE, dataBlock } from './data-block.ts';
import type { ModelQuestion } from './language-model.ts';
import { DOMAINS } from './summary-stage.ts';

/** A correction with the work that it is about. */
export interface CorrectedOutput {
  readonly task: string;
  /** What the agent delivered; empty where nobody recorded it. */
  readonly output: string;
  readonly correction: string;
}

/** What a model makes of a correction. */
export interface WordedCorrection {
  readonly text: string;
  readonly type: ExperienceType;
  /** Null: one that nobody knows. */
  readonly domain: string | null;
  /** False: it is about this instance alone. */
  readonly generalises: boolean;
}

const TYPES = ['convention', 'tool_selection', 'failure_pattern'] as const;
const SCHEMA = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    type: { type: 'string', enum: [...TYPES] },
    domain: { type: 'string', enum: [...DOMAINS] },
    generalises: { type: 'boolean' },
  },
  required: ['text', 'type', 'domain', 'generalises'],
  additionalProperties: false,
} as const;
const INSTRUCTIONS = `A user corrected what an agent did. From the task, the agent's output and the correction, state in one sentence of at most 32 words, as a guideline that can be acted on, what the agent should have done, for tasks like this one: no names, addresses, paths, ids, or values of this task. generalises is false if the correction is about this one task alone.
${DATA_NOTE}`;
const MAX_CHARACTERS = 4000;

const answer = v.object({
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
  type: v.picklist(TYPES),
  domain: v.string(),
  generalises: v.boolean(),
});

export function correctionQuestion({ task, output, correction }: CorrectedOutput): ModelQuestion {
  const shown = (text: string): string => redactText(text).slice(0, MAX_CHARACTERS);
  return {
    instructions: INSTRUCTIONS,
    data: dataBlock('correction', { task: shown(task), output: shown(output), correction: shown(correction) }),
    schema: SCHEMA,
    name: 'guideline',
    maxOutputTokens: 300,
  };
}

/** Throws what a repair can be asked for. */
export function readCorrection(value: unknown): WordedCorrection {
  const read = v.parse(answer, value);
  const text = read.text.replace(/\s+/gu, ' ').trim();
  if (!isEntryText(text)) throw new Error('text has more than 32 words');
  return { ...read, text, domain: (DOMAINS as readonly string[]).includes(read.domain) ? read.domain : null };
}
