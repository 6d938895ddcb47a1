/** Classes of errors in the order in which they are tried. */
const CLASSES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['timeout', /time ?out|timed out|deadline exceeded/],
  ['rate_limit', /rate limit|too many requests|\b429\b/],
  ['auth', /unauthori[sz]ed|authentication|\b401\b|not logged in|invalid (api key|credentials|token)/],
  ['permission', /permission denied|forbidden|access denied|not permitted|\b403\b/],
  ['not_found', /not found|no such|does not exist|\b404\b/],
  ['conflict', /already exists|conflict|\b409\b/],
  ['invalid_argument', /invalid|required|must be|unexpected argument|unknown option/],
  ['insufficient', /insufficient|not enough/],
  ['unavailable', /unavailable|refused|\b503\b|not available/],
  ['syntax', /syntax ?error|parse error/],
  ['exit_nonzero', /exit(ed)? (with )?(code|status)/],
];

/** Class of an error line, e.g. `not_found`; `unknown` where no keyword fits. */
export function errorClass(line: string): string {
  const lower = line.toLowerCase();
  return CLASSES.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'unknown';
}
