import { CORRECTION_LANGUAGES, type CorrectionLanguage } from './correction-phrases.ts';

/** What a message of the user says of the answer before it. */
export interface CorrectionReading {
  /** Null: in no language that the phrases cover, so that silence about the answer tells nothing either. */
  readonly language: string | null;
  /** One point a phrase, for some a half. */
  readonly score: number;
  readonly isCorrection: boolean;
  /** The message starts with a phrase. */
  readonly isAtStart: boolean;
}

const THRESHOLD = 1;
/** A correction is said at once; what follows is data. */
const MAX_CHARACTERS = 20_000;

/**
 * Reads a message that follows a final answer by a list of phrases, which count outside of quotes and code and where
 * they are not negated. Praise without a contrast word makes it no correction.
 *
 * @example
 * ```ts
 * readCorrection("no, that's wrong").score; // 2
 * readCorrection('print "incorrect" here').isCorrection; // false
 * ```
 */
export function readCorrection(message: string): CorrectionReading {
  const text = spoken(message.slice(0, MAX_CHARACTERS));
  const readings = Object.entries(CORRECTION_LANGUAGES).map(([name, language]) => readIn(name, language, text));
  const best = readings.reduce((a, b) => (b.score > a.score ? b : a), readings[0] ?? NOTHING);
  if (best.isCorrection) return best;
  return readings.find((reading) => reading.language !== null) ?? { ...best, language: null };
}

const NOTHING: CorrectionReading = { language: null, score: 0, isCorrection: false, isAtStart: false };

function readIn(name: string, language: CorrectionLanguage, text: string): CorrectionReading {
  let score = 0;
  let isAtStart = false;
  for (const phrase of language.phrases) {
    const at = firstUnnegated(text, phrase.pattern, language.negations);
    if (at === undefined) continue;
    isAtStart ||= at === 0;
    score += at === 0 ? phrase.pointsAtStart : phrase.points;
  }
  const isPraise = holdsAny(text, language.praise) && !holdsAny(text, language.contrast);
  const isKnown = score > 0 || isWrittenIn(language, text);
  return { language: isKnown ? name : null, score, isCorrection: score >= THRESHOLD && !isPraise, isAtStart };
}

function firstUnnegated(text: string, pattern: string, negations: readonly string[]): number | undefined {
  for (const match of text.matchAll(bounded(pattern))) {
    const before = text
      .slice(Math.max(0, match.index - 60), match.index)
      .replace(/^.*[.;:!?\n]/s, '')
      .split(/\s+/)
      .filter(Boolean)
      .slice(-3)
      .join(' ');
    if (!holdsAny(before, negations)) return match.index;
  }
  return undefined;
}

function holdsAny(text: string, words: readonly string[]): boolean {
  return bounded(words.join('|')).test(text);
}

const patterns = new Map<string, RegExp>();

/** At word boundaries: `casino,` holds no `no,`. */
function bounded(pattern: string): RegExp {
  const known = patterns.get(pattern);
  if (known !== undefined) {
    known.lastIndex = 0;
    return known;
  }
  const made = new RegExp(`(?<![\\p{L}\\p{N}_'-])(?:${pattern})(?:(?<=[\\s,])|(?![\\p{L}\\p{N}_]))`, 'giu');
  patterns.set(pattern, made);
  return made;
}

/** Only a word in four or more tells: `src/app.ts` is written in every language. */
function isWrittenIn(language: CorrectionLanguage, text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * 2 < letters) return false;
  const words = text.split(/\s+/).filter(Boolean).length;
  return words < 4 || holdsAny(text, language.common);
}

/** The message without what it only cites: code, quotes. */
function spoken(message: string): string {
  return message
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/^\s*>.*$/gm, ' ')
    .replace(/"[^"\n]*"|\u201c[^\u201d\n]*\u201d|\u00ab[^\u00bb\n]*\u00bb/g, ' ')
    .replace(/(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu, ' ')
    .trimStart();
}
