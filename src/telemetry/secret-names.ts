/** What stands before `key` in the name of a secret one. */
const KEYS_OF = [
  'api',
  'app',
  'access',
  'account',
  'private',
  'encryption',
  'encrypt',
  'signing',
  'sign',
  'master',
  'license',
  'secret',
  'subscription',
  'deploy',
  'storage',
  'session',
  'service_role',
  'service-role',
  'servicerole',
  'shared_access',
  'shared-access',
  'sharedaccess',
  'shared',
  'host',
  'crypt',
  'cipher',
  'hmac',
  'aes',
  'rsa',
  'jwt',
  'webhook',
  'admin',
];
/**
 * How the name of a secret ends. Stems stand first and what comes before them is looked at afterwards: with the whole
 * name as the pattern every character would be a start.
 */
export const STEM = [
  'pass(?:words?|wd|phrase|code)',
  'pwd',
  'secret(?<!(?:[a-z]s?|^)[-_]?the secret)',
  `key(?<=(?:${KEYS_OF.join('|')})[_-]?key)`,
  'token(?<!(?:unexpected|invalid|next|current|last|first|each|a|the|this|by) token)',
  'credentials?',
  'auth(?<=[_/:]_?auth)',
  'pass(?<![a-z0-9]pass)',
  'cookie(?<=document\\.cookie)',
  'string(?<=connection[_-]?string)',
  'signature(?<=access[_-]?signature)',
].join('|');
/** Every name of a secret holds one of these. */
export const NAME_HINTS: readonly string[] = [
  'pass',
  'pwd',
  'secret',
  'token',
  'credential',
  '_auth',
  '/auth',
  ':auth',
  'document.cookie',
  'connectionstring',
  'connection_string',
  'connection-string',
  'accesssignature',
  'access_signature',
  'access-signature',
  ...KEYS_OF.flatMap((of) => [`${of}key`, `${of}_key`, `${of}-key`]),
];
/** What may follow it, as in `SECRET_KEY_BASE` and `PASSWORD2`. */
export const SUFFIX = '(?:[_-]?(?:base|prod(?:uction)?|dev|test|staging|live|value|old|new|id|\\d{1,3}))?';

const SECRET_NAME = new RegExp(`(?:${STEM}|^pass|^_?auth|(?:^|-)cookies?|authorization|x-[a-z-]*key)${SUFFIX}$`, 'i');

/** Whether what a name is given to is a secret: `DB_PASSWORD`, `apiKey`, `Authorization`; not `max_tokens` or `token_count`. */
export function isSecretName(name: string): boolean {
  if (name.length > 128 || /^(?:PWD|OLDPWD)$/.test(name) || /(?:key|token|secret|cookie)[_-]?id$/i.test(name))
    return false;
  return SECRET_NAME.test(name);
}

/** What follows `password:` and the like in prose, in types and in templates. */
const PLAIN_WORDS =
  'true|false|null|none|nil|undefined|required|missing|invalid|expired|incorrect|wrong|empty|unset|not|is|are|was|must|should|cannot|can|has|have|does|too|no|yes|ok|the|a|an|your|for|from|with|and|or|to|in|of|string|str|text|bool|boolean|number|int|any|unknown|optional|hidden|prompt|changed|reset|updated|set|failed|passed|failure|error|mismatch|minimum|please|enter|confirm|field|input|password|passwords|token|secret|redacted|bearer|basic|oauth|default|example|file|path|env|length|verification|authentication';
export const PLAIN_VALUE = new RegExp(
  `^(?:(?:${PLAIN_WORDS})[.,:!?]?|\\.\\.\\.|…|\\*+|x{3,}|<[^>]*>?|\\$(?:\\{?[A-Za-z_]\\w*\\}?|\\(.*|\\{.*)?|%[A-Z_]+%?|\\{\\{?.*|0x[0-9a-f]{1,8}|\\[redacted\\].*|\\[.*|process\\.env.*|os\\.environ.*|env\\..*|import\\.meta.*)$`,
  'i',
);
