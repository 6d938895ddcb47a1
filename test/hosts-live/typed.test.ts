import { expect, onTestFinished, test } from 'vitest';
import { install, lines, stage } from './on-stage.ts';
import { inTurn, type Stage } from './stage.ts';

const HOSTS = ['claude-code', 'codex'] as const;
const READY = { 'claude-code': /❯/, codex: /forshortcuts/ };

/** Types the prompts one after the other, each when the answer to the one before is there, then leaves. */
async function typeAll(at: Stage, prompts: readonly string[]): Promise<void> {
  const terminal = at.terminal();
  onTestFinished(() => terminal.kill());
  await terminal.until(READY[at.host]);
  for (const prompt of prompts) {
    await terminal.type(prompt);
    await terminal.until(/Alldone\./);
  }
  await terminal.leave();
}

test.each(HOSTS)('%s: what a person at the terminal corrects is a lesson at once', async (host) => {
  const at = await stage(host, inTurn([]));
  await install(at);
  await typeAll(at, ['Install the packages', 'No, always use pnpm instead of npm in this repository.']);
  const active = async (): Promise<readonly string[]> =>
    lines<{ status: string; text: string }>((await at.praxis('experience', 'list', '--json')).stdout)
      .filter(({ status }) => status === 'active')
      .map(({ text }) => text);
  await expect.poll(active, { timeout: 60_000, interval: 500 }).toContain('Prefer pnpm over npm.');
});
