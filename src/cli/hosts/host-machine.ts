import { homedir } from 'node:os';
import { isoTime } from '../../base/clock.ts';
import { PraxisError } from '../../base/errors.ts';
import { systemClock } from '../../host/clock.ts';
import { environment, readEnvironment } from '../../host/environment.ts';
import { HOST_NAMES, type HostName } from '../../install/host-name.ts';
import { hostNode } from '../../install/host-node.ts';
import { hostSettingsPath } from '../../install/host-paths.ts';
import { hostRunner, isHostThere } from '../../install/host-program.ts';
import type { InstallContext } from '../../install/install-host.ts';
import { VERSION } from '../version.ts';

/** This machine, as far as an installation in a host asks. */
export function hostMachine(host: HostName): InstallContext {
  const { home, childEnvironment } = readEnvironment();
  return {
    home,
    node: hostNode(process.execPath),
    settingsPath: hostSettingsPath(host, environment(), homedir()),
    now: isoTime(systemClock.nowMs()),
    version: VERSION,
    runHost: hostRunner(host, childEnvironment({})),
    isHostThere: () => isHostThere(host, childEnvironment({})),
  };
}

/** The host of that name; USAGE for any other. */
export function hostNamed(name: string): HostName {
  const host = HOST_NAMES.find((known) => known === name);
  if (host !== undefined) return host;
  throw new PraxisError('USAGE', `no host is called ${JSON.stringify(name)}`, {
    hint: `Praxis can be put into ${HOST_NAMES.join(' and ')}.`,
  });
}
