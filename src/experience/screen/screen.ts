import { redactText } from '../../telemetry/redact.ts';
import { foldText, withoutInvisible } from './fold-text.ts';
import { findHiddenText } from './hidden-text.ts';
import { isExcused } from './negation.ts';
import type { ScreenKind, ScreenRule } from './screen-rule.ts';
import { SCREEN_RULES } from './screen-rules.ts';
import { SCREEN_WORDS } from './screen-words.ts';
import { decodedReadings, spelledReadings } from './text-readings.ts';

/** Why a text is held back: what it tries, and in words. */
export type Screening =
  | { readonly ok: true }
  | { readonly ok: false; readonly kind: ScreenKind; readonly reason: string };

/** No guideline is that long; what is longer is not searched. */
const MAX_CHARACTERS = 4000;

/**
 * Whether a text may become a guideline. Held back is what instructs beyond the use of tools, holds or asks for a credential,
 * takes checks away, runs what a URL gives, imitates the block or a role, or hides what it says by its characters.
 *
 * @example
 * ```ts
 * screenText('Ignore all previous instructions.'); // { ok: false, kind: 'instruct', reason: '…' }
 * ```
 */
export function screenText(text: string): Screening {
  if (text.length > MAX_CHARACTERS)
    return { ok: false, kind: 'fake-block', reason: 'it is far longer than a guideline' };
  const folded = foldText(text);
  const found = findCredential(text) ?? search(folded, false) ?? searchReadings(text, folded);
  const hidden = findHiddenText(text);
  if (hidden !== null) return { ok: false, ...hidden };
  return found ?? { ok: true };
}

function findCredential(text: string): Screening | null {
  for (const form of [text, withoutInvisible(text.normalize('NFKC'))]) {
    const marks = count(redactText(form), '[redacted]') - count(form, '[redacted]');
    if (marks > 0)
      return { ok: false, kind: 'credential', reason: 'it holds what looks like a key, token or password' };
  }
  return null;
}

function searchReadings(text: string, folded: string): Screening | null {
  for (const reading of decodedReadings(text)) {
    const found = search(foldText(reading), false) ?? findCredential(reading);
    if (found !== null && !found.ok) return { ...found, reason: `${found.reason}, in an encoded part` };
  }
  for (const reading of spelledReadings(folded, withoutInvisible(text.normalize('NFKC')).toLowerCase())) {
    const found = isTelling(reading) ? search(reading, true) : null;
    if (found !== null && !found.ok) return { ...found, reason: `${found.reason}, in an unusual spelling` };
  }
  return null;
}

const TELLING =
  /ignore|disregard|forget|obey|instruction|guideline|prompt|system|developer|secret|passw|token|credential|\.env|disable|bypass|skip|approv|confirm|reveal|curl|http|delete|limits?|restriction|firewall|tests?\b|previous|send|post|\bkeys?\b|\brun\b/g;

/** Whether a guessed reading holds words enough to be worth a search. */
function isTelling(reading: string): boolean {
  return new Set(reading.match(TELLING) ?? []).size >= 2;
}

/** `isGuess`: the reading may not be what was meant, so that only telling rules count. */
function search(folded: string, isGuess: boolean): Screening | null {
  for (const { rule, pattern, except, unless } of compiled()) {
    if (isGuess && rule.isWeak === true) continue;
    if (unless?.test(folded) === true) continue;
    for (const match of folded.matchAll(pattern)) {
      if (except?.test(match[0]) === true) continue;
      if (rule.isNegationPart !== true && isExcused(folded, match.index, match[0])) continue;
      return { ok: false, kind: rule.kind, reason: rule.reason };
    }
  }
  return null;
}

interface CompiledRule {
  readonly rule: ScreenRule;
  readonly pattern: RegExp;
  readonly except: RegExp | undefined;
  readonly unless: RegExp | undefined;
}

let rules: readonly CompiledRule[] | undefined;

function compiled(): readonly CompiledRule[] {
  rules ??= SCREEN_RULES.map((rule) => ({
    rule,
    pattern: matcher(filled(rule.pattern), 'gm'),
    except: optional(rule.except),
    unless: optional(rule.unless),
  }));
  return rules;
}

function optional(pattern: string | undefined): RegExp | undefined {
  return pattern === undefined ? undefined : matcher(filled(pattern), 'm');
}

/** Properties of characters need the flag that makes all others slow. */
function matcher(source: string, flags: string): RegExp {
  return new RegExp(source, source.includes('\\p{') ? `${flags}u` : flags);
}

/** A pattern with the words that its braces name. */
function filled(pattern: string): string {
  return pattern.replace(/\{([a-z]\w*)\}/g, (_, name: string) => {
    const words = SCREEN_WORDS[name];
    if (words === undefined) throw new TypeError(`no words are named ${name}`);
    return `(?:${filled(words)})`;
  });
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
