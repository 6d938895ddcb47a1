import type { Entry } from '../../experience/entry.ts';
import type { FailureHistory } from './failure-history.ts';
import { toolsOfRule } from './rule-tools.ts';
import { hasFallen, type Shares } from './share.ts';

/** An entry as far as it may remedy a failure. */
export type RemedyEntry = Pick<Entry, 'id' | 'type' | 'status' | 'failureMode' | 'rule' | 'k'> & {
  readonly counters: Pick<Entry['counters'], 'applicable'>;
};

/** What a look for remedies has to ask. */
export interface RemedyFacts {
  /** Cosine between what failed (task and message) and an entry; null where one of them has no vector. */
  cosine(failure: FailureHistory, entry: RemedyEntry): number | null;
  /** Shares of sessions with the failure before the entry and since; null where too few tell. */
  shares(failure: FailureHistory, entry: RemedyEntry): Shares | null;
  /** Cosine at or above which an entry counts as a remedy. */
  readonly remedyAt: number;
}

/** What the library has against a failure. Those that were tried and did not help are no remedies. */
export interface Remedies {
  /** Ids, ascending. */
  readonly found: readonly number[];
  readonly failing: readonly number[];
}

const MIN_USES = 5;

/**
 * The entries that remedy a failure: failure patterns of its signature and entries with a rule about its tool that are younger
 * than the failure; where there is none, failure patterns that lie near it.
 */
export function remediesOf(failure: FailureHistory, entries: readonly RemedyEntry[], facts: RemedyFacts): Remedies {
  const shown = entries.filter((entry) => entry.status === 'active' || entry.status === 'probation');
  const direct = shown.filter((entry) => hasSignature(entry, failure) || isAboutTool(entry, failure));
  const near = shown.filter((entry) => {
    const cosine = entry.type === 'failure_pattern' ? facts.cosine(failure, entry) : null;
    return cosine !== null && cosine >= facts.remedyAt;
  });
  const failing = new Set<number>();
  for (const candidates of [direct, near]) {
    const helping = candidates.filter((entry) => !isFailing(entry, failure, facts));
    for (const entry of candidates) if (!helping.includes(entry)) failing.add(entry.id);
    if (helping.length > 0) return { found: idsOf(helping), failing: sorted(failing) };
  }
  return { found: [], failing: sorted(failing) };
}

function hasSignature(entry: RemedyEntry, { signature }: FailureHistory): boolean {
  return entry.type === 'failure_pattern' && entry.failureMode?.signature === signature;
}

function isAboutTool({ rule, k }: RemedyEntry, { tool, firstEpoch }: FailureHistory): boolean {
  return rule !== null && k > firstEpoch && toolsOfRule(rule).includes(tool);
}

/** It had its chances, and the failure still comes as often. */
function isFailing(entry: RemedyEntry, failure: FailureHistory, facts: RemedyFacts): boolean {
  if (entry.counters.applicable < MIN_USES) return false;
  const shares = facts.shares(failure, entry);
  return shares !== null && shares.after > 0 && !hasFallen(shares);
}

function idsOf(entries: readonly RemedyEntry[]): readonly number[] {
  return sorted(entries.map((entry) => entry.id));
}

function sorted(ids: Iterable<number>): readonly number[] {
  return [...ids].sort((a, b) => a - b);
}
