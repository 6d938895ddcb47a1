import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, commitAll, type Ended, type Place, place, policy, praxis, write } from './support.ts';

export const HOSTS = ['claude-code', 'codex'] as const;
type Host = (typeof HOSTS)[number];

export interface User extends Place {
  readonly host: Host;
  readonly settings: string;
  run(...args: readonly string[]): Promise<Ended>;
}

/** A user with a repository, a home of their own and a host that reads its hooks there. */
export function user(host: Host): User {
  const at = place();
  const userHome = join(at.home, 'user');
  mkdirSync(userHome);
  write(at.tree, { 'a.txt': 'a\n', 'policy.json': policy() });
  commitAll(at.tree);
  const home = join(at.home, 'praxis');
  const settings = join(userHome, host === 'codex' ? '.codex/hooks.json' : '.claude/settings.json');
  // Without the hosts that this machine may have.
  const env = { HOME: userHome, CODEX_HOME: '', CLAUDE_CONFIG_DIR: '', PATH: '/usr/bin:/bin' };
  return { ...at, home, host, settings, run: (...args) => praxis({ ...at, home }, args, { env }) };
}

/** `praxis init` as it is said for a settings file. */
export const init = (host: Host, ...more: readonly string[]) => [
  'init',
  host,
  ...(host === 'claude-code' ? ['--settings'] : []),
  ...more,
];

/** Hands a document to the program that a host would start, as the host does. */
export function heard({ home }: User, document: object): void {
  const input = `${JSON.stringify(document)}\n`;
  // Without PRAXIS_HOME, as a daemon of the host would.
  const env = cleanEnvironment();
  spawnSync(process.execPath, [join(home, 'hook', 'hook.mjs')], { input, env });
}
