import { stringify } from 'yaml';
import type { EndedEvent } from './journal.ts';
import type { TrailStep } from './result.ts';

const HEAD = 'cycles:\n';

/** Each cycle writes the file anew, and what it says of the cycles before stays as it was. */
const written = new WeakMap<TrailStep, string>();

/** The member `cycles` of `.coord/par_<topic>.yml`, with a line break at its end. */
export function cyclesText(trail: readonly TrailStep[], ended: Pick<EndedEvent, 'status'> | null): string {
  const last = trail.at(-1);
  if (last === undefined) return 'cycles: []\n';
  const next = ended === null ? 'evaluate' : `end: ${ended.status}`;
  return `${HEAD}${trail.slice(0, -1).map(earlierText).join('')}${itemText(last, next)}`;
}

function earlierText(step: TrailStep): string {
  const text = written.get(step) ?? itemText(step, 'next cycle');
  written.set(step, text);
  return text;
}

function itemText(step: TrailStep, next: string): string {
  const item = {
    cycle: step.cycle,
    plan_summary: `${step.kind} ${step.candidate}`,
    artifact_refs: [...(step.artifacts ?? [])],
    evidence_refs: [...step.evidence],
    verdict: step.verdict,
    next_action: next,
  };
  return stringify({ cycles: [item] }).slice(HEAD.length);
}
