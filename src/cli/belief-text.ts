import type { Belief } from '../run/beliefs.ts';
import { fixed } from './table.ts';

/** `0.58 ± 0.23, 2 seen on this failure`. */
export function describeBelief(belief: Belief): string {
  const where = {
    fingerprint: 'on this failure',
    class: 'on failures of this class',
    candidate: 'on other failures',
    prior: '',
  }[belief.level];
  const seen = belief.level === 'prior' ? 'nothing seen yet' : `${belief.observations} seen ${where}`;
  const heard = belief.lessons === undefined ? '' : `, with ${belief.lessons.join(', ')}`;
  return `${fixed(belief.mean)} ± ${fixed(belief.sd)}, ${seen}${heard}`;
}
