import { REDACTED } from './redacted-mark.ts';

type Redact = (text: string) => string;

const PERCENT = /[\w%.~+-]{0,512}%[0-9A-Fa-f]{2}[\w%.~+-]{0,4096}/g;
const ESCAPES =
  /(?:[\w.+%@/:=-]|\\{1,4}u00[2-7][0-9a-fA-F]){0,512}\\{1,4}u00[2-7][0-9a-fA-F](?:[\w.+%@/:=-]|\\{1,4}u00[2-7][0-9a-fA-F]){0,4096}/g;
const BASE64 = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{24,}={0,2}(?![A-Za-z0-9+/_=-])/g;
/** Longer ones are files, not secrets. */
const MAX_BASE64 = 65_536;

/** Applies `redact` to what is written in percent codes, in `\u00xx` escapes and in base64, one layer deep. */
export function redactHidden(text: string, redact: Redact): string {
  const percent = /%[0-9A-Fa-f]{2}/.test(text) ? text.replace(PERCENT, (run) => redactPercent(run, redact)) : text;
  const escapes = percent.includes('u00') ? percent.replace(ESCAPES, (run) => redactEscapes(run, redact)) : percent;
  return escapes.replace(BASE64, (run) => (isHidingSecret(run, redact) ? REDACTED : run));
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
  if (run.length > MAX_BASE64 || !/[A-Z]/.test(run) || !/[a-z]/.test(run)) return false;
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
