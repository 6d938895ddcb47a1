import { ALNUM, DIGITS, type Draw, HEX, LETTERS, LOWER, UPPER } from './draw.ts';

/** What looks like a secret and is none. */
export interface LookAlike {
  readonly kind: string;
  readonly make: (draw: Draw) => string;
}

const WORDS = [
  ...['user', 'order', 'cache', 'parse', 'render', 'config', 'index', 'store', 'event', 'token', 'password', 'session'],
  ...[
    'secret',
    'key',
    'auth',
    'login',
    'request',
    'handler',
    'stream',
    'buffer',
    'module',
    'widget',
    'layout',
    'query',
  ],
] as const;

function word(d: Draw): string {
  return d.pick<string>([...WORDS] as unknown as [string, ...string[]]);
}

function words(d: Draw, count: number, glue: string): string {
  return Array.from({ length: count }, () => word(d)).join(glue);
}

function camel(d: Draw, count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const next = word(d);
    return i === 0 ? next : next.charAt(0).toUpperCase() + next.slice(1);
  }).join('');
}

const sha512 = (d: Draw): string => d.bytes(64).toString('base64');

export const LOOK_ALIKES: readonly LookAlike[] = [
  { kind: 'commit', make: (d) => `commit ${d.chars(HEX, 40)}\nDate:   Tue Jan 6 10:11:12 2026 +0100` },
  { kind: 'short commit', make: (d) => `${d.chars(HEX, 7)} Fix the ${words(d, 3, ' ')}` },
  { kind: 'range of commits', make: (d) => `   ${d.chars(HEX, 8)}..${d.chars(HEX, 8)}  main -> main` },
  { kind: 'index of a diff', make: (d) => `index ${d.chars(HEX, 10)}..${d.chars(HEX, 10)} 100644` },
  { kind: 'UUID', make: (d) => `id ${d.uuid()}` },
  {
    kind: 'UUID in JSON',
    make: (d) => `{"sessionId":"${d.uuid()}","parentUuid":"${d.uuid()}","requestId":"req_${d.chars(ALNUM, 24)}"}`,
  },
  {
    kind: 'ids of a host',
    make: (d) => `{"id":"toolu_01${d.chars(ALNUM, 22)}","type":"tool_use","message":"msg_01${d.chars(ALNUM, 22)}"}`,
  },
  { kind: 'call id', make: (d) => `{"call_id":"call_${d.chars(ALNUM, 24)}"}` },
  { kind: 'digest', make: (d) => `sha256:${d.chars(HEX, 64)}` },
  { kind: 'sums', make: (d) => `${d.chars(HEX, 64)}  dist/${word(d)}.tar.gz\n${d.chars(HEX, 32)}  ${word(d)}.zip` },
  { kind: 'image of Docker', make: (d) => `FROM node:20@sha256:${d.chars(HEX, 64)}` },
  { kind: 'integrity', make: (d) => `      "integrity": "sha512-${sha512(d)}",` },
  {
    kind: 'entry of a lock file',
    make: (d) =>
      `"node_modules/${word(d)}": {\n  "version": "1.2.3",\n  "resolved": "https://registry.npmjs.org/${word(d)}/-/${word(d)}-1.2.3.tgz",\n  "integrity": "sha512-${sha512(d)}"\n}`,
  },
  {
    kind: 'lock file of yarn',
    make: (d) =>
      `  resolved "https://registry.yarnpkg.com/a/-/a-1.0.0.tgz#${d.chars(HEX, 40)}"\n  integrity sha512-${sha512(d)}`,
  },
  {
    kind: 'lock file of Go',
    make: (d) => `github.com/${word(d)}/${word(d)} v1.2.3 h1:${d.bytes(32).toString('base64')}`,
  },
  { kind: 'lock file of Cargo', make: (d) => `name = "${word(d)}"\nchecksum = "${d.chars(HEX, 64)}"` },
  {
    kind: 'path',
    make: (d) =>
      `/usr/local/lib/node_modules/${words(d, 3, '/')}/dist/${camel(d, 3)}.mjs:${d.int(1, 900)}:${d.int(1, 80)}`,
  },
  { kind: 'path of the project', make: (d) => `src/${words(d, 4, '/')}/${camel(d, 3)}.test.ts` },
  { kind: 'path of a temporary folder', make: (d) => `/tmp/${word(d)}-${d.chars(ALNUM, 6)}/${words(d, 2, '-')}.log` },
  { kind: 'path of Windows', make: (d) => `C:\\Program Files\\${word(d)}\\bin\\${camel(d, 2)}.dll` },
  {
    kind: 'stack',
    make: (d) =>
      `    at ${camel(d, 2)}.${camel(d, 2)} (file:///app/dist/${word(d)}-${d.chars(ALNUM, 8)}.mjs:${d.int(1, 99)}:17)`,
  },
  {
    kind: 'name of a test',
    make: (d) => `✓ ${words(d, 2, ' ')} > refuses a ${words(d, 2, ' ')} that is too short (${d.int(1, 90)} ms)`,
  },
  { kind: 'identifier', make: (d) => `const ${camel(d, 4)} = create${camel(d, 3)}(${camel(d, 2)});` },
  {
    kind: 'identifier in capitals',
    make: (d) => `if (${words(d, 4, '_').toUpperCase()} > MAX_${words(d, 2, '_').toUpperCase()}) return;`,
  },
  {
    kind: 'minified program',
    make: (d) =>
      `!function(e,t){"use strict";var n=${d.int(1, 9)},r=function(e){return e&&e.${word(d)}?e.token:t.${word(d)}};e.exports={a:n,${word(d)}:r,key:t}}(this,{${word(d)}:1});`,
  },
  { kind: 'chunk of a bundle', make: (d) => `<script src="/assets/index-${d.chars(ALNUM, 8)}.js"></script>` },
  { kind: 'image', make: (d) => `data:image/png;base64,iVBORw0KGgo${d.bytes(d.int(60, 900)).toString('base64')}` },
  {
    kind: 'bytes over lines',
    make: (d) =>
      (
        d
          .bytes(400)
          .toString('base64')
          .match(/.{1,76}/g) ?? []
      ).join('\n'),
  },
  {
    kind: 'certificate',
    make: (d) =>
      `-----BEGIN CERTIFICATE-----\n${(
        d
          .bytes(300)
          .toString('base64')
          .match(/.{1,64}/g) ?? []
      ).join('\n')}\n-----END CERTIFICATE-----`,
  },
  {
    kind: 'public key',
    make: (d) => `ssh-rsa AAAAB3NzaC1yc2E${d.bytes(200).toString('base64').replace(/=+$/, '')} build`,
  },
  {
    kind: 'sentence in base64',
    make: (d) => Buffer.from(`The ${words(d, 6, ' ')} is done, nothing else to say.`).toString('base64'),
  },
  {
    kind: 'colour',
    make: (d) => `color: #${d.chars(HEX, 6)}; background: #${d.chars(HEX, 3)}; border-color: rgba(1, 2, 3, .5);`,
  },
  {
    kind: 'class names',
    make: (d) => `<div class="css-${d.chars(LOWER + DIGITS, 7)} ${words(d, 2, '-')}__${word(d)}--active">`,
  },
  {
    kind: 'time',
    make: (d) =>
      `2026-0${d.int(1, 9)}-1${d.int(0, 9)}T0${d.int(0, 9)}:1${d.int(0, 9)}:2${d.int(0, 9)}.${d.chars(DIGITS, 3)}Z`,
  },
  { kind: 'time in numbers', make: (d) => `{"ts":17${d.chars(DIGITS, 11)},"duration_ms":${d.int(1, 99999)}}` },
  {
    kind: 'version',
    make: (d) => `npm install ${word(d)}@${d.int(1, 20)}.${d.int(0, 9)}.${d.int(0, 9)} @types/${word(d)}@20.1.0`,
  },
  {
    kind: 'address of a machine',
    make: (d) => `connect ECONNREFUSED 10.0.${d.int(0, 255)}.${d.int(0, 255)}:${d.int(1024, 9999)}`,
  },
  {
    kind: 'address of a card',
    make: (d) => `link/ether ${Array.from({ length: 6 }, () => d.chars(HEX, 2)).join(':')}`,
  },
  {
    kind: 'URL',
    make: (d) => `https://example.com/${words(d, 3, '/')}?page=${d.int(1, 9)}&sort=${word(d)}#${words(d, 2, '-')}`,
  },
  { kind: 'repository', make: (d) => `git clone git@github.com:${word(d)}/${words(d, 2, '-')}.git` },
  {
    kind: 'usage',
    make: (d) =>
      `{"input_tokens":${d.int(1, 99999)},"output_tokens":${d.int(1, 9999)},"cache_read_input_tokens":${d.int(0, 99999)}}`,
  },
  { kind: 'option', make: (d) => `max_tokens: ${d.int(1, 9999)}, token_count=${d.int(1, 99)}, top_k: ${d.int(1, 99)}` },
  {
    kind: 'column',
    make: (d) =>
      `CREATE TABLE ${word(d)} (id uuid PRIMARY KEY, ${word(d)}_id int REFERENCES ${word(d)}(id), password_hash text NOT NULL);`,
  },
  {
    kind: 'type',
    make: (d) =>
      `interface ${camel(d, 2)} { readonly password: string; readonly token?: string | null; apiKey: ${camel(d, 2)}; }`,
  },
  {
    kind: 'call',
    make: (d) => `const token = await get${camel(d, 2)}(req.headers.authorization, { key: ${camel(d, 2)} });`,
  },
  {
    kind: 'reference',
    make: (d) =>
      `password: process.env.DB_PASSWORD, token: config.${word(d)}.token, secret: \${{ secrets.${word(d).toUpperCase()} }}`,
  },
  {
    kind: 'variable of a shell',
    make: (d) => `curl -H "Authorization: Bearer $TOKEN" -u "$USER:$PASS" https://example.com/${word(d)}`,
  },
  {
    kind: 'placeholder',
    make: (d) => `API_KEY=<your-${word(d)}-key>\nPASSWORD=********\nTOKEN=\${TOKEN}\nSECRET=xxxxxxxx`,
  },
  {
    kind: 'complaint',
    make: (d) => `Error: invalid ${word(d)}: password must be at least 8 characters, token expired`,
  },
  { kind: 'key of a cache', make: (d) => `cache-key: ${word(d)}-linux-${d.chars(HEX, 64)}` },
  {
    kind: 'key of a table',
    make: (d) => `{"key":"${words(d, 2, '.')}","keyCode":${d.int(1, 99)},"primaryKey":"${word(d)}_id"}`,
  },
  { kind: 'tag', make: (d) => `ETag: "${d.chars(HEX, 32)}"\nX-Request-Id: ${d.uuid()}` },
  { kind: 'name of an image', make: (d) => `ghcr.io/${word(d)}/${words(d, 2, '-')}:${d.chars(HEX, 12)}` },
  { kind: 'object', make: (d) => `arn:aws:s3:::${words(d, 3, '-')}/${d.chars(LETTERS, 12)}` },
  {
    kind: 'dump of memory',
    make: (d) => `0000${d.chars(HEX, 4)}  ${Array.from({ length: 8 }, () => d.chars(HEX, 2)).join(' ')}`,
  },
  { kind: 'address of a function', make: (d) => `0x0000${d.chars(HEX, 12)} in ${camel(d, 2)} ()` },
  {
    kind: 'environment',
    make: (d) => `PWD=/srv/app\nSHLVL=1\nTERM=xterm-256color\nLANG=C.UTF-8\n_=/usr/bin/${word(d)}`,
  },
  { kind: 'license', make: (d) => `SPDX-License-Identifier: Apache-2.0 ${d.chars(UPPER, 3)}` },
  {
    kind: 'prose',
    make: (d) => `The ${word(d)} key is missing: add a token to the ${words(d, 3, ' ')} and set the password again.`,
  },
];
