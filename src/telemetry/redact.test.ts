import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactJson, redactText } from './redact.ts';

/** Secrets are written in parts, so that no scanner takes this file for a leak. */
const HEX = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const MIXED = 'a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6';
const JWT = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'dBjftJeZ4CVPmB92K27uhbUJU1p1r'].join('.');

const TOKENS: readonly (readonly [issuer: string, token: string])[] = [
  ['AWS', `AKIA${'IOSFODNN7EXAMPLE'}`],
  ['AWS, temporary', `ASIA${'IOSFODNN7EXAMPLE'}`],
  ['GitHub', `ghp_${MIXED}`],
  ['GitHub, an installation', `ghs_${MIXED}`],
  ['GitHub, fine-grained', `github_pat_${'11ABCDEFG0abcdefghijkl'}_${MIXED}`],
  ['GitLab', `glpat-${'a1B2c3D4e5F6a1B2c3D4'}`],
  ['Slack', `xoxb-${'123456789012-123456789012-AbCdEfGhIjKlMnOpQrStUvWx'}`],
  ['Slack, an app', `xapp-${'1-A0123456789-1234567890123-abcdef0123456789'}`],
  ['OpenAI', `sk-${'a1B2c3D4e5F6a1B2c3D4T3BlbkFJa1B2c3D4e5F6'}`],
  ['OpenAI, a project', `sk-proj-${'a1B2_c3D4-e5F6a1B2c3D4e5F6'}`],
  ['Anthropic', `sk-ant-api03-${'a1B2_c3D4-e5F6a1B2c3D4e5F6'}-AA`],
  ['Stripe', `sk_live_${'51AbCdEfGhIjKlMnOpQr'}`],
  ['Stripe, restricted', `rk_test_${'51AbCdEfGhIjKlMnOpQr'}`],
  ['Stripe, a webhook', `whsec_${MIXED}`],
  ['npm', `npm_${MIXED}`],
  ['PyPI', `pypi-${'AgEIcHlwaS5vcmcCJDAwMDAwMDAwLTAwMDAtMDAwMC0wMDAwLTAwMDAwMDAwMDAwMA'}`],
  ['Google', `AIza${'SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q'}`],
  ['Google, OAuth', `ya29.${'a0AfH6SMBx1b2C3d4E5f6G7h8'}`],
  ['Google, a client', `GOCSPX-${'a1B2c3D4e5F6a1B2c3D4e5F6'}`],
  ['SendGrid', `SG.${'a1B2c3D4e5F6a1B2c3D4e5'}.${MIXED}`],
  ['Twilio', `SK${HEX}`],
  ['DigitalOcean', `dop_v1_${HEX}${HEX}`],
  ['Docker', `dckr_pat_${'a1B2c3D4e5F6a1B2c3D4e5F6'}`],
  ['Hugging Face', `hf_${'AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh'}`],
  ['Databricks', `dapi${HEX}`],
  ['Shopify', `shpat_${HEX}`],
  ['Vault', `hvs.${'CAESIJa1B2c3D4e5F6a1B2c3D4'}`],
  ['Azure, a client', `abc${'8Q~'}${'a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5'}`],
  ['Telegram', `123456789:${'AAa1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F'}`],
  ['Groq', `gsk_${MIXED}`],
  ['Linear', `lin_api_${MIXED}`],
  ['New Relic', `NRAK-${'A1B2C3D4E5F6A1B2C3D4E5F6'}`],
  ['Age', `AGE-SECRET-KEY-1${'QQPQYSYXV0Q8HKZZ7X0G9Y6R5T4W3E2M1N0Q'}`],
  ['a JSON web token', JWT],
];

describe('a token', () => {
  test.each(TOKENS)('of %s is gone wherever it stands', (_issuer, token) => {
    const places = [
      (t: string) => `${t}`,
      (t: string) => `used ${t} here`,
      (t: string) => `{"a":"${t}"}`,
      (t: string) => `"{\\"a\\":\\"${t}\\"}"`,
      (t: string) => `X=${t}\n`,
      (t: string) => `https://x.example/?q=${t}&r=1`,
      (t: string) => `(${t}),`,
      (t: string) => `line\n${t}\nline`,
      (t: string) => `"log line\\n${t}\\n"`,
      (t: string) => Buffer.from(`first {"value": "${t}"} last`).toString('base64'),
      (t: string) => `q=${encodeURIComponent(`a b ${t}`)}`,
    ];
    for (const place of places) {
      const redacted = redactText(place(token));
      expect(redacted).not.toContain(token);
      expect(redacted).not.toContain(token.slice(-12));
      expect(Buffer.from(redacted, 'base64').toString()).not.toContain(token);
      expect(redactText(redacted)).toBe(redacted);
    }
    expect(redactText(`push ${token} done`)).toMatch(/^push \S+ done$/);
  });
});

const SECRETS: readonly (readonly [kind: string, text: string, secret: string, kept: string])[] = [
  ['a bearer header', 'GET /\nAuthorization: Bearer q8Jf0aLk2Zm4\nAccept: */*', 'q8Jf0aLk2Zm4', 'Accept: */*'],
  [
    'a basic header',
    "curl -H 'Authorization: Basic dXNlcjpwYXNz' https://a.example/x",
    'dXNlcjpwYXNz',
    "' https://a.example/x",
  ],
  [
    'a header in JSON',
    '{"headers":{"authorization":"token abcdefghij","accept":"*/*"}}',
    'abcdefghij',
    '"accept":"*/*"',
  ],
  ['a header in escaped JSON', '"{\\"Authorization\\":\\"Bearer abcdefgh12\\",\\"a\\":1}"', 'abcdefgh12', '\\"a\\":1'],
  ['a header with a word of its own', 'Authorization: opensesame\nHost: a', 'opensesame', 'Host: a'],
  ['a bearer token in prose', 'sent Bearer q8Jf0aLk2Zm4 to it', 'q8Jf0aLk2Zm4', 'to it'],
  ['a proxy header', 'Proxy-Authorization: Basic dXNlcjpwYXNz\r\nA: b', 'dXNlcjpwYXNz', 'A: b'],
  ['an API key header', 'X-API-Key: abc-def-ghi\nA: b', 'abc-def-ghi', 'A: b'],
  ['a cookie', 'Cookie: sid=s3cr3t; theme=dark\nA: b', 's3cr3t', 'A: b'],
  ['a cookie that is set', 'Set-Cookie: sid=s3cr3t; Path=/; HttpOnly\nA: b', 's3cr3t', 'A: b'],
  [
    'a URL with a password',
    'clone https://ann:hunter2@git.example.com/a.git now',
    'hunter2',
    'git.example.com/a.git now',
  ],
  [
    'a URL with a token',
    'clone https://abcdef0123456789abcd@git.example.com/a',
    'abcdef0123456789abcd',
    'git.example.com/a',
  ],
  ['a URL with an @ in its password', 'https://ann:p@ss@git.example.com/a', 'p@ss', 'git.example.com/a'],
  ['a URL with escaped slashes', '{"url":"https:\\/\\/ann:hunter2@git.example.com"}', 'hunter2', 'git.example.com'],
  ['a database URL', 'DATABASE_URL=postgres://app:hunter2@db:5432/app?sslmode=require', 'hunter2', '@db:5432/app'],
  ['a MongoDB URL', 'mongodb+srv://app:hunter2@c0.mongodb.net/x', 'hunter2', 'c0.mongodb.net'],
  ['a Redis URL', 'redis://:hunter2@cache:6379/0', 'hunter2', 'cache:6379'],
  ['a connection string', 'Server=db;Database=a;User Id=sa;Password=hunter2;Encrypt=true', 'hunter2', ';Encrypt=true'],
  ['a short connection string', 'Server=db;Uid=sa;Pwd=hunter2;', 'hunter2', 'Server=db'],
  [
    'an Azure storage string',
    'AccountName=a;AccountKey=abcd+/efgh==;EndpointSuffix=x',
    'abcd+/efgh',
    'EndpointSuffix=x',
  ],
  [
    'a service bus string',
    'Endpoint=sb://a/;SharedAccessKeyName=Root;SharedAccessKey=abcdefgh=',
    'abcdefgh=',
    'Endpoint=sb://a/',
  ],
  ['a Go data source', 'open root:hunter2@tcp(127.0.0.1:3306)/app', 'hunter2', 'tcp(127.0.0.1:3306)/app'],
  ['an Oracle data source', 'jdbc:oracle:thin:scott/hunter2@db:1521:x', 'hunter2', '@db:1521:x'],
  ['a signed URL', 'https://a.blob.example/x?se=2026&sig=ab%2Bcd%3D&sp=r', 'ab%2Bcd', '&sp=r'],
  ['a URL with a token parameter', 'GET /cb?access_token=abc123&state=1', 'abc123', '&state=1'],
  ['an assignment', 'DB_PASSWORD=hunter2 npm start', 'hunter2', 'npm start'],
  ['an exported variable', 'export API_KEY="hunter2"\nnext', 'hunter2', 'next'],
  ['a variable in single quotes', "SECRET_KEY='hunter 2'\nnext", 'hunter 2', 'next'],
  ['a short variable', 'MY_TOKEN=abc', 'abc', 'MY_TOKEN='],
  ['a numbered variable', 'PASSWORD2=hunter2', 'hunter2', 'PASSWORD2='],
  [
    'an AWS credentials file',
    'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\nregion = x',
    'wJalrXUtnFEMI',
    'region = x',
  ],
  ['YAML', 'user: ann\npassword: letmein\nport: 1', 'letmein', 'port: 1'],
  ['YAML with spaces', 'password: correct horse battery\nport: 1', 'horse', 'port: 1'],
  ['JSON', '{"user": "ann", "password": "hun\\"ter2", "port": 1}', 'ter2', '"port": 1'],
  ['escaped JSON', '"{\\"password\\": \\"hunter2\\", \\"port\\": 1}"', 'hunter2', '\\"port\\": 1'],
  [
    'JSON escaped twice',
    '"\\"{\\\\\\"password\\\\\\": \\\\\\"hunter2\\\\\\", \\\\\\"port\\\\\\": 1}\\""',
    'hunter2',
    'port',
  ],
  ['an object of JavaScript', "login({ user: 'ann', password: 'hunter2' })", 'hunter2', "user: 'ann'"],
  ['a hash of Ruby', '{ :password => "hunter2", :a => 1 }', 'hunter2', ':a => 1'],
  ['camel case', '{"clientSecret":"hunter2","apiKey":"abc","accessToken":"x1"}', 'hunter2', 'clientSecret'],
  ['a long flag', 'login --user ann --password hunter2 --verbose', 'hunter2', '--verbose'],
  ['a long flag with =', 'login --api-key=hunter2 --verbose', 'hunter2', '--verbose'],
  ['a long flag in quotes', "login --token 'hunter2' -v", 'hunter2', '-v'],
  ['curl -u', 'curl -u ann:hunter2 https://a.example', 'hunter2', 'https://a.example'],
  ['mysql -p', 'mysql -u root -phunter2 app', 'hunter2', 'app'],
  ['sshpass', 'sshpass -p hunter2 ssh host', 'hunter2', 'ssh host'],
  ['docker login', 'docker login -u ann -p hunter2 registry', 'hunter2', 'registry'],
  ['a netrc line', 'machine a.example login ann password hunter2', 'hunter2', 'machine a.example'],
  ['an npmrc line', '//registry.npmjs.org/:_authToken=hunter-2-2', 'hunter-2-2', '//registry.npmjs.org/'],
  ['an old npmrc line', '_auth=aHVudGVyMg==\nalways-auth=true', 'aHVudGVyMg', 'always-auth=true'],
  ['a pgpass line', 'db.example:5432:app:ann:hunter2', 'hunter2', 'db.example'],
  ['a password hash', 'root:$6$saltsalt$abcdefghijklmnopqrstuvwxyz0123456789:19000', 'abcdefghijklmnop', 'root:'],
  ['XML', '<db><password>hunter2</password></db>', 'hunter2', '</password></db>'],
  ['a setting of XML', '<add key="Password" value="hunter2" />', 'hunter2', '" />'],
  ['a sentence', 'the password for ann is hunter2 now', 'hunter2', 'now'],
  ['a variable of Windows', 'setx API_KEY hunter2', 'hunter2', 'setx API_KEY'],
  ['a setting of npm', 'npm config set //r/:_authToken hunter-2-2', 'hunter-2-2', '//r/:_authToken'],
  ['a short name', '{"user":"a","pass":"hunter2"} pass=hunter2', 'hunter2', '"user":"a"'],
  ['a variable in YAML', 'OPENAI_API_KEY: short-one', 'short-one', 'OPENAI_API_KEY'],
  ['a cookie of curl', 'curl --cookie "sid=hunter2" u', 'hunter2', '" u'],
  ['e-mail', 'mail to jane.doe+test@mail.example.org failed', 'jane.doe', 'failed'],
  ['e-mail in percent code', 'https://a.example/?to=jane%40example.org&x=1', 'jane', '&x=1'],
  ['e-mail in brackets', 'Author: Jane <jane@example.co.uk>\nnext', 'example.co.uk', 'next'],
  ['e-mail behind an escape', '{"to":"jane\\u0040example.org","a":1}', 'example.org', '"a":1'],
  ['a home of Linux', 'cd /home/jdoe42/src && ls', 'jdoe42', '/src && ls'],
  ['a home of macOS', 'cd /Users/jdoe42/src && ls', 'jdoe42', '/src && ls'],
  ['a home of Windows', 'cd C:\\Users\\jdoe42\\src & dir', 'jdoe42', '& dir'],
  ['a home of Windows with a space', 'open C:\\Users\\Jane Doe\\a.txt now', 'Jane Doe', 'a.txt now'],
  ['a home of Windows in JSON', '{"cwd":"C:\\\\Users\\\\jdoe42\\\\src"}', 'jdoe42', 'src"}'],
  ['a home of Windows with slashes', 'c:/Users/jdoe42/src', 'jdoe42', '/src'],
  ['a home of Windows from a Unix shell', '/c/Users/jdoe42/src /mnt/c/Users/jdoe42/x', 'jdoe42', '/src'],
  ['a home in a file address', 'file:///home/jdoe42/a.js:3:1', 'jdoe42', '/a.js:3:1'],
  ['a home in percent code', 'vscode://file%2Fhome%2Fjdoe42%2Fsrc', 'jdoe42', 'vscode://'],
  ['a home with escaped slashes', '{"cwd":"\\/home\\/jdoe42\\/src"}', 'jdoe42', 'src"}'],
  ['a home in a search path', 'PATH=/usr/bin:/home/jdoe42/bin:/bin', 'jdoe42', '/usr/bin:'],
  ['a home after a flag', 'cc -I/home/jdoe42/inc a.c', 'jdoe42', '/inc a.c'],
  ['a home of WSL', '\\\\wsl$\\Ubuntu\\home\\jdoe42\\x', 'jdoe42', 'Ubuntu'],
  ['the folder of a host', '~/.claude/projects/-home-jdoe42-src/a.jsonl', 'jdoe42', '-src/a.jsonl'],
];

describe('a secret', () => {
  test.each(SECRETS)('in %s is gone, and what is around it stays', (_kind, text, secret, kept) => {
    expect(text).toContain(secret);
    const redacted = redactText(text);
    expect(redacted).not.toContain(secret);
    expect(redacted).toContain(kept);
    expect(redactText(redacted)).toBe(redacted);
  });

  test('in PEM form is gone as a whole, also where its end is cut off', () => {
    const key = `-----BEGIN RSA PRIVATE ${'KEY'}-----\nMIIEow\nabcd\n-----END RSA PRIVATE ${'KEY'}-----`;
    expect(redactText(`a\n${key}\nb`)).toBe('a\n[redacted]\nb');
    expect(redactText(JSON.stringify({ key, b: 1 }))).toBe('{"key":"[redacted]","b":1}');
    expect(redactText(`a ${key.slice(0, 50)}`)).toBe('a [redacted]');
    expect(redactText(`-----BEGIN OPENSSH PRIVATE ${'KEY'}-----\nb3Blb\n-----END OPENSSH PRIVATE ${'KEY'}-----`)).toBe(
      '[redacted]',
    );
    expect(redactText(Buffer.from(key).toString('base64'))).toBe('[redacted]');
  });
});

const BENIGN: readonly string[] = [
  '',
  'commit 1a410efbd13591db07496601ebc7a059dd55cfe9',
  'id 123e4567-e89b-12d3-a456-426614174000',
  'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="',
  '/usr/local/lib/node_modules/praxis/dist/telemetry/redact.mjs:120:15',
  'src/components/authentication/PasswordResetForm.test.tsx',
  'git clone git@github.com:owner/repo.git',
  'ssh://git@github.com/owner/repo.git',
  'npm install react@18.2.0 @types/node@20.1.0 foo@1.0.0-beta.next',
  'https://a.example/users/42?page=2&sort=asc#top',
  'http://localhost:3000/a@b',
  'input_tokens=120 output_tokens=40 max_tokens: 4096',
  '{"usage":{"input_tokens":120,"total_tokens":160},"token_type":"bearer"}',
  'SyntaxError: Unexpected token } in JSON at position 12',
  'error: password: required',
  'password must be at least 8 characters',
  'Invalid password.',
  'authentication failed: invalid token',
  'const token = lexer.next();',
  'function login(password: string, token: Token): void {}',
  'password: req.body.password,',
  'readonly credentials: CredentialsContainer; equalsToken: EqualsGreaterThanToken | undefined',
  'STENCIL_PASS: 0x0B96, lastToken = nextLastSignificantToken;',
  'connect(`ws://$' + '{host}?token=$' + '{token}`)',
  'export TOKEN=$GITHUB_TOKEN PASSWORD=$' + '{PASSWORD}',
  'api_key: <your key here>',
  'PWD=/srv/app OLDPWD=/srv',
  'docker run -u 1000:1000 image',
  'Basic authentication is off, bearer of bad news',
  'the cookie: a small file',
  'key: value',
  '# pass 12\n# fail 0, pass: 3, pass=4, pass: true, bypass=none',
  'the password is too short',
  'primary_key: id, foreign_key: user_id, cache-key: abc123def456',
  'author: Ann, keyboard: qwerty, monkey=1',
  'logo@2x.png',
  '/home',
  '/Users/Shared/a',
  'GET /home/about HTTP/1.1 is not a path of ours'.replace('/home/about', '/pages/home'),
  'task-1234567890abcdef task-runner-configuration-of-2024',
  'npm_config_registry npm_lifecycle_event',
  '%PATH% 100%25 a%20b',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'VGhpcyBpcyBqdXN0IGEgc2VudGVuY2UgaW4gYmFzZTY0Lg==',
  '\ud83d\ude00 \u0000 \ufffd \ud800',
];

describe('what only looks like a secret', () => {
  test.each(BENIGN)('stays: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe('JSON', () => {
  test('is redacted in its texts, its keys, and by its keys', () => {
    expect(
      redactJson({
        command: 'cd /home/ann && ls',
        env: { API_KEY: 'abc', PATH: '/bin', DB_PASSWORD: '', RETRIES: 3 },
        headers: [
          { name: 'Authorization', value: 'x' },
          { name: 'Accept', value: 'y' },
        ],
        args: ['login', '--password', 'x', '--token', '--verbose', 'z', '-u', 'a:b'],
        'ann@example.org': true,
        passwords: ['a', 'b'],
        secrets: { A: 'c', n: null },
        token: { count: 3, kept: 'c' },
        cookies: { sid: 'x' },
        pin: null,
        max_tokens: 5,
      }),
    ).toEqual({
      command: 'cd ~ && ls',
      env: { API_KEY: '[redacted]', PATH: '/bin', DB_PASSWORD: '', RETRIES: 3 },
      headers: [
        { name: 'Authorization', value: '[redacted]' },
        { name: 'Accept', value: 'y' },
      ],
      args: ['login', '--password', '[redacted]', '--token', '--verbose', 'z', '-u', '[redacted]'],
      '[email]': true,
      passwords: ['[redacted]', '[redacted]'],
      secrets: { A: '[redacted]', n: null },
      token: { count: 3, kept: 'c' },
      cookies: { sid: '[redacted]' },
      pin: null,
      max_tokens: 5,
    });
  });

  test('nested too deep for any stack is left out', () => {
    const value = JSON.parse(`${'['.repeat(50_000)}"ghp"${']'.repeat(50_000)}`);
    expect(redactJson(value)).toBeDefined();
  });

  test('keeps a key named __proto__ as a key', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}}');
    expect(JSON.stringify(redactJson(value))).toBe('{"__proto__":{"a":1}}');
  });
});

const SNIPPETS = [
  ...TOKENS.map(([, token]) => token),
  ...SECRETS.map(([, text]) => text),
  ...BENIGN,
  '"',
  "'",
  '\\',
  '\n',
  ' ',
  '=',
  ':',
  '@',
  '/',
  '-----BEGIN ',
  '%40',
  '\\u0040',
  'password',
  '[redacted]',
  '[email]',
  '~',
];

test('redacting twice is redacting once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...SNIPPETS), { maxLength: 6 }),
      fc.constantFrom('', ' ', '\n'),
      (parts, glue) => {
        const once = redactText(parts.join(glue));
        expect(redactText(once)).toBe(once);
      },
    ),
    { numRuns: 300 },
  );
});

test('ten megabytes take linear time, whatever they are made of', () => {
  const units = [
    'a',
    'a@b.',
    '@',
    '/home/',
    '--',
    'password="',
    'password: ',
    '\\"',
    'eyJaaaaaa.',
    '-----BEGIN ',
    '://a:',
    'mysql -p',
    'aB3d',
    '%40',
    '\\u0040',
    '1234567890:AA',
    'C:\\Users\\',
    'secret_key_',
    '\n',
  ];
  const text = units.map((unit) => unit.repeat(Math.ceil(10_000_000 / units.length / unit.length))).join('\n');
  const redacted = redactText(`${text} DB_PASSWORD=hunter2`);
  expect(redacted.endsWith('DB_PASSWORD=[redacted]')).toBe(true);
}, 30_000);
