import { canonicalText } from '../mel/schema/canonical.ts';
import type { EntryBody } from './entry.ts';
import type { LibraryState } from './library-state.ts';

/** All entries in order of id, one a line, as canonical JSON: what an undo gives back byte for byte. Empty for an empty library. */
export function canonicalExport({ entries }: Pick<LibraryState, 'entries'>): string {
  return [...entries.values()]
    .sort((a, b) => a.id - b.id)
    .map((entry) => `${canonicalText(exported(entry))}\n`)
    .join('');
}

function exported(entry: EntryBody): EntryBody {
  return {
    id: entry.id,
    text: entry.text,
    type: entry.type,
    domain: entry.domain,
    c: entry.c,
    k: entry.k,
    failureMode: entry.failureMode,
    rule: entry.rule,
    origin: entry.origin,
    status: entry.status,
    stale: entry.stale,
    rival: entry.rival,
    pinned: entry.pinned,
    mergedInto: entry.mergedInto,
    evidence: entry.evidence,
    history: entry.history,
  };
}
