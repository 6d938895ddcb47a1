import { describe, expect, test } from 'vitest';
import type { PlainJson } from '../base/exact-json.ts';
import { callRecord, type SeenCall } from './call.ts';
import { touchesSecretFile, unstoredOutput } from './secret-file.ts';

const SEEN: SeenCall = {
  host: 'claude-code',
  sessionId: 's',
  taskId: 't',
  libraryId: 'l',
  callId: 'c',
  seq: 0,
  tool: 'Bash',
  params: { command: 'cat .env' },
  output: 'COLOUR=unmistakable',
  verdict: { ok: true },
  startedAt: null,
  durationMs: null,
  context: { taskText: '', turn: 0, lastUserText: '', lastAssistantText: '', agentConfigId: '' },
};

describe('a file of secrets', () => {
  test.each([
    { file_path: '/home/dev/app/.env' },
    { file_path: '/home/dev/app/.env.production' },
    { path: 'certs/server.pem' },
    { path: '/home/dev/.ssh/id_ed25519' },
    { path: '/home/dev/.ssh/id_work' },
    { command: 'cat ~/.aws/credentials | head -3' },
    { command: 'docker run --env-file=.env app' },
    { command: ['bash', '-lc', 'cat "id_rsa"'] },
    { file_path: '/home/dev/.config/gcloud/application_default_credentials.json' },
  ])('is known by the parameters %j', (params) => {
    expect(touchesSecretFile(params)).toBe(true);
  });

  test.each([
    { command: 'ls environment' },
    { command: 'node -e "process.env.PATH"' },
    { command: 'grep -r user_id_column src' },
    { file_path: '/home/dev/app/env.ts' },
    null,
    7,
  ])('is none in %j', (params) => {
    expect(touchesSecretFile(params)).toBe(false);
  });

  test('leaves no word of its output in the record of a call, whether the call succeeded or not', () => {
    const failed = callRecord({ ...SEEN, verdict: { ok: false }, errorText: 'COLOUR=unmistakable' });
    for (const record of [callRecord(SEEN), failed]) {
      expect(JSON.stringify(record)).not.toContain('unmistakable');
      expect(record.output).toMatch(/^\[not stored: sha256 [0-9a-f]{16}\]$/);
    }
  });

  test.each(['params', 'output'] as const)('is found, and hidden, at any depth of the %s', (member) => {
    const deep: PlainJson = JSON.parse(`${'['.repeat(50_000)}".env"${']'.repeat(50_000)}`);
    expect(touchesSecretFile(deep)).toBe(true);
    const record = callRecord({ ...SEEN, [member]: deep });
    expect(JSON.stringify(record)).not.toContain('unmistakable');
    expect(record.output).toMatch(/^\[not stored/);
  });

  test('has no output where it has none', () => {
    expect([unstoredOutput(''), unstoredOutput(null)]).toEqual(['', null]);
  });
});
