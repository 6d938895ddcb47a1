import * as v from 'valibot';
import type { FailureMode } from '../entry.ts';
import { ENTRY_DOMAIN, ENTRY_TYPE, FAILURE_MODE, issueText } from '../entry-schema.ts';
import type { Rule } from '../rule.ts';
import { RULE_SCHEMA } from '../rule-schema.ts';
import type { SharedGuideline } from './guideline-list.ts';

/** A guideline of another library's export. */
export interface ExportedGuideline extends SharedGuideline {
  readonly rule: Rule | null;
  readonly failureMode: FailureMode | null;
}

/** A line of an export that gives no guideline, and why. Lines count from 1. */
export interface UnreadLine {
  readonly line: number;
  readonly reason: string;
}

const entry = v.object({
  text: v.string(),
  type: ENTRY_TYPE,
  domain: ENTRY_DOMAIN,
  rule: v.nullish(RULE_SCHEMA, null),
  failureMode: v.nullish(FAILURE_MODE, null),
  status: v.optional(v.picklist(['active', 'probation', 'flagged', 'archived']), 'active'),
});

/** Reads the canonical export: one entry a line. What was flagged or archived there is not taken over. */
export function readCanonicalExport(text: string): {
  readonly guidelines: readonly ExportedGuideline[];
  readonly unread: readonly UnreadLine[];
} {
  const guidelines: ExportedGuideline[] = [];
  const unread: UnreadLine[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue;
    const read = readEntry(line);
    if (typeof read === 'string') unread.push({ line: index + 1, reason: read });
    else guidelines.push(read);
  }
  return { guidelines, unread };
}

function readEntry(line: string): ExportedGuideline | string {
  const json = parseJson(line);
  if (json === undefined) return 'it is no JSON';
  const parsed = v.safeParse(entry, json);
  if (!parsed.success) return `it is no entry of an export: ${issueText(parsed.issues[0])}`;
  const { status, ...guideline } = parsed.output;
  return status === 'active' || status === 'probation' ? guideline : `it was ${status} there`;
}

/** Undefined for what is no JSON. */
function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
