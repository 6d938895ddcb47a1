import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { checkpointFrom } from './checkpoint.ts';
import { totalsFrom, usageFrom } from './goal-checks.ts';
import { type Checked, checked } from './refusal.ts';
import { totalsDocument, totalsOf } from './totals.ts';

/**
 * A goal document with its totals made anew from baseline, task and usage. For a host that wrote observed counters into the
 * document; nothing else of it is changed or judged.
 */
export function refreshTotals(document: ExactObject): Checked<ExactObject> {
  return checked(() => {
    const member = (name: string): ExactJson => document.get(name) ?? null;
    const baseline = totalsFrom(member('baseline'), 'baseline');
    const { metrics } = checkpointFrom(member('task'));
    const totals = totalsOf(baseline, metrics, usageFrom(member('usage')));
    return new Map([...document, ['totals', totalsDocument(totals)]]);
  });
}
