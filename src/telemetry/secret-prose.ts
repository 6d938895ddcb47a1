import { REDACTED, type RedactionRule } from './redaction-rule.ts';
import { NAME_HINTS, PLAIN_VALUE, STEM, SUFFIX } from './secret-names.ts';

const ELEMENT = new RegExp(`(<[\\w:.-]{0,64}(?:${STEM})${SUFFIX}>)([^<>]{1,4096})(?=</)`, 'gi');
const PAIR = new RegExp(
  `((?:name|key)\\s{0,4}=\\s{0,4}["'][\\w:. -]{0,64}(?:${STEM})${SUFFIX}["']\\s{1,8}value\\s{0,4}=\\s{0,4}["'])([^"']{1,4096})`,
  'gi',
);
const SENTENCE =
  /(\bpassw(?:or)?d(?: for [^\s:]{1,64})?(?: (?:is|was|to)|:|=) {0,2}["'`]?)(?=[^\s"'`]{0,64}\d)([^\s"'`,;]{4,256})/gi;

/** Secrets named in XML and in prose. */
export const PROSE_RULES: readonly RedactionRule[] = [
  { hints: NAME_HINTS, apply: (text) => (text.includes('</') ? text.replace(ELEMENT, withoutSecond) : text) },
  { hints: ['value'], apply: (text) => text.replace(PAIR, withoutSecond) },
  { hints: ['password', 'passwd'], apply: (text) => text.replace(SENTENCE, withoutSecond) },
];

function withoutSecond(match: string, before: string, value: string): string {
  return PLAIN_VALUE.test(value) ? match : `${before}${REDACTED}`;
}
