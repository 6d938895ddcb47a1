import { REDACTED } from './redaction-rule.ts';

type Redact = (text: string) => string;

/** One way to write a character, and the characters that belong to one run with it. */
interface Code {
  readonly code: RegExp;
  readonly before: RegExp;
  readonly rest: RegExp;
}

const PERCENT: Code = { code: /%[0-9A-Fa-f]{2}/g, before: /[\w.~+-]/, rest: /[\w%.~+-]{0,4096}/y };
const ESCAPE: Code = {
  code: /\\{1,4}u00[2-7][0-9a-fA-F]/g,
  before: /[\w.+%@/:=-]/,
  rest: /(?:[\w.+%@/:=-]|\\{1,4}u00[2-7][0-9a-fA-F]){0,4096}/y,
};
const MAX_BEFORE = 256;
const BASE64 = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{24,}={0,2}(?![A-Za-z0-9+/_=-])/g;
/** Longer ones are files, not secrets. */
const MAX_BASE64 = 65_536;

/** What is written in percent codes, without what `redact` takes out of it. */
export function redactPercentCodes(text: string, redact: Redact): string {
  return replaceRuns(text, PERCENT, (run) => redactPercent(run, redact));
}

/** The same for `\u00xx` escapes. */
export function redactUnicodeEscapes(text: string, redact: Redact): string {
  return replaceRuns(text, ESCAPE, (run) => redactEscapes(run, redact));
}

/** Base64 of texts of which `redact` takes something out is taken out as a whole. */
export function redactBase64(text: string, redact: Redact): string {
  return text.replace(BASE64, (run) => (isHidingSecret(run, redact) ? REDACTED : run));
}

/** Runs are looked for from the codes in them: from each of their characters it would cost hundreds of times as much. */
function replaceRuns(text: string, { code, before, rest }: Code, replace: (run: string) => string): string {
  let kept = '';
  let from = 0;
  code.lastIndex = 0;
  for (let match = code.exec(text); match !== null; match = code.exec(text)) {
    let start = match.index;
    while (start > from && match.index - start < MAX_BEFORE && before.test(text.charAt(start - 1))) start--;
    rest.lastIndex = match.index;
    const end = match.index + Math.max(match[0].length, rest.exec(text)?.[0].length ?? 0);
    kept += text.slice(from, start) + replace(text.slice(start, end));
    from = end;
    code.lastIndex = end;
  }
  return from === 0 ? text : kept + text.slice(from);
}

function redactPercent(run: string, redact: Redact): string {
  const decoded = run.replace(/(?:%[0-9A-Fa-f]{2})+/g, decodePercent);
  const clean = redact(decoded);
  return clean === decoded ? run : encodeURIComponent(clean);
}

function decodePercent(codes: string): string {
  try {
    return decodeURIComponent(codes);
  } catch {
    return codes;
  }
}

function redactEscapes(run: string, redact: Redact): string {
  const decoded = run.replace(/\\{1,4}u00([2-7][0-9a-fA-F])/g, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const clean = redact(decoded);
  return clean === decoded ? run : clean;
}

function isHidingSecret(run: string, redact: Redact): boolean {
  if (run.length > MAX_BASE64 || !/[A-Z]/.test(run) || !/[a-z]/.test(run) || !/\d/.test(run)) return false;
  // Eight characters tell text from bytes and from words, nearly always.
  if (!isText(decodeBase64(run.slice(0, 8)))) return false;
  const decoded = decodeBase64(run);
  return isText(decoded) && redact(decoded) !== decoded;
}

function decodeBase64(run: string): string {
  const plain = run.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  return atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain);
}

function isText(decoded: string): boolean {
  return /^[\t\n\r\x20-\x7e]*$/.test(decoded);
}
