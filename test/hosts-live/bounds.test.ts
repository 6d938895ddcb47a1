import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { install, stage } from './on-stage.ts';
import type { Stage } from './stage.ts';
import { inTurn, shell } from './stage.ts';

const HOSTS = ['claude-code', 'codex'] as const;

/** A call that leaves a line behind when it runs. */
function step(host: Stage['host'], n: number) {
  return shell(host, `echo ${n} >> steps.log`);
}

function steps(at: Stage): readonly string[] {
  const file = join(at.repository, 'steps.log');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

test.each(HOSTS)('%s: the call after the last one allowed does not run', async (host) => {
  const at = await stage(host, inTurn([1, 2, 3, 4, 5].map((n) => [step(host, n)])));
  await install(at, { max_tool_calls: 2 });
  await at.prompt('Take five steps');
  expect(steps(at)).toEqual(['1', '2']);
  // Claude Code's turn ends with the denial; in Codex each later call is denied in its turn.
  expect(at.model.requests.length).toBe(host === 'claude-code' ? 3 : 6);
});

test.each(HOSTS)('%s: of 32 calls at once at a limit of four exactly four run', async (host) => {
  const calls = Array.from({ length: 32 }, (_, n) => step(host, n));
  const at = await stage(host, inTurn([calls]));
  await install(at, { max_tool_calls: 4 });
  await at.prompt('Take all steps at once');
  expect(steps(at)).toHaveLength(4);
});

test.each(HOSTS)('%s: an agent that repeats one failing call is stopped at the limit', async (host) => {
  const fail = shell(host, 'echo again >> steps.log; echo "error: no such table: users" >&2; exit 1');
  const at = await stage(host, inTurn(Array.from({ length: 85 }, () => [fail])));
  await install(at, { max_same_failure_retries: 3 });
  const end = await at.prompt('Read the table');
  expect(steps(at).length).toBeGreaterThan(1);
  expect(steps(at).length).toBeLessThanOrEqual(4);
  expect(host === 'codex' ? at.model.requests.at(-1)?.body : end.stdout).toMatch(/praxis/i);
});

test.each(HOSTS)('%s: an agent that does nothing new is stopped at the limit', async (host) => {
  // Beside the repository, of whose state it changes nothing.
  const idle = shell(host, 'echo again >> ../ran.log; echo same');
  const at = await stage(host, inTurn(Array.from({ length: 12 }, () => [idle])));
  await install(at, { max_no_evidence_cycles: 4 });
  await at.prompt('Go on');
  const ran = readFileSync(join(at.home, 'ran.log'), 'utf8').trim().split('\n').length;
  expect(ran).toBeGreaterThanOrEqual(4);
  expect(ran).toBeLessThanOrEqual(6);
});
