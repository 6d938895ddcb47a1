import type { ActAccount, Usage } from '../usage.ts';
import { note } from './inspect.ts';
import { type Session, stateOf } from './session.ts';

const NAMES: readonly (readonly [keyof Usage, string])[] = [
  ['inputTokens', 'input tokens'],
  ['cachedInputTokens', 'cached input tokens'],
  ['outputTokens', 'output tokens'],
  ['costMicrousd', 'cost'],
];

/** Says at once what of its usage a run does not know from now on, and what of it is an estimate. */
export function sayAccount(session: Session, before: Usage, account: ActAccount | null): void {
  const { usage, counters } = stateOf(session);
  const lost = NAMES.filter(([name]) => before[name] !== null && usage.run[name] === null).map(([, words]) => words);
  const act = `cycle ${counters.cycle}`;
  if (lost.length > 0) {
    const why = account === null || account.gaps.length === 0 ? 'nothing tells it' : account.gaps.join('; ');
    note(session, `what is used is unknown from ${act} on: ${lost.join(', ')} (${why})`);
  }
  if (account?.isEstimated === true) {
    note(session, `the output tokens of ${act} are estimated: its host was ended before it wrote the last of them`);
  }
}
