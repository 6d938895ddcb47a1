import { numberText } from '../base/number-text.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { GoalPolicy } from './goal-policy.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import type { DecisionRecord, HumanRecord, OverrideRecord } from './human-record.ts';
import { LIMIT_METRICS } from './limits.ts';
import { isContextMetric } from './metrics.ts';
import { TOTAL_NAMES, type TotalName } from './totals.ts';
import type { NamedRecord, Warning } from './warning.ts';

/** When something is looked at, and how long a person's word may be used. */
export interface RecordClock {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly nowMs: number;
  /** Age at which an approval or an override is too old; left out, none is. */
  readonly expireAfterMs?: number | undefined;
}

/** What is worth a look in the human records of a task. */
export function taskWarnings({ decisions, overrides }: Checkpoint, clock: RecordClock): readonly Warning[] {
  return [
    ...equalInstants(decisions),
    ...[...decisions, ...overrides].flatMap((record) => timeWarnings(record, clock)),
  ];
}

/** What is worth a look in a goal: the records of its task, overrides that an advance will refuse, unknown totals. */
export function goalWarnings(goal: GoalCheckpoint, clock: RecordClock): readonly Warning[] {
  const { task, totals } = goal;
  return [
    ...taskWarnings(task, clock),
    ...task.overrides.flatMap((override) => overrideWarnings(override, task)),
    ...TOTAL_NAMES.filter((name) => totals[name] === null).map((name): Warning => ({ kind: 'unknown_total', name })),
  ];
}

const BOUNDS: readonly TotalName[] = ['cycle', 'tool_calls', 'elapsed_seconds'];

/** What is worth a look in a goal policy. */
export function policyWarnings({ goalLimits }: GoalPolicy): readonly Warning[] {
  const names = BOUNDS.filter((name) => !goalLimits.has(name));
  return names.length === 0 ? [] : [{ kind: 'unbounded_goal', names }];
}

/** Whether a person's word is older than a host lets one be. */
export function hasExpired(record: HumanRecord, { nowMs, expireAfterMs }: RecordClock): boolean {
  if (expireAfterMs === undefined) return false;
  return micros(nowMs) - record.micros > micros(expireAfterMs);
}

function timeWarnings(record: HumanRecord, clock: RecordClock): readonly Warning[] {
  if (record.micros > micros(clock.nowMs)) return [{ kind: 'dated_ahead', record: named(record) }];
  const afterMs = clock.expireAfterMs;
  if (afterMs === undefined || !hasExpired(record, clock)) return [];
  // A refusal does not lose its force with age.
  const isLeave = record.kind === 'override' || record.decision === 'approve';
  return isLeave ? [{ kind: 'expired', record: named(record), afterMs }] : [];
}

function overrideWarnings(override: OverrideRecord, { metrics }: Checkpoint): readonly Warning[] {
  const { limit, observedValue } = override;
  const metric = LIMIT_METRICS[limit];
  const hasShrunk = isContextMetric(metric) && observedValue > metrics[metric];
  const record = named(override);
  return [
    { kind: 'override_blocks_advance', record, limit },
    ...(hasShrunk ? [{ kind: 'override_outlives_shrink', record, limit } as const] : []),
  ];
}

/** The pairs that make evaluation refuse: walked as the governing decision is. */
function equalInstants(decisions: readonly DecisionRecord[]): readonly Warning[] {
  const latest = new Map<string, DecisionRecord>();
  const found: Warning[] = [];
  for (const record of decisions) {
    const other = latest.get(record.gate);
    if (other?.micros === record.micros)
      found.push({ kind: 'equal_instants', gate: record.gate, records: [named(other), named(record)] });
    if (other === undefined || record.micros > other.micros) latest.set(record.gate, record);
  }
  return found;
}

function named(record: HumanRecord): NamedRecord {
  const { label, actor, timestamp } = record;
  const says = record.kind === 'decision' ? record.decision : `${record.limit} = ${numberText(record.value)}`;
  return { label, actor, says, timestamp };
}

function micros(ms: number): bigint {
  return BigInt(Math.floor(ms)) * 1000n;
}
