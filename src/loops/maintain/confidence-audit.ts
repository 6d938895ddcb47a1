import type { Entry } from '../../experience/entry.ts';
import type { Operation } from '../../experience/operation.ts';
import type { MaintenanceFacts } from './maintenance-facts.ts';

const MIN_USES = 5;
const DELETE_BELOW = 0.2;
const HARMFUL_P = 0.05;

/** With what the reason of each of its operations begins. */
export const CONFIDENCE_AUDIT = 'confidence audit';

/** Takes out what was used often enough and harms, or lost its confidence while nothing shows that it helps. */
export function confidenceAudit(
  entries: readonly Entry[],
  { lift }: Pick<MaintenanceFacts, 'lift'>,
): readonly Operation[] {
  return entries.flatMap((entry): readonly Operation[] => {
    if (entry.status === 'archived' || entry.u < MIN_USES) return [];
    const measured = lift(entry);
    const isHarmful = measured !== null && measured.effect < 0 && measured.p <= HARMFUL_P;
    const isLost = entry.c < DELETE_BELOW && (measured === null || measured.effect <= 0);
    if (!isHarmful && !isLost) return [];
    const why = isHarmful
      ? `runs with it came to ${measured.effect.toFixed(2)} against those without it (p = ${measured.p.toFixed(3)})`
      : `its confidence fell to ${entry.c.toFixed(2)} in ${entry.u} uses`;
    return [{ op: 'delete', id: entry.id, why: `${CONFIDENCE_AUDIT}: ${why}`, group: null }];
  });
}
