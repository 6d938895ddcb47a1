import { sha256Hex } from '../base/sha256.ts';
import type { Entry } from './entry.ts';

/** Withholding of chosen entries, drawn for each task, so that what they do can be measured. */
export interface Holdout {
  /** Probability in [0, 1]. */
  readonly rate: number;
  readonly sessionId: string;
  readonly taskId: string;
}

const USER_USES = 20;
const DRAW_DIGITS = 13;

/** Whether an entry, by its name outside the library, is withheld from a task: the same answer at every call. */
export function isWithheld(
  { rate, sessionId, taskId }: Holdout,
  name: string,
  entry: Pick<Entry, 'origin' | 'status' | 'u' | 'counters'>,
): boolean {
  if (rate <= 0 || isSpared(entry)) return false;
  const draw = Number.parseInt(sha256Hex(JSON.stringify([sessionId, taskId, name])).slice(0, DRAW_DIGITS), 16);
  return draw / 16 ** DRAW_DIGITS < rate;
}

/** What a person asked for is shown, unless 20 uses told nothing of it. */
function isSpared({ origin, status, u, counters }: Pick<Entry, 'origin' | 'status' | 'u' | 'counters'>): boolean {
  const isJudged = counters.improved + counters.notImproved > 0;
  return origin === 'user' && status === 'active' && (u < USER_USES || isJudged);
}
