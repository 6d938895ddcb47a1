import type { Finding } from '../journal.ts';
import type { RunState } from '../state.ts';

/** Only news enters the evidence; everything seen is known from then on. */
export function learn(state: RunState, findings: readonly Finding[]): Pick<RunState, 'known' | 'evidenceRefs'> {
  const fresh = findings.filter((finding) => !state.known.has(finding.novelty));
  const refs = new Set([...state.evidenceRefs, ...fresh.map((finding) => finding.ref)]);
  return { known: new Set([...state.known, ...findings.map((finding) => finding.novelty)]), evidenceRefs: [...refs] };
}

/** A pass cites what showed it, known before or not. */
export function citing(refs: readonly string[], tests: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set([...refs, ...Object.values(tests)])];
}
