import { unreachable } from '../base/unreachable.ts';
import type { ActedEvent } from '../run/journal.ts';

/** How an act ended: `exit 0`, `ended by its time limit`. */
export function describeActEnd(cause: ActedEvent['cause'], exitCode: number | null): string {
  switch (cause) {
    case 'exited':
      return exitCode === null ? 'ended by a signal' : `exit ${exitCode}`;
    case 'timeout':
      return 'ended by its time limit';
    case 'aborted':
      return 'interrupted';
    case 'output-limit':
      return 'ended by the limit of its output';
    case 'call-limit':
      return 'ended by the limit of its calls';
    case 'not-started':
      return 'could not be started';
    case 'never-started':
      return 'cut off before it began';
    case 'in-doubt':
      return 'cut off, and whether it finished is not known';
    default:
      return unreachable(cause);
  }
}
