/**
 * What a name says of what it is given to. `certain`: a secret, whatever it looks like; `likely`: a secret if it looks
 * like one; null: nothing.
 */
export type NameGrade = 'certain' | 'likely' | null;

/** A name in a text that something secret is given to. */
export interface SecretName {
  readonly name: string;
  readonly grade: Exclude<NameGrade, null>;
  readonly start: number;
  readonly end: number;
}

const MOST = 128;

/** Every name of a secret holds one of these. */
export const NAME_HINTS: readonly string[] = [
  ...['pass', 'pwd', 'secret', 'token', 'credential', 'creds', 'key', 'cookie', 'signature', 'mnemonic', 'jwt'],
  ...['_auth', '/auth', ':auth', '"auth', "'auth", 'authorization', '_pat', '-pat', 'bearer', 'sessid', 'connect.sid'],
  ...['connectionstring', 'connection_string', 'connection-string', 'seedphrase', 'seed_phrase', 'recoverycode'],
  ...['recovery_code', 'backup_code', 'backupcode', '_pw', '-pw', 'pw=', 'pw:', 'pw"', 'psk', 'kennwort'],
];

/** How names end that say it all, written together. */
const CERTAIN_END = ending([
  ...['passwords?', 'passwd', 'passphrase', 'passcode', 'secrets?', 'credentials?', 'creds', 'authorization'],
  ...['(?:api|access|refresh|auth|bearer|session|service|user|bot|deploy)tokens', 'token'],
  ...['accesssignature', 'sessid', 'connectsid', 'mnemonic', 'seedphrase', 'recoverycodes?', 'backupcodes?'],
  ...['privatekeyid', 'privkey', 'jwt', 'psk', 'passwort', 'kennwort', '(?:api|access|secret|private)keys'],
]);

/** What stands before `key` in the name of a secret one. */
const SECRET_KEY = ending(
  [
    ...['api', 'app', 'application', 'access', 'account', 'private', 'encryption', 'encrypt', 'decryption', 'signing'],
    ...['sign', 'master', 'license', 'secret', 'subscription', 'deploy', 'storage', 'session', 'servicerole'],
    ...['sharedaccess', 'shared', 'preshared', 'host', 'crypt', 'cipher', 'hmac', 'aes', 'rsa', 'ssh', 'gpg', 'jwt'],
    ...['webhook', 'admin', 'auth', 'client', 'consumer', 'service', 'server', 'ingest', 'ingestion', 'integration'],
    ...['tls', 'ssl', 'wallet', 'kms', 'vault', 'token', 'cookie', 'oauth', 'sas', 'functions?', 'bot', 'anon', 'root'],
  ].map((owner) => `${owner}key`),
);

/** Keys that are none: of tables, caches, texts and keyboards. */
const PLAIN_KEY = ending(
  [
    ...['primary', 'foreign', 'public', 'pub', 'cache', 'sort', 'partition', 'index', 'unique', 'composite', 'natural'],
    ...[
      'hash',
      'range',
      'hot',
      'arrow',
      'translation',
      'message',
      'lookup',
      'map',
      'object',
      'property',
      'json',
      'dict',
    ],
    ...['row', 'column', 'group', 'routing', 'idempotency', 'query', 'item', 'registry', 'config', 'metric', 'label'],
    ...['tag', 'event', 'any', 'each', 'for', 'by', 'this', 'that', 'sub', 'super', 'file', 'path', 'bucket', 'dedup'],
    ...['image', 'issue', 'project', 'ticket', 'shift', 'ctrl', 'meta', 'alt', 'tab', 'enter', 'escape', 'delete'],
    ...['space', 'return', 'modifier', 'up', 'down', 'left', 'right', 'page', 'answer', 'legend', 'field', 'parent'],
    ...[
      'child',
      'node',
      'data',
      'state',
      'store',
      'entity',
      'section',
      'menu',
      'option',
      'setting',
      'shortcut',
      'react',
    ],
    ...['list', 'array', 'feature', 'flag', 'experiment', 'variant', 'locale', 'lang', 'i18n', 'lock', 'snapshot'],
    ...['known', 'new', 'old', 'next', 'prev', 'first', 'last', 'current', 'unknown', 'missing', 'duplicate', 'build'],
    ...[
      'expected',
      'actual',
      'invalid',
      'valid',
      'required',
      'extra',
      'lookup',
      'content',
      'source',
      'module',
      'chunk',
    ],
  ].map((owner) => `${owner}key`),
);

/** Tokens of languages, pages and machines. */
const PLAIN_TOKEN = ending(
  [
    ...['next', 'page', 'continuation', 'cancel', 'cancellation', 'abort', 'eos', 'bos', 'pad', 'unk', 'mask', 'sep'],
    ...[
      'cls',
      'stop',
      'special',
      'start',
      'end',
      'eof',
      'endoffile',
      'punctuation',
      'identifier',
      'keyword',
      'operator',
    ],
    ...['design', 'color', 'colour', 'theme', 'injection', 'syntax', 'lexer', 'parser', 'sync', 'change', 'progress'],
    ...['unexpected', 'invalid', 'last', 'first', 'current', 'previous', 'each', 'the', 'this', 'by', 'equals'],
    ...[
      'greaterthan',
      'lessthan',
      'question',
      'template',
      'trivia',
      'max',
      'min',
      'total',
      'input',
      'output',
      'prompt',
    ],
    ...[
      'completion',
      'cached',
      'reasoning',
      'missing',
      'expired',
      'colon',
      'comma',
      'brace',
      'paren',
      'bracket',
      'dot',
    ],
  ].map((owner) => `${owner}tokens?`),
);

/** What may follow the name of a secret, as in `SECRET_KEY_BASE` and `PASSWORD2`. */
const SUFFIX = new RegExp(
  `^(?:${[
    ...['base', 'prod', 'production', 'dev', 'development', 'tests?', 'testing', 'staging', 'stage', 'live', 'sandbox'],
    ...['value', 'val', 'old', 'new', 'current', 'main', 'primary', 'secondary', 'raw', 'plain', 'plaintext', 'text'],
    ...['string', 'str', 'env', 'var', 'data', 'b64', 'base64', 'encoded', 'encrypted', 'pem', '\\d{1,4}'],
  ].join('|')})$`,
);

/** Names of things about a secret, which are none. */
const ABOUT_IT = /(?:key|token|secret|cookie|credential|password)s?(?:id|ids)$/;
const WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

function ending(ends: readonly string[]): RegExp {
  return new RegExp(`(?:${ends.join('|')})$`);
}

/** Grades a name: `DB_PASSWORD`, `apiKey` and `Authorization` are certain, `STRIPE_KEY` is likely; `max_tokens` says nothing. */
export function gradeName(name: string): NameGrade {
  if (name.length > MOST || /^(?:OLD)?PWD$/.test(name)) return null;
  const words = (name.match(WORDS) ?? []).map((word) => word.toLowerCase());
  if (words.join('').endsWith('connectionstring')) return 'certain';
  while (words.length > 1 && SUFFIX.test(words.at(-1) ?? '')) words.pop();
  const joined = words.join('');
  const last = words.at(-1) ?? '';
  if (PLAIN_TOKEN.test(joined)) return null;
  if (CERTAIN_END.test(joined) || last.endsWith('pwd') || last === 'pass' || last === 'pw') return 'certain';
  if (ABOUT_IT.test(joined)) return joined.endsWith('secretid') ? 'likely' : null;
  if (words[0] === 'x' && words.length > 2 && (last === 'key' || last === 'auth')) return 'certain';
  if (last === 'cookie' || last === 'cookies') return isCookieName(name) ? 'certain' : null;
  if (last === 'auth') return /(?:^|[/:._-])_?auth$/i.test(name) ? 'likely' : null;
  if (last === 'pat' || last === 'bearer') return 'likely';
  return joined.endsWith('key') ? gradeKey(words, joined) : null;
}

function gradeKey(words: readonly string[], joined: string): NameGrade {
  if (SECRET_KEY.test(joined)) return 'certain';
  // Other words end so too: monkey, turkey.
  const isOwnWord = words.length > 1 && words.at(-1) === 'key';
  return isOwnWord && !PLAIN_KEY.test(joined) ? 'likely' : null;
}

function isCookieName(name: string): boolean {
  return /^-{0,2}(?:(?:set|x)-)?cookies?$|document\.cookie$/i.test(name);
}

/** Names come again and again, in few spellings. */
const known = new Map<string, NameGrade>();
const MOST_KNOWN = 4096;

/** As `gradeName`, for names out of texts. */
export function gradeOf(name: string): NameGrade {
  const learnt = known.get(name);
  if (learnt !== undefined) return learnt;
  const grade = gradeName(name);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, grade);
  return grade;
}

/** Whether what a name is given to is a secret, whatever it looks like: `DB_PASSWORD`, `apiKey`; not `max_tokens`. */
export function isSecretName(name: string): boolean {
  return gradeName(name) === 'certain';
}
