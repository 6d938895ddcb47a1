import type { PlainJson } from '../../base/exact-json.ts';
import { redactJson, redactText } from '../../telemetry/redact.ts';
import type { Claim } from '../actor.ts';
import { claimedUsage } from './claimed-usage.ts';
import { type Members, membersOf } from './members.ts';

/** An actor's final text, and what its last line claims; `claim` null: it claims nothing. */
export interface FinalText {
  readonly text: string;
  readonly claim: Claim | null;
}

/** Characters of a summary that are kept. */
const KEPT_SUMMARY = 2000;
/** Walks over a claim recurse. */
const DEEPEST = 100;

/**
 * Takes the claim from the last line of a final text. What is malformed in it is left out and named in its problems.
 *
 * @example
 * ```ts
 * splitFinalText('done\n{"praxis":{"expected_signal":0.8}}').claim?.expectedSignal; // 0.8
 * ```
 */
export function splitFinalText(text: string): FinalText {
  const body = text.trimEnd();
  const lineStart = body.lastIndexOf('\n') + 1;
  const claim = claimOf(body.slice(lineStart).trim());
  return claim === null ? { text, claim } : { text: body.slice(0, lineStart), claim };
}

function claimOf(line: string): Claim | null {
  if (!/^\{\s*"praxis"\s*:/.test(line)) return null;
  const problems: string[] = [];
  const claimed = membersOf(membersOf(parse(line)).get('praxis'));
  if (claimed.size === 0) problems.push('not a JSON object {"praxis":{…}} with members');
  return {
    expectedSignal: numberIn(claimed, 'expected_signal', 0, 1, problems),
    expectedGain: numberIn(claimed, 'expected_gain', -1, 1, problems),
    summary: textIn(claimed, 'summary', problems)?.slice(0, KEPT_SUMMARY) ?? null,
    askHuman: questionIn(claimed, problems),
    usage: claimedUsage(claimed.get('usage'), problems),
    problems,
  };
}

function parse(line: string): unknown {
  if (isDeep(line)) return null;
  try {
    return JSON.parse(line);
  } catch {
    // No JSON: the claim is counted as malformed by what it lacks.
    return null;
  }
}

/** Whether a line may nest deeper than any honest claim; brackets in texts count, too. */
function isDeep(line: string): boolean {
  let depth = 0;
  for (const char of line) {
    if (char === '{' || char === '[') depth += 1;
    if (char === '}' || char === ']') depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

function numberIn(claimed: Members, name: string, least: number, most: number, problems: string[]): number | null {
  const value = claimed.get(name);
  if (value === undefined) return null;
  if (typeof value === 'number' && value >= least && value <= most) return value;
  problems.push(`${name}: expected a number from ${least} to ${most}`);
  return null;
}

function textIn(claimed: Members, name: string, problems: string[]): string | null {
  const value = claimed.get(name);
  if (value === undefined) return null;
  if (typeof value === 'string') return redactText(value);
  problems.push(`${name}: expected text`);
  return null;
}

function questionIn(claimed: Members, problems: string[]): Claim['askHuman'] {
  if (!claimed.has('ask_human')) return null;
  const asked = membersOf(claimed.get('ask_human'));
  const gate = textIn(asked, 'gate', problems)?.trim() ?? '';
  if (gate === '') {
    problems.push('ask_human: expected an object with a gate');
    return null;
  }
  const action = asked.get('action') ?? {};
  return { gate, question: textIn(asked, 'question', problems) ?? '', action: redactJson(action as PlainJson) };
}
