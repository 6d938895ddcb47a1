import { ALNUM, type Draw, HEX } from './draw.ts';

/** A way for a text to lie inside another one. */
export interface Carrier {
  readonly kind: string;
  readonly carry: (text: string, draw: Draw) => string;
}

const quoted = (text: string): string => JSON.stringify(text);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

function wrapped(text: string, width: number, lineBreak: string): string {
  return text.match(new RegExp(`.{1,${width}}`, 'g'))?.join(lineBreak) ?? text;
}

function unicodeEscaped(text: string, isEscaped: (char: string) => boolean): string {
  return [...text]
    .map((char) => (isEscaped(char) ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char))
    .join('');
}

function percentCoded(text: string, isCoded: (char: string) => boolean): string {
  return [...text]
    .map((char) => (isCoded(char) ? `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}` : char))
    .join('');
}

export const CARRIERS: readonly [Carrier, ...Carrier[]] = [
  { kind: 'alone', carry: (text) => text },
  { kind: 'between lines', carry: (text) => `first line\n${text}\nlast line` },
  { kind: 'in a sentence', carry: (text) => `it printed (${text}), then stopped` },
  { kind: 'JSON', carry: (text) => `{"stdout":${quoted(text)},"code":0}` },
  { kind: 'JSON in JSON', carry: (text) => quoted(JSON.stringify({ body: JSON.stringify({ text }) })) },
  {
    kind: 'JSON in JSON in JSON',
    carry: (text) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ c: JSON.stringify([text]) }) }) }),
  },
  { kind: 'JSON with escaped slashes', carry: (text) => `{"t":${quoted(text).replaceAll('/', '\\/')}}` },
  { kind: 'base64', carry: (text) => base64(`note\n${text}\n`) },
  { kind: 'base64 behind a sign', carry: (text, d) => `data/${d.chars(ALNUM, d.int(1, 9))}/${base64(text)}` },
  { kind: 'base64 without padding', carry: (text) => base64(text).replace(/=+$/, '') },
  { kind: 'base64 for URLs', carry: (text) => Buffer.from(`{"v":${quoted(text)}}`).toString('base64url') },
  { kind: 'base64 over lines', carry: (text) => wrapped(base64(`begin of a file\n${text}\nend of it\n`), 76, '\n') },
  { kind: 'base64 over lines of 64', carry: (text) => wrapped(base64(`key: value\n${text}\n`), 64, '\r\n') },
  {
    kind: 'base64 over indented lines',
    carry: (text) => `data: |\n${wrapped(base64(`${text}\n`), 60, '\n  ').replace(/^/, '  ')}`,
  },
  { kind: 'base64 over lines in JSON', carry: (text) => quoted(wrapped(base64(`a file\n${text}\n`), 76, '\n')) },
  { kind: 'base64 in base64', carry: (text) => base64(`{"data":"${base64(text)}"}`) },
  {
    kind: 'base64 among bytes',
    carry: (text, d) => Buffer.concat([d.bytes(40), Buffer.from(text), d.bytes(31)]).toString('base64'),
  },
  { kind: 'base64 of UTF-16', carry: (text) => `powershell -enc ${Buffer.from(text, 'utf16le').toString('base64')}` },
  { kind: 'base64 in a command', carry: (text) => `echo ${base64(text)} | base64 -d > f` },
  { kind: 'data URL', carry: (text) => `data:application/json;base64,${base64(`{"x":${quoted(text)}}`)}` },
  { kind: 'percent code', carry: (text) => `https://a.example.com/?q=${encodeURIComponent(text)}&r=1` },
  { kind: 'percent code, all', carry: (text) => percentCoded(text, () => true) },
  { kind: 'percent code, twice', carry: (text) => encodeURIComponent(encodeURIComponent(text)) },
  {
    kind: 'percent code, small',
    carry: (text) => percentCoded(text, (char) => /\W/.test(char)).replace(/%../g, (code) => code.toLowerCase()),
  },
  { kind: 'escapes, all', carry: (text) => `"${unicodeEscaped(text, () => true)}"` },
  { kind: 'escapes of signs', carry: (text) => `"${unicodeEscaped(text, (char) => /\W/.test(char))}"` },
  { kind: 'escapes, escaped', carry: (text) => quoted(`"${unicodeEscaped(text, (char) => /\W/.test(char))}"`) },
  {
    kind: 'escapes of bytes',
    carry: (text) => `b'${[...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`,
  },
  { kind: 'hex', carry: (text) => Buffer.from(`--- ${text} ---`).toString('hex') },
  {
    kind: 'HTML',
    carry: (text) =>
      `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')}</pre>`,
  },
  { kind: 'command', carry: (text) => `bash -lc ${quoted(text)}` },
  { kind: 'heredoc', carry: (text) => `cat > file <<'EOF'\n${text}\nEOF\n` },
  { kind: 'colours', carry: (text) => `\x1b[32m${text}\x1b[0m` },
  { kind: 'log line', carry: (text, d) => `2026-01-02T03:04:05.678Z INFO [${d.chars(HEX, 8)}] ${text}` },
  {
    kind: 'numbered lines',
    carry: (text) =>
      text
        .split('\n')
        .map((line, i) => `${String(i + 1).padStart(6)}\t${line}`)
        .join('\n'),
  },
  {
    kind: 'diff',
    carry: (text) =>
      text
        .split('\n')
        .map((line) => `+${line}`)
        .join('\n'),
  },
];
