const KEYWORDS = [
  'error',
  'exception',
  'failed',
  'cannot',
  'denied',
  'not found',
  'no such',
  'invalid',
  'unexpected',
  'timeout',
  'timed out',
  'refused',
  'fatal',
  'traceback',
];
const ANSI = /\x1b\[[0-9;?]*[ -/]*[@-~]/g;
/** Links, titles and the two-character sequences, which only runs meet. */
const OTHER_ESCAPES = /\x1b(?:\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[()][0-9A-B]|[@-Z\\^_=>78])/g;
const S = '[\\s\\x1c-\\x1f\\x85]';
const BLANK = new RegExp(`^${S}*$`);
const SOURCE = new RegExp(`^${S}{2,}[^\\s\\x1c-\\x1f\\x85]`);
const PYTHON_FRAME = new RegExp(`^${S}*File "[^\\n]*", line \\d+`);
const CALL_FRAME = new RegExp(`^${S}*at${S}(?:[^\\n]+[:(]|${S}*[^\\s\\x1c-\\x1f\\x85]+$)`);
const TRACEBACK = new RegExp(`^${S}*Traceback \\(most recent call last\\):${S}*$`);
const CARETS = /^[\s\x1c-\x1f\x85^~]*$/;
const PASSED =
  /^(?:ok(?:\s|$)|# Subtest|[✔√✓]|PASS\b|> |--- PASS|=== RUN|\[\s*(?:OK|PASS(?:ED)?|RUN)\s*\])|\bPASSED(?:\s*\[\s*\d+%\])?$|^\S.* \.\.\. ok$/;
const FAILED = /not ok|[✖✗✘]|(?<![A-Za-z0-9])FAIL(?![A-Za-z0-9])/;

/** The message of a result: of JSON its `error`, `error.message`, `message`, `stderr` or `detail`, first found; else all of it. */
export function errorMessage(output: string): string {
  const first = output.trimStart();
  if (!first.startsWith('{')) return output;
  let parsed: unknown;
  try {
    parsed = JSON.parse(output);
  } catch {
    return output;
  }
  const error = member(parsed, 'error');
  const places = [
    error,
    member(error, 'message'),
    member(parsed, 'message'),
    member(parsed, 'stderr'),
    member(parsed, 'detail'),
  ];
  return places.find((place): place is string => typeof place === 'string' && place !== '') ?? output;
}

/** Lines without ANSI codes, stack frames, caret lines and blank lines. */
export function errorLines(message: string): readonly string[] {
  const lines: string[] = [];
  let followsFrame = false;
  for (const raw of message.replace(ANSI, '').split('\n')) {
    const line = raw.replace(/\r+$/, '');
    const isFrame = PYTHON_FRAME.test(line);
    const isSource = followsFrame && !isFrame && SOURCE.test(line);
    followsFrame = false;
    if (isSource || BLANK.test(line)) continue;
    followsFrame = isFrame;
    if (isFrame || isStackFrame(line) || isCarets(line)) continue;
    lines.push(line);
  }
  return lines;
}

/** The first line that holds an error word, else the last; '' where there is none. */
export function chooseLine(lines: readonly string[]): string {
  return lines.find(hasErrorWord) ?? lines.at(-1) ?? '';
}

/** As `errorLines`, for the output of test runners: the last state of a rewritten line, and no lines of passing tests. */
export function runLines(output: string): readonly string[] {
  const plain = output.replace(OTHER_ESCAPES, '').replace(ANSI, '');
  const settled = plain.split('\n').map(lastState).join('\n');
  return errorLines(settled).filter((line) => !PASSED.test(line.trim()));
}

/**
 * As `chooseLine`, with the marks of failed tests as error words too. A heading (`…:`) is told apart by what follows
 * it, so up to two lines after it belong to it.
 */
export function chooseRunLine(lines: readonly string[]): { readonly line: string; readonly detail: string } {
  const found = lines.findIndex((line) => FAILED.test(line) || hasErrorWord(line));
  const index = found === -1 ? lines.length - 1 : found;
  const line = (lines[index] ?? '').trim();
  const detail = line.endsWith(':') ? lines.slice(index + 1, index + 3).map((next) => next.trim()) : [];
  return { line, detail: [line, ...detail].join('\n') };
}

/** What a line shows in the end that was written over by carriage returns. */
function lastState(line: string): string {
  const written = line.replace(/\r+$/, '');
  return written.slice(written.lastIndexOf('\r') + 1);
}

function hasErrorWord(line: string): boolean {
  const lower = line.toLowerCase();
  return KEYWORDS.some((word) => lower.includes(word));
}

function isStackFrame(line: string): boolean {
  return CALL_FRAME.test(line) || TRACEBACK.test(line);
}

function isCarets(line: string): boolean {
  return line.includes('^') && CARETS.test(line);
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
