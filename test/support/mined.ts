import { extractOffline, type OfflineExtraction } from '../../src/learning/extract/offline/extract-offline.ts';
import type { KnownRule } from '../../src/learning/extract/offline/known-rule.ts';
import type { MinedTrajectory } from '../../src/learning/extract/offline/mined-trajectory.ts';
import { OFFLINE_DEFAULTS, type OfflineSettings } from '../../src/learning/extract/offline/settings.ts';

export { call, failure, mined, tasks } from '../../src/learning/evaluate/made-history.ts';

/** Settings with the defaults, for tools of one domain. */
export function offline(members: Partial<OfflineSettings> = {}): OfflineSettings {
  return { ...OFFLINE_DEFAULTS, libraryId: 'library', domainOf: () => 'other', ...members };
}

/** What is extracted from trajectories for an empty library, unless told otherwise. */
export function extracted(
  trajectories: readonly MinedTrajectory[],
  members: Partial<OfflineSettings> = {},
  library: readonly KnownRule[] = [],
): OfflineExtraction {
  return extractOffline(trajectories, library, offline(members));
}

/** Texts of what would be added. */
export function textsOf(found: OfflineExtraction): readonly string[] {
  return found.operations.flatMap((one) => (one.op === 'add' ? [one.text] : []));
}
