import { ALNUM, DIGITS, type Draw, HEX, LOWER, UPPER, URL64 } from './draw.ts';

/** A secret that only its surroundings give away: a name, a header, a part of a URL, the frame of a key. */
export interface SetSecret {
  readonly kind: string;
  /** The text with the secret in it, and the part that must not be left. */
  readonly make: (draw: Draw) => { readonly text: string; readonly secret: string };
}

const SPECIAL = '!$^*+.?~#';

function password(d: Draw): string {
  return `${d.chars(LOWER, 4)}${d.chars(UPPER, 2)}${d.chars(DIGITS, 3)}${d.chars(SPECIAL, 1)}${d.chars(ALNUM, 6)}`;
}

/** Names of variables as the issuers' own manuals and libraries call them, and what is put in them. */
const VARIABLES: readonly (readonly [name: string, value: (d: Draw) => string])[] = [
  ['AWS_SECRET_ACCESS_KEY', (d) => d.chars(`${ALNUM}+/`, 40)],
  ['AZURE_CLIENT_SECRET', (d) => d.chars(`${ALNUM}_~.`, 34)],
  ['AZURE_STORAGE_KEY', (d) => `${d.chars(`${ALNUM}+/`, 86)}==`],
  ['TWILIO_AUTH_TOKEN', (d) => d.chars(HEX, 32)],
  ['CLOUDFLARE_API_TOKEN', (d) => d.chars(URL64, 40)],
  ['DD_API_KEY', (d) => d.chars(HEX, 32)],
  ['DD_APP_KEY', (d) => d.chars(HEX, 40)],
  ['HEROKU_API_KEY', (d) => d.uuid()],
  ['MISTRAL_API_KEY', (d) => d.chars(ALNUM, 32)],
  ['COHERE_API_KEY', (d) => d.chars(ALNUM, 40)],
  ['DISCORD_CLIENT_SECRET', (d) => d.chars(URL64, 32)],
  ['SECRET_KEY_BASE', (d) => d.chars(HEX, 128)],
  ['JWT_SECRET', (d) => d.chars(ALNUM, 24)],
  ['SESSION_SECRET', (d) => d.chars(ALNUM, 20)],
  ['DB_PASSWORD', password],
  ['POSTGRES_PASSWORD', password],
  ['MYSQL_ROOT_PASSWORD', password],
  ['PGPASSWORD', password],
  ['REDIS_PASSWORD', password],
  ['ALGOLIA_ADMIN_KEY', (d) => d.chars(HEX, 32)],
  ['ENCRYPTION_KEY', (d) => d.chars(HEX, 64)],
  ['SNYK_TOKEN', (d) => d.uuid()],
  ['CODECOV_TOKEN', (d) => d.uuid()],
  ['VAULT_TOKEN', (d) => d.uuid()],
  ['TF_VAR_db_password', password],
  ['SPRING_DATASOURCE_PASSWORD', password],
  ['DOCKERHUB_PASSWORD', password],
  ['CONSUMER_SECRET', (d) => d.chars(ALNUM, 50)],
  ['SLACK_SIGNING_SECRET', (d) => d.chars(HEX, 32)],
  ['GOOGLE_CLIENT_SECRET', (d) => d.chars(URL64, 24)],
  ['PRIVATE_KEY', (d) => `0x${d.chars(HEX, 64)}`],
];

const ENTRIES: readonly [readonly [string, (d: Draw) => string], ...(readonly [string, (d: Draw) => string])[]] = [
  VARIABLES[0] ?? ['DB_PASSWORD', password],
  ...VARIABLES.slice(1),
];

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** How a variable is written down: in files of settings, in programs, in commands. */
const NOTATIONS: readonly (readonly [kind: string, write: (name: string, value: string) => string])[] = [
  ['.env line', (name, value) => `${name}=${value}\nNODE_ENV=production`],
  ['.env line in quotes', (name, value) => `${name}="${value}"`],
  ['export', (name, value) => `export ${name}='${value}' && npm start`],
  ['before a command', (name, value) => `${name}='${value}' ./deploy.sh --prod`],
  ['docker run', (name, value) => `docker run --rm -e ${name}="${value}" -p 80:80 app:latest`],
  ['compose file', (name, value) => `    environment:\n      - ${name}=${value}\n      - PORT=80`],
  ['YAML', (name, value) => `${name.toLowerCase()}: "${value}"\nreplicas: 2`],
  ['JSON', (name, value) => `{"port": 80, "${camelCase(name)}": "${value}", "debug": false}`],
  ['JSON, snake case', (name, value) => `{"${name.toLowerCase()}":"${value}","n":1}`],
  ['INI file', (name, value) => `[default]\n${name.toLowerCase()} = ${value}\nregion = eu-west-1`],
  ['TOML', (name, value) => `${name.toLowerCase()} = "${value}"\n`],
  ['properties', (name, value) => `app.${name.toLowerCase().replaceAll('_', '.')}=${value}\napp.port=80`],
  ['program in JavaScript', (name, value) => `const ${camelCase(name)} = '${value}';`],
  ['program in Python', (name, value) => `os.environ["${name}"] = "${value}"`],
  ['program in Ruby', (name, value) => `ENV['${name}'] = '${value}'`],
  ['program in PHP', (name, value) => `define('${name}', '${value}');`],
  ['program in Go', (name, value) => `os.Setenv("${name}", "${value}")`],
  ['Dockerfile', (name, value) => `FROM node:20\nENV ${name}=${value}\nRUN npm ci`],
  ['PowerShell', (name, value) => `$env:${name} = "${value}"`],
  ['fish', (name, value) => `set -gx ${name} "${value}"`],
  ['XML', (name, value) => `<config><${name}>${value}</${name}></config>`],
  ['settings of .NET', (name, value) => `<add key="${name}" value="${value}" />`],
  ['Kubernetes', (name, value) => `        - name: ${name}\n          value: "${value}"\n`],
  ['list of pairs', (name, value) => `[{"name":"${name}","value":"${value}"},{"name":"A","value":"1"}]`],
  ['long flag', (name, value) => `deploy --${name.toLowerCase().replaceAll('_', '-')} '${value}' --yes`],
  ['long flag with =', (name, value) => `deploy --${name.toLowerCase().replaceAll('_', '-')}=${value} --yes`],
  ['form body', (name, value) => `grant_type=x&${name.toLowerCase()}=${encodeURIComponent(value)}&scope=all`],
  ['dump of the environment', (name, value) => `HOME=/root\n${name}=${value}\nLANG=C.UTF-8`],
  ['diff', (name, value) => `-${name}=\n+${name}=${value}\n PORT=80`],
];

function named(): readonly SetSecret[] {
  return NOTATIONS.map(([kind, write]) => ({
    kind: `a variable: ${kind}`,
    make: (d) => {
      const [name, value] = d.pick(ENTRIES);
      const secret = value(d);
      return { text: write(name, secret), secret };
    },
  }));
}

function pem(label: string, d: Draw, lines: number): { readonly text: string; readonly secret: string } {
  const body = Array.from({ length: lines }, () => d.chars(`${ALNUM}+/`, 64));
  const text = [`-----BEGIN ${label}-----`, ...body, `${d.chars(ALNUM, 30)}==`, `-----END ${label}-----`].join('\n');
  return { text, secret: body[d.int(0, lines - 1)] ?? '' };
}

function framed(kind: string, secretOf: (d: Draw) => string, write: (secret: string, d: Draw) => string): SetSecret {
  return {
    kind,
    make: (d) => {
      const secret = secretOf(d);
      return { text: write(secret, d), secret };
    },
  };
}

const opaque = (d: Draw): string => d.chars(URL64, d.int(24, 48));
const basic = (d: Draw): string => Buffer.from(`${d.chars(LOWER, 6)}:${password(d)}`).toString('base64');
const plainPassword = (d: Draw): string => d.chars(ALNUM, d.int(8, 20));

export const SET_SECRETS: readonly SetSecret[] = [
  ...named(),
  ...[
    'RSA PRIVATE KEY',
    'EC PRIVATE KEY',
    'PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'DSA PRIVATE KEY',
  ].map((label): SetSecret => ({ kind: `PEM: ${label}`, make: (d) => pem(label, d, d.int(3, 24)) })),
  { kind: 'PGP private key', make: (d) => pem('PGP PRIVATE KEY BLOCK', d, 12) },
  {
    kind: 'service account of Google',
    make: (d) => {
      const { text, secret } = pem('PRIVATE KEY', d, 24);
      const account = {
        type: 'service_account',
        project_id: 'p',
        private_key_id: d.chars(HEX, 40),
        private_key: `${text}\n`,
      };
      return { text: JSON.stringify(account, null, 2), secret };
    },
  },
  {
    kind: 'JSON web key',
    make: (d) => {
      const secret = d.chars(URL64, 43);
      return { text: JSON.stringify({ kty: 'EC', crv: 'P-256', x: d.chars(URL64, 43), d: secret }), secret };
    },
  },
  framed('bearer header', opaque, (s) => `GET /v1/me HTTP/1.1\r\nAuthorization: Bearer ${s}\r\nAccept: */*\r\n`),
  framed('basic header', basic, (s) => `> Authorization: Basic ${s}\n> Host: a.example`),
  framed(
    'token header',
    (d) => d.chars(HEX, 40),
    (s) => `curl -H "Authorization: token ${s}" https://api.example.com/user`,
  ),
  framed(
    'API key header',
    (d) => d.chars(HEX, 32),
    (s) => `curl -H 'X-Api-Key: ${s}' https://api.example.com/v2`,
  ),
  framed(
    'header of Vault',
    (d) => d.uuid(),
    (s) => `curl -H "X-Vault-Token: ${s}" $VAULT_ADDR/v1/sys`,
  ),
  framed('header of GitLab', opaque, (s) => `curl --header "PRIVATE-TOKEN: ${s}" https://gitlab.example.com/api/v4`),
  framed(
    'header of Azure',
    (d) => d.chars(HEX, 32),
    (s) => `Ocp-Apim-Subscription-Key: ${s}\nHost: a`,
  ),
  framed(
    'header of Datadog',
    (d) => d.chars(HEX, 32),
    (s) => `{"headers":{"DD-API-KEY":"${s}","Accept":"*/*"}}`,
  ),
  framed(
    'headers in a program',
    opaque,
    (s) => `fetch(url, { headers: { Authorization: \`Bearer ${s}\`, Accept: 'a/b' } })`,
  ),
  framed('headers in Python', opaque, (s) => `requests.get(u, headers={"Authorization": "Bearer ${s}"})`),
  framed('cookie header', opaque, (s) => `Cookie: theme=dark; session=${s}; lang=en\nHost: a`),
  framed('cookie that is set', opaque, (s) => `Set-Cookie: sid=${s}; Path=/; HttpOnly; Secure\nDate: now`),
  framed('cookie of curl', opaque, (s) => `curl -b "JSESSIONID=${s}" https://a.example.com`),
  framed('cookie file', opaque, (s) => `.example.com\tTRUE\t/\tTRUE\t1893456000\tsession\t${s}\n`),
  framed('URL with a password', plainPassword, (s) => `git clone https://deploy:${s}@git.example.com/a.git`),
  framed(
    'URL with a token',
    (d) => d.chars(ALNUM, 40),
    (s) => `git remote add o https://${s}@github.com/a/b.git`,
  ),
  framed(
    'URL of PostgreSQL',
    plainPassword,
    (s) => `DATABASE_URL=postgresql://app:${s}@db.internal:5432/app?sslmode=require`,
  ),
  framed('URL of MySQL', plainPassword, (s) => `mysql://root:${s}@127.0.0.1:3306/app`),
  framed('URL of MongoDB', plainPassword, (s) => `mongodb+srv://app:${s}@c0.ab1cd.mongodb.net/app?retryWrites=true`),
  framed('URL of Redis', plainPassword, (s) => `redis://:${s}@cache:6379/0`),
  framed('URL of AMQP', plainPassword, (s) => `amqps://u:${s}@mq.example.com/vhost`),
  framed('URL of a proxy', plainPassword, (s) => `HTTPS_PROXY=http://user:${s}@proxy.corp:3128`),
  framed('URL with a token parameter', opaque, (s) => `GET /callback?access_token=${s}&state=1 HTTP/1.1`),
  framed(
    'URL with an API key',
    (d) => d.chars(HEX, 32),
    (s) => `https://api.example.com/data?units=si&appid=1&api_key=${s}`,
  ),
  framed(
    'signed URL of AWS',
    (d) => d.chars(HEX, 64),
    (s) => `https://b.s3.amazonaws.com/k?X-Amz-Date=1&X-Amz-Signature=${s}`,
  ),
  framed(
    'signed URL of Azure',
    (d) => `${d.chars(ALNUM, 43)}%3D`,
    (s) => `https://a.blob.core.windows.net/c/b?sv=2022-11-02&sp=r&sig=${s}`,
  ),
  framed(
    'webhook of Slack',
    (d) => `T${d.chars(UPPER + DIGITS, 8)}/B${d.chars(UPPER + DIGITS, 8)}/${d.chars(ALNUM, 24)}`,
    (s) => `https://hooks.slack.com/services/${s}`,
  ),
  framed(
    'webhook of Discord',
    (d) => d.chars(URL64, 68),
    (s, d) => `https://discord.com/api/webhooks/${d.chars(DIGITS, 18)}/${s}`,
  ),
  framed(
    'connection string of SQL Server',
    plainPassword,
    (s) => `Server=tcp:db.example.net,1433;Database=a;User ID=sa;Password=${s};Encrypt=True;`,
  ),
  framed(
    'connection string of Azure',
    (d) => `${d.chars(`${ALNUM}+/`, 86)}==`,
    (s) => `DefaultEndpointsProtocol=https;AccountName=acc;AccountKey=${s};EndpointSuffix=core.windows.net`,
  ),
  framed(
    'connection string of a service bus',
    (d) => `${d.chars(`${ALNUM}+/`, 43)}=`,
    (s) => `Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${s}`,
  ),
  framed('connection string of JDBC', plainPassword, (s) => `jdbc:postgresql://db:5432/app?user=app&password=${s}`),
  framed(
    'connection string of libpq',
    plainPassword,
    (s) => `psql "host=db port=5432 user=app password=${s} dbname=app"`,
  ),
  framed('data source of Go', plainPassword, (s) => `sql.Open("mysql", "root:${s}@tcp(127.0.0.1:3306)/app")`),
  framed('.npmrc', opaque, (s) => `//registry.example.com/:_authToken=${s}\nalways-auth=true`),
  framed('.netrc', plainPassword, (s) => `machine api.example.com\n  login ann\n  password ${s}\n`),
  framed('.pgpass', plainPassword, (s) => `db.example.com:5432:app:ann:${s}\n`),
  framed('.pypirc', plainPassword, (s) => `[pypi]\nusername = ann\npassword = ${s}\n`),
  framed('configuration of Docker', basic, (s) => `{"auths":{"registry.example.com":{"auth":"${s}"}}}`),
  framed(
    'kubeconfig',
    (d) => d.chars(`${ALNUM}+/`, 120),
    (s) => `users:\n- name: admin\n  user:\n    token: ${s}\n`,
  ),
  framed(
    'wp-config',
    (d) => `${d.chars(ALNUM, 20)}!${d.chars(ALNUM, 20)}`,
    (s) => `define( 'AUTH_KEY', '${s}' );`,
  ),
  framed(
    'credentials file of AWS',
    (d) => d.chars(`${ALNUM}+/`, 40),
    (s) => `[default]\naws_access_key_id = X\naws_secret_access_key = ${s}\n`,
  ),
  framed('curl -u', plainPassword, (s) => `curl -sS -u admin:${s} https://a.example.com/api`),
  framed('mysql -p', plainPassword, (s) => `mysqldump -h db -u root -p${s} app > a.sql`),
  framed('sshpass', plainPassword, (s) => `sshpass -p '${s}' ssh root@10.0.0.1 uptime`),
  framed('docker login', plainPassword, (s) => `docker login -u ann -p ${s} registry.example.com`),
  framed('docker login by a pipe', plainPassword, (s) => `echo "${s}" | docker login -u ann --password-stdin`),
  framed('redis-cli', plainPassword, (s) => `redis-cli -h cache -a ${s} ping`),
  framed('SQL', plainPassword, (s) => `CREATE USER app WITH PASSWORD '${s}';`),
  framed('SQL of MySQL', plainPassword, (s) => `CREATE USER 'a'@'%' IDENTIFIED BY '${s}';`),
  framed(
    'sentence',
    (d) => `${d.chars(LOWER, 6)}${d.chars(DIGITS, 4)}`,
    (s) => `Please log in, the password is ${s} for now.`,
  ),
  framed(
    'hash of a password',
    (d) => `$2b$12$${d.chars(`${ALNUM}./`, 53)}`,
    (s) => `ann:${s}:1000`,
  ),
  framed(
    'shadow file',
    (d) => `$6$${d.chars(ALNUM, 8)}$${d.chars(`${ALNUM}./`, 86)}`,
    (s) => `root:${s}:19000:0:99999:7:::`,
  ),
  framed(
    'mail address',
    (d) => `${d.chars(LOWER, 6)}.${d.chars(LOWER, 7)}@${d.chars(LOWER, 8)}.org`,
    (s) => `Author: Ann <${s}>`,
  ),
  framed(
    'home on Linux',
    (d) => d.chars(LOWER, 9),
    (s) => `cd /home/${s}/src && ls -la`,
  ),
  framed(
    'home on macOS',
    (d) => d.chars(LOWER, 9),
    (s) => `open /Users/${s}/Library/Logs`,
  ),
  framed(
    'home on Windows',
    (d) => d.chars(LOWER, 9),
    (s) => `dir C:\\Users\\${s}\\Documents`,
  ),
];
