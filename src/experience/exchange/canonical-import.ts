import * as v from 'valibot';
import type { FailureMode } from '../entry.ts';
import type { Rule } from '../rule.ts';
import { RULE_NAME, RULE_SCHEMA } from '../rule-schema.ts';
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

const failureMode = v.object({ tool: v.exactOptional(RULE_NAME), errorClass: RULE_NAME, signature: RULE_NAME });
const entry = v.object({
  text: v.string(),
  type: v.picklist(['convention', 'tool_selection', 'failure_pattern']),
  domain: v.pipe(v.string(), v.regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,31}$/u)),
  rule: v.nullish(RULE_SCHEMA, null),
  failureMode: v.nullish(failureMode, null),
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
  const parsed = v.safeParse(entry, parseJson(line));
  if (!parsed.success) return `it is no entry of an export: ${parsed.issues[0].message}`;
  const { status, ...guideline } = parsed.output;
  return status === 'active' || status === 'probation' ? guideline : `it was ${status} there`;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // What is no JSON is no entry; the schema says so.
    return undefined;
  }
}
