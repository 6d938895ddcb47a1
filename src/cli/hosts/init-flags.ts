import { PraxisError } from '../../base/errors.ts';
import type { InitFlags } from '../commands/init.ts';
import type { InitHostFlags } from '../commands/init-host.ts';

export type AllInitFlags = InitFlags & InitHostFlags;

const PROJECT_FLAGS: readonly (keyof AllInitFlags)[] = ['accept'];
const HOST_FLAGS: readonly (keyof AllInitFlags)[] = [
  'settings',
  'all',
  'except',
  'policy',
  'enforce',
  'trust',
  'dryRun',
  'yes',
];

/** Throws USAGE for a flag of `praxis init` that belongs to its other use. */
export function assertFlagsOf(host: string | undefined, flags: AllInitFlags): void {
  const foreign = host === undefined ? HOST_FLAGS : PROJECT_FLAGS;
  const given = foreign.find((name) => flags[name] !== undefined);
  if (given === undefined) return;
  const flag = `--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new PraxisError('USAGE', `${flag} is ${host === undefined ? 'for a host' : 'for a project, not for a host'}`, {
    hint:
      host === undefined ? `Name the host: praxis init claude-code ${flag} …` : 'Say `praxis init` without the host.',
  });
}
