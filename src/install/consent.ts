import type { CaptureScope } from '../hooks/capture-switch.ts';
import { HOST_TITLES, type HostName } from './host-name.ts';

export interface ConsentFacts {
  readonly host: HostName;
  readonly scope: CaptureScope;
  /** `PRAXIS_HOME`. */
  readonly home: string;
  /** The policy that bounds sessions; null: none is named. */
  readonly policy: string | null;
}

/** What a person reads before the yes: what is recorded, where, for how long, how to look, stop and delete. */
export function consentText({ host, scope, home, policy }: ConsentFacts): string {
  const title = HOST_TITLES[host];
  return `What Praxis will do in ${title}, ${scopeText(scope)}:

  records    each prompt, tool call, result and answer, redacted before it reaches the disk; of what is read from .env
             files, keys and credentials no more than a hash
  where      ${home}, readable by you alone; nothing leaves this machine
  how long   until you delete it
  teaches    gives the agent short guidelines from earlier sessions that fit its task
  bounds     ${policy === null ? 'no policy is named with --policy' : `${policy} stops a session at its limits`}

  to look    praxis sessions
  to stop    praxis capture off
  to delete  praxis telemetry purge --session ID | --before DATE
  to remove  praxis uninstall ${host}
`;
}

/** Where, in words. */
export function scopeText(scope: CaptureScope): string {
  if (scope.kind === 'folders') return `in ${scope.folders.map(withoutGit).join(', ')}`;
  return scope.except.length === 0 ? 'everywhere' : `everywhere but in ${scope.except.map(withoutGit).join(', ')}`;
}

/** A repository as people name it. */
export function withoutGit(path: string): string {
  return path.replace(/[\\/]\.git$/, '');
}
