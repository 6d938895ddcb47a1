import type { Entry } from '../../experience/entry.ts';
import type { Operation } from '../../experience/operation.ts';
import type { MaintenanceFacts } from './maintenance-facts.ts';

const STALE_AFTER = 20;
const ARCHIVE_AFTER = 10;

/**
 * Archives what was marked ten sessions of its domain ago and not used since, then marks what twenty sessions of its domain
 * never used. What a person pinned is left alone.
 */
export function stalenessAudit(
  entries: readonly Entry[],
  { domainSessions }: Pick<MaintenanceFacts, 'domainSessions'>,
): readonly Operation[] {
  const shown = entries.filter(({ status, pinned }) => (status === 'active' || status === 'probation') && !pinned);
  const over = shown.filter(
    (entry) => entry.stale && domainSessions(entry, entry.staleSince ?? entry.k) >= ARCHIVE_AFTER,
  );
  const unused = shown.filter(
    (entry) => !entry.stale && entry.u === 0 && domainSessions(entry, entry.k) >= STALE_AFTER,
  );
  return [
    ...over.map(
      ({ id }): Operation => ({ op: 'delete', id, why: 'staleness audit: not used since it was marked', group: null }),
    ),
    ...unused.map(
      ({ id, domain }): Operation => ({
        op: 'stale',
        id,
        stale: true,
        why: `staleness audit: not used in ${STALE_AFTER} sessions with work in ${domain}`,
        group: null,
      }),
    ),
  ];
}
