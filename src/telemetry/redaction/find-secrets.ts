import { SearchedText } from './characters.ts';
import { decodeText } from './decoded-text.ts';
import { findEncoded, LEAST_RUN } from './encoded-runs.ts';
import type { Finding } from './finding.ts';
import { FLAG_RULES } from './flags.ts';
import { HEADER_RULES } from './headers.ts';
import { HintScanner } from './hint-scanner.ts';
import { NAMED_RULE } from './named.ts';
import { PEM_RULES } from './pem.ts';
import { PERSONAL_RULES } from './personal-data.ts';
import type { RedactionRule } from './redaction-rule.ts';
import { tokenRules } from './token-format.ts';
import { TOKEN_FORMATS } from './token-formats.ts';
import { SHAPE_RULES } from './token-shapes.ts';
import { URL_RULES } from './urls.ts';

const RULES: readonly RedactionRule[] = [
  ...PEM_RULES,
  ...TOKEN_FORMATS.flatMap(tokenRules),
  ...SHAPE_RULES,
  ...HEADER_RULES,
  ...URL_RULES,
  ...FLAG_RULES,
  NAMED_RULE,
  ...PERSONAL_RULES,
];

/** How many codes may lie in each other (JSON in JSON in a URL), and how many runs of base64. */
const MOST_CODES = 8;
const MOST_RUNS = 3;

const NOTHING: readonly Finding[] = [];

let scanner: HintScanner | undefined;

/**
 * All that must not be kept, in no order, and perhaps twice: as it stands, behind codes and in runs of base64 and hex.
 * `onSearch` is told of each text that is searched, and how long it is.
 */
export function findSecrets(text: string, onSearch?: (length: number) => void): readonly Finding[] {
  return findWithin(text, MOST_CODES, MOST_RUNS, onSearch);
}

function findWithin(
  text: string,
  codes: number,
  runs: number,
  onSearch: ((length: number) => void) | undefined,
): readonly Finding[] {
  onSearch?.(text.length);
  const found = findByRules(text);
  const encoded =
    runs > 0 && text.length >= LEAST_RUN
      ? findEncoded(text, (part) => findWithin(part, codes, runs - 1, onSearch).length > 0)
      : NOTHING;
  const decoded = codes > 0 ? decodeText(text) : null;
  if (decoded === null) return encoded.length === 0 ? found : [...found, ...encoded];
  const { starts } = decoded;
  const behind = findWithin(decoded.text, codes - 1, runs, onSearch).map(({ start, end, mark }) => ({
    start: starts[start] ?? text.length,
    end: starts[end] ?? text.length,
    mark,
  }));
  return [...found, ...encoded, ...behind];
}

function findByRules(text: string): readonly Finding[] {
  // Built when it is first needed: a program that records nothing does not pay for it.
  scanner ??= new HintScanner(RULES.map((rule) => rule.hints));
  let findings: Finding[] | undefined;
  let searched: SearchedText | undefined;
  let last: Finding | undefined;
  scanner.scan(text, (rule, start, end) => {
    if (last !== undefined && end <= last.end && start >= last.start) return;
    searched ??= new SearchedText(text);
    const finding = RULES[rule]?.find(searched, start, end) ?? null;
    if (finding === null) return;
    findings ??= [];
    findings.push(finding);
    if (last === undefined || finding.end > last.end) last = finding;
  });
  return findings ?? NOTHING;
}
