import { unreachable } from '../base/unreachable.ts';
import type { LimitName } from './limits.ts';
import type { TotalName } from './totals.ts';

/** A human record as a warning names it. */
export interface NamedRecord {
  /** Its place in the checkpoint, e.g. `checkpoint.decisions[0]`. */
  readonly label: string;
  readonly actor: string;
  /** What it says: a decision, or the value of a limit. */
  readonly says: string;
  readonly timestamp: string;
}

/** What the contract allows and is yet worth a look. A warning never changes a decision. */
export type Warning =
  /** A record dated after now: it governs until one that is dated later still. */
  | { readonly kind: 'dated_ahead'; readonly record: NamedRecord }
  /** An approval or an override that is older than the host lets one be. */
  | { readonly kind: 'expired'; readonly record: NamedRecord; readonly afterMs: number }
  /** Two decisions of one gate and one instant, which hide every other reason. */
  | { readonly kind: 'equal_instants'; readonly gate: string; readonly records: readonly [NamedRecord, NamedRecord] }
  /** An advance refuses while this override stands. */
  | { readonly kind: 'override_blocks_advance'; readonly record: NamedRecord; readonly limit: LimitName }
  /** An override of a size that has become smaller since: it goes on lifting its limit. */
  | { readonly kind: 'override_outlives_shrink'; readonly record: NamedRecord; readonly limit: LimitName }
  | { readonly kind: 'unknown_total'; readonly name: TotalName }
  /** Nothing bounds the whole goal in one of these. */
  | { readonly kind: 'unbounded_goal'; readonly names: readonly TotalName[] };

/** A warning in words. */
export function warningText(warning: Warning): string {
  switch (warning.kind) {
    case 'dated_ahead':
      return `${named(warning.record)} is dated ahead of this machine's clock; it governs until a later one`;
    case 'expired':
      return `${named(warning.record)} is older than ${hours(warning.afterMs)}; ask for a new one`;
    case 'equal_instants': {
      const [first, second] = warning.records;
      return `${named(first)} and ${named(second)} answer the gate ${warning.gate} at the same instant, so neither governs; take one of them out and have it signed again at a later instant`;
    }
    case 'override_blocks_advance':
      return `an advance refuses while an override stands: ${named(warning.record)}. The host moves it to the archive first, and it no longer lifts ${warning.limit} then`;
    case 'override_outlives_shrink':
      return `${named(warning.record)} was given for a larger context; it still lifts ${warning.limit}`;
    case 'unknown_total':
      return `${warning.name} is unknown, and stays so for the whole goal`;
    case 'unbounded_goal':
      return `the goal as a whole has no limit on ${warning.names.join(', ')}: it goes on for as many slices as bring evidence`;
    default:
      return unreachable(warning);
  }
}

function named({ label, actor, says, timestamp }: NamedRecord): string {
  return `${label} (${says} by ${actor}, ${timestamp})`;
}

function hours(ms: number): string {
  return `${Math.round(ms / 36_000) / 100} hours`;
}
