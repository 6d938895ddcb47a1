import { describe, expect, test } from 'vitest';
import { gradeName } from './secret-names.ts';

describe('a name', () => {
  test.each([
    ...['DB_PASSWORD', 'password', 'userPassword', 'PASSWORD2', 'PGPASSWORD', 'MYSQL_PWD', 'db.pass', 'passphrase'],
    ...['SECRET_KEY_BASE', 'client_secret', 'clientSecret', 'AWS_SECRET_ACCESS_KEY', 'secretKey', 'JWT_SECRET_PROD'],
    ...[
      'API_KEY',
      'apiKey',
      'x-api-key',
      'X-RapidAPI-Key',
      'accessToken',
      'GITHUB_TOKEN',
      'refresh_token',
      '_authToken',
    ],
    ...[
      'private_key',
      'ENCRYPTION_KEY',
      'storage_key',
      'credentials',
      'Authorization',
      'Set-Cookie',
      'connectionString',
    ],
    ...['spring.datasource.password', 'app.secret.key.base', 'preshared-key', 'recovery_codes', 'mnemonic', 'db_pw'],
  ])('%s is certain', (name) => {
    expect(gradeName(name)).toBe('certain');
  });

  test.each(['STRIPE_KEY', 'algolia-key', 'cosmosKey', 'auth', ':_auth', 'GITHUB_PAT', 'secret_id'])(
    '%s is likely',
    (name) => {
      expect(gradeName(name)).toBe('likely');
    },
  );

  test.each([
    ...[
      'PWD',
      'OLDPWD',
      'max_tokens',
      'input_tokens',
      'token_count',
      'nextToken',
      'eos_token',
      'tokenizer',
      'token_type',
    ],
    ...[
      'primary_key',
      'foreignKey',
      'cacheKey',
      'sortKey',
      'key',
      'keyboard',
      'monkey',
      'hotkey',
      'publicKey',
      'keyCode',
    ],
    ...[
      'secretary',
      'passenger',
      'bypass',
      'compass',
      'password_hash_length',
      'author',
      'authentication',
      'session_id',
    ],
    ...['api_key_id', 'tokenId', 'cookieConsent', 'signature', 'x', ''],
  ])('%s says nothing', (name) => {
    expect(gradeName(name)).toBe(null);
  });

  test('of more than 128 characters is none', () => {
    expect(gradeName(`${'a'.repeat(128)}_password`)).toBe(null);
  });
});
