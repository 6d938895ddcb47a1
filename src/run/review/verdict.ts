import { redactText } from '../../telemetry/redact.ts';
import { claimedUsage } from '../actors/claimed-usage.ts';
import type { ProcessEnd } from '../processes.ts';
import { type ActAccount, UNKNOWN_USAGE } from '../usage.ts';

/** What a reviewer says of a candidate that meets the criteria. */
export type Review =
  | { readonly kind: 'PASS' | 'FAIL' | 'NEEDS_HUMAN'; readonly evidenceRefs: readonly string[]; readonly text: string }
  /** It gave no verdict, which is never a success, and says nothing of the work either. */
  | { readonly kind: 'none'; readonly why: string; readonly text: string };

const VERDICTS = ['PASS', 'FAIL', 'NEEDS_HUMAN'] as const;

/** Bytes of a reviewer's output that are kept. */
const KEPT = 16_384;
const MOST_REFS = 100;

/**
 * Reads the verdict of a reviewer: the last line of its standard output that is a JSON object with `verdict`, or all of it.
 * A reviewer that did not come to its end gave none, and neither did one that says PASS and fails.
 */
export function reviewOf(end: ProcessEnd): Review {
  const text = redactText([end.stdout.text, end.stderr.text].filter((part) => part.trim() !== '').join('\n')).slice(
    -KEPT,
  );
  if (end.cause !== 'exited') return { kind: 'none', why: whyCut(end.cause), text };
  const found = statementIn(end.stdout.text);
  if (found === undefined) return { kind: 'none', why: 'it printed no verdict', text };
  const kind = VERDICTS.find((verdict) => verdict === found.verdict);
  if (kind === undefined) return { kind: 'none', why: 'its verdict is none of PASS, FAIL and NEEDS_HUMAN', text };
  if (kind === 'PASS' && end.exitCode !== 0)
    return { kind: 'none', why: `it says PASS and ended with ${end.exitCode ?? end.signal}`, text };
  return { kind, evidenceRefs: refsOf(found.evidence_refs), text };
}

/** What a review comes to, by what the reviewer says beside its verdict; it is a child, and no call. */
export function accountOfReview(stdout: string): ActAccount {
  const problems: string[] = [];
  const said = claimedUsage(statementIn(stdout)?.usage, problems);
  const gaps = said === null ? ['the reviewer did not say what it used'] : problems;
  return { toolCalls: 0, usage: said ?? UNKNOWN_USAGE, isEstimated: false, gaps };
}

function whyCut(cause: Exclude<ProcessEnd['cause'], 'exited'>): string {
  const words = {
    timeout: 'it ran out of time',
    aborted: 'it was interrupted',
    'not-started': 'it could not be started',
    'output-limit': 'it wrote too much',
    'call-limit': 'it called too much',
  };
  return words[cause];
}

function statementIn(stdout: string): Readonly<Record<string, unknown>> | undefined {
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  for (const text of [...lines.reverse(), stdout]) {
    const found = objectIn(text);
    if (found !== undefined && 'verdict' in found) return found;
  }
  return undefined;
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    // Words for people.
    return undefined;
  }
}

function refsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((ref): ref is string => typeof ref === 'string' && ref.trim() !== '')
    .slice(0, MOST_REFS)
    .map((ref) => redactText(ref.trim()).slice(0, 500));
}
