import { type ActAccount, NO_USAGE, type Usage } from '../usage.ts';
import { note } from './inspect.ts';
import { type Session, stateOf } from './session.ts';

const NAMES: readonly (readonly [keyof Usage, string])[] = [
  ['inputTokens', 'input tokens'],
  ['cachedInputTokens', 'cached input tokens'],
  ['outputTokens', 'output tokens'],
  ['costMicrousd', 'cost'],
];

interface SaidOf {
  /** Of the runs that the act started. */
  readonly drawnUsage?: Usage;
  /** Names it in words; absent: the cycle at hand. */
  readonly act?: string;
}

/** Says at once what of its usage a run does not know from now on, and what of it is an estimate. */
export function sayAccount(
  session: Session,
  before: Usage,
  account: ActAccount | null,
  { drawnUsage = NO_USAGE, act = `cycle ${stateOf(session).counters.cycle}` }: SaidOf = {},
): void {
  const { usage } = stateOf(session);
  const lost = NAMES.filter(([name]) => before[name] !== null && usage.run[name] === null);
  if (lost.length > 0) {
    const isDrawn = lost.some(([name]) => drawnUsage[name] === null);
    const gaps = [...(account?.gaps ?? []), ...(isDrawn ? ['a run that it started does not know it'] : [])];
    const why = gaps.length === 0 ? 'nothing tells it' : gaps.join('; ');
    note(session, `what is used is unknown from ${act} on: ${lost.map(([, words]) => words).join(', ')} (${why})`);
  }
  if (account?.isEstimated === true) {
    note(session, `the output tokens of ${act} are estimated: its host was ended before it wrote the last of them`);
  }
}
