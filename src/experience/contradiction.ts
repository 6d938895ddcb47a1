import { type Polarity, polarityOf } from './polarity.ts';
import { parsePreference } from './preference.ts';
import { oppositeRule, type Rule, sameRule } from './rule.ts';

/** A guideline as far as contradiction looks at it. */
interface Guideline {
  readonly text: string;
  readonly rule: Rule | null;
}

/** Share of what one warns of that the other asks for. */
const TURNED = 0.6;
/** Share of the shorter one's words that both have. */
const SHARED = 0.66;
const SHARED_BOTH_WAYS = 0.5;
const MAX_PAIRS = 2000;
/** Each text is compared with many. */
const pairs = new Map<string, ReturnType<typeof parsePreference>>();

/**
 * Whether two guidelines cannot both be followed. Where both have a rule the rules decide; else the texts: the same pair with
 * its roles exchanged, an order turned round, or one asking for what the other warns of. Symmetric.
 */
export function contradicts(a: Guideline, b: Guideline): boolean {
  if (a.rule !== null && b.rule !== null) {
    const opposite = oppositeRule(a.rule);
    return opposite !== null && sameRule(opposite, b.rule);
  }
  return isReversedPair(a, b) || isTurned(polarityOf(a.text), polarityOf(b.text));
}

function isReversedPair(a: Guideline, b: Guideline): boolean {
  const one = pairOf(a);
  const other = pairOf(b);
  return one !== null && other !== null && one.x === other.y && one.y === other.x;
}

function pairOf({ text, rule }: Guideline): { readonly x: string; readonly y: string } | null {
  if (rule?.form === 'PREFER') return rule;
  const before = pairs.get(text);
  if (before !== undefined) return before;
  const pair = parsePreference(text);
  if (pairs.size >= MAX_PAIRS) pairs.clear();
  pairs.set(text, pair);
  return pair;
}

function isTurned(a: Polarity, b: Polarity): boolean {
  const shared = common(a.all, b.all);
  const share = shared / Math.max(1, Math.min(a.all.size, b.all.size));
  if (share < SHARED_BOTH_WAYS || !isOneSituation(a, b)) return false;
  if (isOrderReversed(a, b)) return true;
  const ab = turnedShare(a, b);
  const ba = turnedShare(b, a);
  if (ab >= 0.5 && ba >= 0.5) return true;
  return share >= SHARED && Math.max(ab, ba) >= TURNED;
}

/** Of what b warns of, the share that a asks for. What either of them says both ways, or both warn of, is their subject. */
function turnedShare(a: Polarity, b: Polarity): number {
  let turned = 0;
  let warned = 0;
  for (const stem of b.unwanted) {
    if (b.wanted.has(stem) || a.unwanted.has(stem)) continue;
    warned++;
    if (a.wanted.has(stem) || a.earlier.has(stem)) turned++;
  }
  return warned === 0 ? 0 : turned / warned;
}

function isOrderReversed(a: Polarity, b: Polarity): boolean {
  return isMostly(a.earlier, b.later) && isMostly(a.later, b.earlier);
}

/** Advice for two different situations can be followed both. */
function isOneSituation(a: Polarity, b: Polarity): boolean {
  if (a.condition.size === 0 || b.condition.size === 0) return true;
  return overlap(a.condition, b.all) >= 0.5 || overlap(b.condition, a.all) >= 0.5;
}

function isMostly(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && common(a, b) / Math.min(a.size, b.size) >= TURNED;
}

/** Share of a that b holds. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return common(a, b) / a.size;
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const stem of a) if (b.has(stem)) count++;
  return count;
}
