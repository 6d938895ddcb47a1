import * as v from 'valibot';
import { PraxisError } from '../../base/errors.ts';
import { ENTRY_DOMAIN, ENTRY_TYPE, FAILURE_MODE, issueText } from '../../experience/entry-schema.ts';
import { entryTextProblem } from '../../experience/entry-text.ts';
import { RULE_SCHEMA } from '../../experience/rule-schema.ts';
import type { NewEntry } from './experience-library.ts';
import type { InjectRequest } from './inject.ts';
import type { RetrieveRequest } from './retrieve-from.ts';

const name = v.pipe(v.string(), v.minLength(1));

const newEntry = v.object({
  scope: v.optional(v.picklist(['r', 'u'])),
  text: v.string(),
  type: v.optional(ENTRY_TYPE),
  domain: v.optional(ENTRY_DOMAIN),
  rule: v.nullish(RULE_SCHEMA),
  failureMode: v.nullish(FAILURE_MODE),
  c: v.optional(v.pipe(v.number(), v.minValue(0.05), v.maxValue(0.95))),
  why: v.optional(v.string()),
});

const query = v.object({
  task: v.string(),
  k: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  session: v.optional(v.object({ sessionId: name, taskId: name })),
});

/** ENTRY_INVALID for what is no guideline: a program may hand over anything. */
export function checkNewEntry(entry: NewEntry): void {
  const parsed = v.safeParse(newEntry, entry);
  if (!parsed.success) throw invalidEntry(issueText(parsed.issues[0]));
  checkText(entry.text);
}

/** ENTRY_INVALID for what may not be the text of a guideline, with the reason. */
export function checkText(text: string): void {
  const problem = typeof text === 'string' ? entryTextProblem(text) : 'its text is no string';
  if (problem !== undefined) throw invalidEntry(problem);
}

/** USAGE for what nothing can be looked for with. */
export function checkQuery(request: InjectRequest | RetrieveRequest): void {
  const parsed = v.safeParse(query, request);
  if (parsed.success) return;
  throw new PraxisError('USAGE', `guidelines cannot be looked for so: ${issueText(parsed.issues[0])}`, {
    hint: "For example { task: 'deploy the service', k: 3, session: { sessionId: 's1', taskId: 's1/1' } }.",
  });
}

export function invalidEntry(what: string): PraxisError {
  return new PraxisError('ENTRY_INVALID', `this is no guideline: ${what}`, {
    hint: 'A guideline is one line of 1 to 32 words and at most 240 characters.',
  });
}
