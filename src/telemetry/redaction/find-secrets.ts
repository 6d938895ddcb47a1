import { SearchedText } from './characters.ts';
import { decodedParts, MARKS } from './decoded-text.ts';
import { findEncoded, type IsSecret } from './encoded-runs.ts';
import type { Finding } from './finding.ts';
import { FLAG_RULES } from './flags.ts';
import { HEADER_RULES } from './headers.ts';
import { HintScanner, type Scanned } from './hint-scanner.ts';
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

let scanner: HintScanner | undefined;

/**
 * All that must not be kept, in no order, and perhaps twice: as it stands, behind codes and in runs of base64 and hex.
 * `onSearch` is told of each text that is searched, and how long it is.
 */
export function findSecrets(text: string, onSearch?: (length: number) => void): readonly Finding[] {
  return findWithin(text, { codes: MOST_CODES, runs: MOST_RUNS, isAmongBytes: false, onSearch });
}

/** How a text is searched: how many more codes and runs are read, and where it stood. */
interface Search {
  readonly codes: number;
  readonly runs: number;
  readonly isAmongBytes: boolean;
  readonly onSearch: ((length: number) => void) | undefined;
}

function findWithin(text: string, search: Search): readonly Finding[] {
  const { codes, runs, isAmongBytes, onSearch } = search;
  onSearch?.(text.length);
  const { hints, longRuns, hasMark } = scan(text);
  const findings: Finding[] = [];
  if (hints.length > 0) findByRules(new SearchedText(text, isAmongBytes), hints, findings);
  if (runs > 0 && longRuns.length > 0) {
    const within = { ...search, runs: runs - 1 };
    const isSecret: IsSecret = (part, isPart) =>
      findWithin(part, isPart ? { ...within, isAmongBytes: true } : within).length > 0;
    findings.push(...findEncoded(text, longRuns, isSecret));
  }
  if (!hasMark || codes === 0) return findings;
  for (const decoded of decodedParts(text)) {
    for (const { start, end, mark } of findWithin(decoded.text, { ...search, codes: codes - 1 })) {
      findings.push({ start: decoded.sourceOf(start), end: decoded.sourceOf(end), mark });
    }
  }
  return findings;
}

/** Built when it is first needed: a program that records nothing does not pay for it. */
function scan(text: string): Scanned {
  scanner ??= new HintScanner(
    RULES.map((rule) => rule.hints),
    MARKS,
  );
  return scanner.scan(text);
}

function findByRules(searched: SearchedText, hints: readonly number[], findings: Finding[]): void {
  let lastStart = 0;
  let lastEnd = 0;
  for (let i = 0; i < hints.length; i += 3) {
    const start = hints[i + 1] as number;
    const end = hints[i + 2] as number;
    if (end <= lastEnd && start >= lastStart) continue;
    const finding = RULES[hints[i] as number]?.find(searched, start, end) ?? null;
    if (finding === null) continue;
    findings.push(finding);
    if (finding.end <= lastEnd) continue;
    lastStart = finding.start;
    lastEnd = finding.end;
  }
}
