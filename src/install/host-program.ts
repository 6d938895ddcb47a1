import { spawnSync } from 'node:child_process';
import { PraxisError } from '../base/errors.ts';
import { HOST_TITLES, type HostName } from './host-name.ts';

/** How long the host may take for one of its own commands. */
const PATIENCE_MS = 120_000;
const PROGRAMS: Readonly<Record<HostName, string>> = { 'claude-code': 'claude', codex: 'codex' };

/** Runs a host's own command line. `env` is that of the child. HOST_MISSING where it is not there or fails. */
export type RunHost = (args: readonly string[]) => void;

export function hostRunner(host: HostName, env: Readonly<Record<string, string>>): RunHost {
  const program = PROGRAMS[host];
  return (args) => {
    const ended = spawnSync(program, args, {
      env,
      encoding: 'utf8',
      timeout: PATIENCE_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (ended.status === 0) return;
    const isAbsent = ended.error !== undefined && 'code' in ended.error && ended.error.code === 'ENOENT';
    const said = (ended.stderr || ended.stdout || ended.error?.message || '').trim();
    throw new PraxisError(
      'HOST_MISSING',
      isAbsent ? `there is no \`${program}\` on the PATH` : `\`${program} ${args.join(' ')}\` failed: ${said}`,
      {
        hint:
          host === 'claude-code'
            ? 'Say it where it is, or write into the settings file: `praxis init claude-code --settings`.'
            : `Say it where ${HOST_TITLES[host]} is on the PATH.`,
        cause: ended.error,
      },
    );
  };
}

/** Whether the host's program is on the PATH. */
export function isHostThere(host: HostName, env: Readonly<Record<string, string>>): boolean {
  return spawnSync(PROGRAMS[host], ['--version'], { env, stdio: 'ignore', timeout: PATIENCE_MS }).error === undefined;
}
