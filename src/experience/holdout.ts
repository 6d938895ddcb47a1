import type { Entry } from './entry.ts';

/** Withholding of chosen entries, drawn for each task, so that what they do can be measured. */
export interface Holdout {
  /** Probability in [0, 1]. */
  readonly rate: number;
  readonly sessionId: string;
  readonly taskId: string;
}

const USER_USES = 20;

/** Whether an entry, by its name outside the library, is withheld from a task: the same answer at every call. */
export function isWithheld(
  { rate, sessionId, taskId }: Holdout,
  name: string,
  entry: Pick<Entry, 'origin' | 'status' | 'u' | 'counters'>,
): boolean {
  if (rate <= 0 || isSpared(entry)) return false;
  return draw(JSON.stringify([sessionId, taskId, name])) < rate;
}

/** A number in [0, 1) that a text gives, evenly spread; no secret is in it, so a quick hash will do. */
function draw(text: string): number {
  let a = 0x9e37_79b9;
  let b = 0x85eb_ca6b;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x0100_0193);
    b = Math.imul(b ^ unit, 0x5bd1_e995) ^ (b >>> 15);
  }
  return mixed(a ^ (b >>> 13)) / 2 ** 32 + mixed(b ^ Math.imul(a, 0xc2b2_ae35)) / 2 ** 64;
}

/** Every bit depends on every other (the last step of murmur3). */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** What a person asked for is shown, unless 20 uses told nothing of it. */
function isSpared({ origin, status, u, counters }: Pick<Entry, 'origin' | 'status' | 'u' | 'counters'>): boolean {
  const isJudged = counters.improved + counters.notImproved > 0;
  return origin === 'user' && status === 'active' && (u < USER_USES || isJudged);
}
