// Redaction of text as sessions hold it, against what one would write instead: one regular expression a format, one after
// the other, which see nothing that is escaped, encoded or cut. Then the same text ten times as long, and the worst texts.
import { RedactionStream, redactText } from '../dist/telemetry.mjs';
import { cpuMs, median, paired, ratios, spread, verdict } from './paired.mjs';

const rounds = Number(process.argv[2] ?? 7);
const MB = 1_000_000;

/** What projects paste: the tokens that everybody knows, headers, URLs, assignments, addresses and homes. */
const PLAIN = [
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{36,}\b/g,
  /\bgithub_pat_\w{40,}\b/g,
  /\bglpat-[\w-]{20,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /\bsk-(?:proj-|ant-)?[\w-]{20,}/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bpypi-[\w-]{50,}/g,
  /\bAIza[\w-]{35}/g,
  /\bya29\.[\w-]+/g,
  /\bSG\.[\w-]{22}\.[\w-]{43}/g,
  /\bhvs\.[\w-]{24,}/g,
  /\bhf_[A-Za-z]{34}\b/g,
  /\bdapi[0-9a-f]{32}\b/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*-----END [A-Z ]*PRIVATE KEY-----/g,
  /authorization:\s*\S+\s+\S+/gi,
  /(?:set-)?cookie:\s*[^\r\n]+/gi,
  /:\/\/[^\s:/@]+:[^\s/@]+@/g,
  /(?:password|passwd|secret|token|api[_-]?key)["']?\s*[:=]\s*["']?[^\s"',;]+/gi,
  /[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\/(?:home|Users)\/[^/\s"']+/g,
];

function plainPass(text) {
  return PLAIN.reduce((current, pattern) => current.replace(pattern, '[redacted]'), text);
}

/** So many characters of what tools print and agents write, the same at each start. */
function sessionText(length) {
  let state = 1;
  const draw = (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % most;
  };
  const hex = (count) => Array.from({ length: count }, () => draw(16).toString(16)).join('');
  const words = [
    'order',
    'render',
    'the',
    'state',
    'of',
    'parse',
    'request',
    'and',
    'index',
    'result',
    'handler',
    'line',
  ];
  const word = () => words[draw(words.length)];
  const sentence = (count) => Array.from({ length: count }, word).join(' ');
  const makers = [
    () =>
      `${String(draw(999)).padStart(6)}\t  const ${word()} = await ${word()}.${word()}(${word()}, { ${word()}: ${draw(99)} });`,
    () => `${sentence(14)}.`,
    () => `    at ${word()} (/srv/app/node_modules/${word()}/dist/${word()}.js:${draw(900)}:${draw(80)})`,
    () =>
      `{"type":"${word()}","content":${JSON.stringify(`${sentence(6)}\n"${word()}": ${draw(9)}\n`)},"uuid":"${hex(32)}"}`,
    () => `✓ ${sentence(7)} (${draw(90)} ms)`,
    () => `-rw-r--r-- 1 root root ${draw(99_999)} Jan ${draw(28)} 10:${draw(60)} src/${word()}/${word()}.test.ts`,
    () => `commit ${hex(40)}`,
    () => `2026-01-02T03:04:05.${draw(999)}Z INFO ${word()}: ${sentence(8)} id=${hex(8)}`,
    () => `cd /home/ann/src && ${word()} --${word()} ${word()}/${word()}.ts`,
    () => (draw(40) === 0 ? `export API_KEY=${hex(32)}` : `export const ${word()}: ${word()} = ${draw(99)};`),
  ];
  const lines = [];
  for (let done = 0; done < length; ) {
    const line = makers[draw(makers.length)]();
    lines.push(line);
    done += line.length + 1;
  }
  return lines.join('\n');
}

const WORST = [
  'a',
  '-eyJ',
  'password=',
  '\\"',
  '%25',
  '{"key":"',
  'aB3d',
  '@',
  '/home/',
  '-----BEGIN PRIVATE KEY-----',
  '&amp;',
  '://a:',
];

const measured = (run) => async () => {
  const began = cpuMs();
  run();
  return cpuMs() - began;
};

const small = sessionText(5 * MB);
const large = Array.from({ length: 10 }, () => small).join('\n');
const times = await paired(
  {
    plain: measured(() => plainPass(small)),
    redact: measured(() => redactText(small)),
    large: measured(() => redactText(large)),
    stream: measured(() => {
      const stream = new RedactionStream();
      for (let at = 0; at < small.length; at += 65_536) stream.push(small.slice(at, at + 65_536));
      stream.end();
    }),
  },
  { rounds },
);
const perSecond = (list, chars) => list.map((ms) => chars / MB / (ms / 1000));
console.log(`     plain pass, MB/s: ${spread(perSecond(times.plain, small.length))}`);
console.log(`     redactText, MB/s: ${spread(perSecond(times.redact, small.length))}`);
console.log(`     a stream of pieces of 64 KiB, MB/s: ${spread(perSecond(times.stream, small.length))}`);
const results = [
  verdict('redactText against the plain pass, 5 MB of a session', ratios(times, 'redact', 'plain'), 4, '×'),
  verdict('50 MB against 5 MB', ratios(times, 'large', 'redact'), 12, '×'),
];
for (const unit of WORST) {
  const text = unit.repeat(Math.ceil((4 * MB) / unit.length));
  const worst = await paired(
    { once: measured(() => redactText(text)), twice: measured(() => redactText(text + text)) },
    { rounds: 3 },
  );
  results.push(verdict(`8 MB of ${JSON.stringify(unit)} against 4 MB`, ratios(worst, 'twice', 'once'), 3, '×'));
  console.log(`     ${median(perSecond(worst.once, 4 * MB)).toFixed(1)} MB/s`);
}
process.exitCode = results.every(Boolean) ? 0 : 1;
