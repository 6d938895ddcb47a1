import type { DecisionRecord } from './human-record.ts';
import type { Reason } from './reason.ts';
import { checked, refuse } from './refusal.ts';
import { stripped } from './white-space.ts';

export type GoverningDecisions =
  | { readonly kind: 'governing'; readonly byGate: ReadonlyMap<string, DecisionRecord> }
  | { readonly kind: 'refused'; readonly message: string };

/** The decision that governs each gate, in the order the gates first appear: the one with the latest instant. */
export function governingDecisions(decisions: readonly DecisionRecord[]): GoverningDecisions {
  const result = checked(() => latestByGate(decisions));
  return result.kind === 'ok' ? { kind: 'governing', byGate: result.value } : result;
}

/** One reason for each gate whose governing decision is decline or revise; two decisions of one instant are a refusal. */
export function humanGateReasons(
  decisions: readonly DecisionRecord[],
):
  | { readonly kind: 'reasons'; readonly reasons: readonly Reason[] }
  | { readonly kind: 'refused'; readonly message: string } {
  const result = checked(() => gateReasons(decisions));
  return result.kind === 'ok' ? { kind: 'reasons', reasons: result.value } : result;
}

/** As `humanGateReasons`, for use among the checks of this room. */
export function gateReasons(decisions: readonly DecisionRecord[]): readonly Reason[] {
  const reasons: Reason[] = [];
  for (const { gate, decision } of latestByGate(decisions).values()) {
    if (decision !== 'approve') reasons.push({ kind: 'human_gate', gate, decision });
  }
  return reasons;
}

export function latestByGate(decisions: readonly DecisionRecord[]): ReadonlyMap<string, DecisionRecord> {
  const byGate = new Map<string, DecisionRecord>();
  for (const record of decisions) {
    const other = byGate.get(record.gate);
    if (other !== undefined) requireComparable(other, record);
    if (other === undefined || record.micros > other.micros) byGate.set(record.gate, record);
  }
  return byGate;
}

function requireComparable(earlier: DecisionRecord, later: DecisionRecord): void {
  for (const record of [earlier, later]) {
    if (stripped(record.timestamp) !== record.timestamp)
      refuse(`${record.label}.timestamp must not have white space around it where a gate has several decisions`);
  }
  if (earlier.micros === later.micros)
    refuse(`checkpoint has ambiguous human decisions for gate ${later.gate} at ${later.timestamp}`);
}
