import type { AttemptedEvent } from '../journal.ts';
import type { CurrentAct } from '../state.ts';
import { addUsage, NO_USAGE, UNKNOWN_USAGE, type Usage } from '../usage.ts';

/** What the attempts of a group used together; a playbook uses nothing. */
export function usageOfAttempts(current: CurrentAct | null): Usage {
  if (current?.planned.candidate.isChild !== true) return NO_USAGE;
  return current.attempts.map(usageOfAttempt).reduce(addUsage, NO_USAGE);
}

/** An attempt whose tree could not be prepared began nothing. */
function usageOfAttempt({ cause, account }: AttemptedEvent): Usage {
  return cause === 'setup-failed' ? NO_USAGE : (account?.usage ?? UNKNOWN_USAGE);
}
