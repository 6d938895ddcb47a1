import * as v from 'valibot';
import { ENTRY_TYPES } from './entry-types.ts';
import { RULE_NAME } from './rule-schema.ts';

/** What a guideline may be of. */
export const ENTRY_TYPE = v.picklist(ENTRY_TYPES);
/** One word, such as `fs` or `search`. */
export const ENTRY_DOMAIN = v.pipe(
  v.string(),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,31}$/u, 'it is no single word of letters and digits'),
);
/** The failure that a pattern is about. */
export const FAILURE_MODE = v.object({ tool: v.exactOptional(RULE_NAME), errorClass: RULE_NAME, signature: RULE_NAME });

/** What of a value is wrong, with the name of the member: `t: it is empty`. */
export function issueText(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  const said = wordsOf(issue);
  return path === null ? said : `${path}: ${said}`;
}

function wordsOf({ kind, type, expected, received, message }: v.BaseIssue<unknown>): string {
  if (received === 'undefined') return 'it is missing';
  if (expected === 'never') return 'there is no such member';
  if (type === 'min_length' || type === 'max_length')
    return received === '0' ? 'it is empty' : `it is too long (${received} characters)`;
  const kinds = expected === null ? undefined : KINDS.get(expected);
  if (kinds !== undefined) return `${received} is no ${kinds}`;
  if (type === 'variant' || type === 'picklist')
    return `${received} is none of ${(expected ?? '').replace(/[()]/g, '').replaceAll(' | ', ', ')}`;
  return kind === 'validation' && type !== 'regex' ? `it is ${received}: ${message}` : message;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['Object', 'object'],
  ['string', 'string'],
  ['number', 'number'],
]);
