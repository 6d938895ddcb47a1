/** A phrase by which a user says that the answer was not right. */
interface CorrectionPhrase {
  /** Source of a case-insensitive pattern, with `'` for every apostrophe. */
  readonly pattern: string;
  readonly points: number;
  /** Points where the message starts with it. */
  readonly pointsAtStart: number;
}

/** How one language corrects, praises, contrasts and negates. */
export interface CorrectionLanguage {
  readonly phrases: readonly CorrectionPhrase[];
  /** Thanks and praise, which with no contrast make a phrase harmless. */
  readonly praise: readonly string[];
  readonly contrast: readonly string[];
  /** Words before a phrase, at most three words away, that turn it round. */
  readonly negations: readonly string[];
  /** Words that nearly every sentence holds: what the language is known by. */
  readonly common: readonly string[];
}

const whole = (pattern: string): CorrectionPhrase => ({ pattern, points: 1, pointsAtStart: 1 });
const half = (pattern: string): CorrectionPhrase => ({ pattern, points: 0.5, pointsAtStart: 1 });

/** The phrases by language (ISO 639-1). */
export const CORRECTION_LANGUAGES: Readonly<Record<string, CorrectionLanguage>> = {
  en: {
    phrases: [
      whole('no,'),
      whole("that's wrong"),
      whole('that is not what'),
      whole('not what i asked'),
      whole('incorrect'),
      whole('you should have'),
      whole('instead of'),
      whole("don't do"),
      half('undo'),
      whole('revert'),
      whole('use [^\\n.;!?]{1,60}? not [^\\s.;,!?]+'),
      whole('i said'),
      half('again, '),
      whole('still broken'),
      whole('still fails'),
      whole("doesn't work"),
    ],
    praise: [
      'thanks',
      'thank you',
      'thx',
      'great',
      'perfect',
      'nice',
      'excellent',
      'awesome',
      'wonderful',
      'well done',
      'good job',
      'good work',
      'love it',
    ],
    contrast: ['but', 'however'],
    negations: ['not', "don't", 'never', "isn't", "wasn't", "didn't", "doesn't", "won't", 'without', 'no need to'],
    common: [
      ...['the', 'a', 'an', 'to', 'of', 'and', 'or', 'in', 'on', 'is', 'it', 'that', 'this', 'for', 'with', 'not'],
      ...['you', 'i', 'be', 'are', 'was', 'do', 'from', 'at', 'by', 'as', 'please', 'yes', 'no', 'ok', 'okay', 'what'],
      ...[
        'how',
        'why',
        'can',
        'now',
        'all',
        'my',
        'your',
        'we',
        'have',
        'should',
        'still',
        'again',
        'use',
        'add',
        'fix',
      ],
    ],
  },
};
