import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completed, install, stage } from './on-stage.ts';
import { inTurn, type Stage, shell } from './stage.ts';

const HOSTS = ['claude-code', 'codex'] as const;

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!isTrue() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
}

function begun(at: Stage, name: string): boolean {
  return existsSync(join(at.repository, name));
}

test.each(HOSTS)('%s: a session that was killed is complete once another one has begun', async (host) => {
  const at = await stage(host, ({ prompt, turn }) =>
    prompt.includes('wait')
      ? { calls: [turn === 0 ? shell(host, 'echo one') : shell(host, 'touch begun; sleep 100')] }
      : inTurn([[shell(host, 'echo two')]])({ prompt, turn, body: '' }),
  );
  await install(at);
  const first = at.begin('Say one, then wait');
  await until(() => begun(at, 'begun'));
  expect(begun(at, 'begun')).toBe(true);
  first.kill('SIGKILL');
  await first.ended;
  expect((await at.prompt('Say two')).exit).toBe(0);
  const sessions = await completed(at, 2);
  expect(sessions).toHaveLength(2);
  expect(sessions.map(({ toolCalls }) => toolCalls).sort()).toEqual([1, 2]);
});

test.each(HOSTS)('%s: two sessions at once in one repository stay two', async (host) => {
  const at = await stage(host, ({ prompt, turn, body }) => {
    const count = prompt.includes('five') ? 5 : 3;
    return inTurn(Array.from({ length: count }, (_, n) => [shell(host, `echo ${n}; sleep 0.2`)]))({
      prompt,
      turn,
      body,
    });
  });
  await install(at);
  await Promise.all([at.prompt('Take five steps'), at.prompt('Take three steps')]);
  const sessions = await completed(at, 2);
  expect(sessions.map(({ toolCalls }) => toolCalls).sort()).toEqual([3, 5]);
  expect(readdirSync(join(at.praxisHome, 'sessions')).length).toBeGreaterThanOrEqual(2);
});
