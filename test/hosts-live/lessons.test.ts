import { expect, test } from 'vitest';
import { install, lines, stage } from './on-stage.ts';
import { inTurn, shell } from './stage.ts';

const HOSTS = ['claude-code', 'codex'] as const;
const LESSON = 'When migrating the invoices database, run the migrations through make migrate, not by hand';
/** One of ten sessions is held back otherwise. */
const ALL = { variables: { PRAXIS_HOLDOUT: '0' } };
const REMEDY = 'When pnpm reports a frozen lockfile mismatch, run pnpm install --no-frozen-lockfile once';

test.each(HOSTS)('%s: a lesson that fits the prompt stands in the request after it', async (host) => {
  const at = await stage(host, inTurn([]), ALL);
  await install(at);
  expect((await at.praxis('experience', 'add', LESSON)).exit).toBe(0);
  await at.prompt('Please migrate the invoices database to the newest migrations');
  const body = at.model.requests[0]?.body ?? '';
  expect(body).toContain('[G0]');
  expect(body.indexOf('make migrate')).toBeGreaterThan(-1);
});

test.each(HOSTS)('%s: a prompt that nothing fits is left as it is', async (host) => {
  const at = await stage(host, inTurn([]), ALL);
  await install(at);
  await at.praxis('experience', 'add', LESSON);
  await at.prompt('Paint the fence green');
  expect(at.model.requests[0]?.body).not.toContain('[G0]');
});

test.each(HOSTS)('%s: after a failure the lesson that fits it is in the next request', async (host) => {
  const failing = shell(
    host,
    'echo "ERR_PNPM_OUTDATED_LOCKFILE frozen lockfile mismatch, pnpm install failed" >&2; exit 1',
  );
  const at = await stage(host, inTurn([[failing], [shell(host, 'echo on')]]), ALL);
  await install(at);
  await at.praxis('experience', 'add', REMEDY);
  await at.prompt('Paint the fence green');
  expect(at.model.requests[0]?.body).not.toContain('no-frozen-lockfile');
  const after = at.model.requests.slice(1).map((request) => request.body);
  expect(after.some((body) => body.includes('no-frozen-lockfile'))).toBe(true);
});

test.each(HOSTS)('%s: a correction that no person typed is no lesson at once', async (host) => {
  const at = await stage(host, inTurn([]), ALL);
  await install(at);
  await at.prompt('Run the tests');
  const more = host === 'codex' ? ['resume', '--last'] : ['--continue'];
  await at.prompt('No, always use pnpm instead of npm here.', more);
  const listed = lines<{ status: string }>((await at.praxis('experience', 'list', '--json')).stdout);
  expect(listed.filter(({ status }) => status === 'active')).toEqual([]);
});
