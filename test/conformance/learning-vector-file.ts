import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const learningCase = v.object({
  name: v.string(),
  fn: v.string(),
  input: v.unknown(),
  expected: v.unknown(),
  tags: v.optional(v.array(v.string()), []),
  tolerance: v.optional(v.number()),
});

const learningFile = v.object({ format: v.literal(1), theme: v.string(), cases: v.array(learningCase) });

export type LearningCase = v.InferOutput<typeof learningCase>;

/** The cases of a theme of the learning vectors. */
export function readLearningCases(path: string): readonly LearningCase[] {
  return v.parse(learningFile, JSON.parse(readFileSync(path, 'utf8'))).cases;
}
