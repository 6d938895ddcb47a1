import * as v from 'valibot';
import { redactText } from '../../src/telemetry/redact.ts';
import type { LearningCase } from './learning-vector-file.ts';

const input = v.object({ parts: v.array(v.string()) });
const expectation = v.object({
  absent: v.optional(v.array(v.string()), []),
  present: v.optional(v.array(v.string()), []),
  equal: v.optional(v.string()),
});

/** Redacts the joined parts. Null when nothing of `absent` is left and all of `present` is, else the text. */
export function runRedactCase(vector: LearningCase): string | null {
  const { absent, present, equal } = v.parse(expectation, vector.expected);
  const redacted = redactText(v.parse(input, vector.input).parts.join(''));
  const isRight =
    (equal === undefined || redacted === equal) &&
    !absent.some((text) => redacted.includes(text)) &&
    present.every((text) => redacted.includes(text));
  return isRight ? null : redacted;
}
