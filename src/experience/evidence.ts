import type { Counters, Evidence } from './entry.ts';

const MAX_TRAJECTORY_IDS = 20;

export const NO_EVIDENCE: Evidence = { groups: 0, trajectories: 0, strength: null, effect: null, trajectoryIds: [] };

export const NO_COUNTERS: Counters = {
  injected: 0,
  applicable: 0,
  followed: 0,
  improved: 0,
  notImproved: 0,
  lastUsedEpoch: null,
  lastImprovedEpoch: null,
};

/**
 * What two findings rest on together. An extractor that looks at the whole history again names much of what is known:
 * where trajectories are shared, the larger counts stand, else the sums.
 */
export function unitedEvidence(known: Evidence, added: Evidence): Evidence {
  const ids = [...known.trajectoryIds.filter((id) => !added.trajectoryIds.includes(id)), ...added.trajectoryIds];
  const isShared = ids.length < known.trajectoryIds.length + added.trajectoryIds.length;
  const count = (a: number, b: number): number => (isShared ? Math.max(a, b) : a + b);
  return {
    groups: count(known.groups, added.groups),
    trajectories: Math.max(count(known.trajectories, added.trajectories), ids.length),
    strength: largest(known.strength, added.strength),
    effect:
      added.effect !== null && added.trajectories >= known.trajectories ? added.effect : (known.effect ?? added.effect),
    trajectoryIds: ids.slice(-MAX_TRAJECTORY_IDS),
  };
}

/** The uses of two entries that become one. */
export function unitedCounters(a: Counters, b: Counters): Counters {
  return {
    injected: a.injected + b.injected,
    applicable: a.applicable + b.applicable,
    followed: a.followed + b.followed,
    improved: a.improved + b.improved,
    notImproved: a.notImproved + b.notImproved,
    lastUsedEpoch: largest(a.lastUsedEpoch, b.lastUsedEpoch),
    lastImprovedEpoch: largest(a.lastImprovedEpoch, b.lastImprovedEpoch),
  };
}

/** Positive where `a` has more evidence than `b`: more trajectories, then more groups, then the smaller id. */
export function compareEvidence(
  a: { readonly id: number; readonly evidence: Evidence },
  b: { readonly id: number; readonly evidence: Evidence },
): number {
  return a.evidence.trajectories - b.evidence.trajectories || a.evidence.groups - b.evidence.groups || b.id - a.id;
}

function largest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}
