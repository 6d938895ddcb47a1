import type { Entry, Status } from './entry.ts';

/** Where an entry stands: its status with the marks that belong to it. */
export type Standing = Pick<
  Entry,
  'status' | 'stale' | 'rival' | 'archivedEpoch' | 'statusBefore' | 'archivedFrom' | 'staleSince'
>;

/** What can happen to the standing of an entry; an undo, which gives back what was, is none of these. */
export type StatusEvent =
  /** Five applicable uses are over: c and the judged ones among them decide. */
  | { readonly kind: 'checked' }
  /** By the user. */
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'modified'; readonly isTrusted: boolean }
  /** It is the weaker side of a contradiction. */
  | { readonly kind: 'contradicted'; readonly rival: number }
  /** By a person's review. */
  | { readonly kind: 'doubted' }
  | { readonly kind: 'rival-archived' }
  | { readonly kind: 'rival-merged'; readonly into: number }
  /** A flagged one, by a person's review. */
  | { readonly kind: 'cleared' }
  /** Staleness audit, or neither tool of its rule exists. */
  | { readonly kind: 'unused' }
  | { readonly kind: 'used' }
  /** The mark `stale` still stands at the next maintenance. */
  | { readonly kind: 'still-unused' }
  /** Audit, supported delete, compression, merge, or a person's review. */
  | { readonly kind: 'archived' }
  /** An archived one, by a person's review. */
  | { readonly kind: 'restored' };

/** Applicable uses after which an entry on probation is checked. */
export const PROBATION_USES = 5;
const PROBATION_JUDGED = 3;
const ACTIVE_FROM = 0.5;
const ARCHIVE_BELOW = 0.35;

/** The status of a new entry. */
export function initialStatus(entry: { readonly isTrusted: boolean; readonly isContested: boolean }): Status {
  return entry.isTrusted && !entry.isContested ? 'active' : 'probation';
}

/** The status after an event; null where the event cannot happen to an entry that stands so. */
export function nextStatus(entry: Standing & Pick<Entry, 'c' | 'probation'>, event: StatusEvent): Status | null {
  return nextStanding(entry, event, 0)?.status ?? null;
}

/** The standing after an event in an epoch; null where the event cannot happen to an entry that stands so. */
export function nextStanding(
  entry: Standing & Pick<Entry, 'c' | 'probation'>,
  event: StatusEvent,
  epoch: number,
): Standing | null {
  const { status } = entry;
  const standing = standingOf(entry);
  const isShown = status === 'active' || status === 'probation';
  switch (event.kind) {
    case 'checked':
      return checked(entry, epoch);
    case 'confirmed':
      return status === 'probation' ? { ...standing, status: 'active' } : null;
    case 'modified':
      if (status === 'archived') return null;
      return status === 'active' && !event.isTrusted ? { ...standing, status: 'probation' } : standing;
    case 'contradicted':
    case 'doubted': {
      const rival = event.kind === 'contradicted' ? event.rival : null;
      return isShown ? { ...standing, status: 'flagged', statusBefore: status, rival } : null;
    }
    case 'rival-archived':
      return status === 'flagged' && entry.rival !== null ? unflagged(standing) : null;
    case 'rival-merged':
      return status === 'flagged' && entry.rival !== null ? { ...standing, rival: event.into } : null;
    case 'cleared':
      return status === 'flagged' ? unflagged(standing) : null;
    case 'unused':
      return isShown && !entry.stale ? { ...standing, stale: true, staleSince: epoch } : null;
    case 'used':
      return isShown && entry.stale ? { ...standing, stale: false, staleSince: null } : null;
    case 'still-unused':
      return isShown && entry.stale ? archived(standing, epoch) : null;
    case 'archived':
      return status === 'archived' ? null : archived(standing, epoch);
    case 'restored':
      return status === 'archived' ? restored(standing) : null;
  }
}

function standingOf(entry: Standing): Standing {
  const { status, stale, rival, archivedEpoch, statusBefore, archivedFrom, staleSince } = entry;
  return { status, stale, rival, archivedEpoch, statusBefore, archivedFrom, staleSince };
}

function checked(entry: Standing & Pick<Entry, 'c' | 'probation'>, epoch: number): Standing | null {
  const { status, probation, c } = entry;
  if (status !== 'probation' || probation === null || probation.uses < PROBATION_USES) return null;
  const standing = standingOf(entry);
  if (probation.judged < PROBATION_JUDGED) return standing;
  if (c >= ACTIVE_FROM) return { ...standing, status: 'active' };
  return c < ARCHIVE_BELOW ? archived(standing, epoch) : standing;
}

function unflagged(standing: Standing): Standing {
  return { ...standing, status: standing.statusBefore ?? 'probation', statusBefore: null, rival: null };
}

function archived(standing: Standing, epoch: number): Standing {
  return { ...standing, status: 'archived', archivedFrom: standing.status, archivedEpoch: epoch };
}

/** A person wants it back: that it was not used before does not count any more. */
function restored(standing: Standing): Standing {
  return {
    ...standing,
    status: standing.archivedFrom ?? 'probation',
    archivedFrom: null,
    archivedEpoch: null,
    stale: false,
    staleSince: null,
  };
}
