import type { Entry } from '../../experience/entry.ts';
import { entryName, type LibraryScope } from '../../experience/library-index.ts';

/** An entry as it is shown outside its library. */
export interface EntryView
  extends Pick<
    Entry,
    | 'text'
    | 'type'
    | 'domain'
    | 'c'
    | 'u'
    | 'k'
    | 'status'
    | 'stale'
    | 'origin'
    | 'pinned'
    | 'evidence'
    | 'rule'
    | 'failureMode'
  > {
  /** `r12`, `u12`. */
  readonly id: string;
  /** No use has said anything about it yet. */
  readonly isJudged: boolean;
}

/** All that is known of an entry. */
export interface EntryDetail extends EntryView, Pick<Entry, 'counters' | 'history' | 'probation'> {
  readonly rival: string | null;
  readonly mergedInto: string | null;
  readonly archivedEpoch: number | null;
}

export function entryView(scope: LibraryScope, entry: Entry): EntryView {
  const { text, type, domain, c, u, k, status, stale, origin, pinned, evidence, rule, failureMode, counters } = entry;
  return {
    id: entryName(scope, entry.id),
    text,
    type,
    domain,
    c,
    u,
    k,
    status,
    stale,
    origin,
    pinned,
    evidence,
    rule,
    failureMode,
    isJudged: counters.improved + counters.notImproved > 0,
  };
}

export function entryDetail(scope: LibraryScope, entry: Entry): EntryDetail {
  const named = (id: number | null): string | null => (id === null ? null : entryName(scope, id));
  const { counters, history, probation, archivedEpoch } = entry;
  return {
    ...entryView(scope, entry),
    counters,
    history,
    probation,
    archivedEpoch,
    rival: named(entry.rival),
    mergedInto: named(entry.mergedInto),
  };
}
