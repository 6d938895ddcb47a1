import { contradicts } from '../../experience/contradiction.ts';
import type { Entry } from '../../experience/entry.ts';
import { isFound } from '../../experience/held-library.ts';
import { entryName } from '../../experience/library-index.ts';
import type { Operation } from '../../experience/operation.ts';
import { readGuideline } from '../../experience/read-guideline.ts';
import type { Rule } from '../../experience/rule.ts';
import { screenText } from '../../experience/screen/screen.ts';
import { changedBy } from './changed.ts';
import { ASKED_FOR, type Changed } from './experience-library.ts';
import { foundEntry } from './found-entry.ts';
import type { LibrarySession } from './library-session.ts';
import { operationsWish } from './library-writer.ts';
import { statusOf } from './many-changes.ts';
import { checkText, invalidEntry } from './requests.ts';

/** Another text for an entry; without a rule, the one that the words tell. */
export interface TextChange {
  readonly text: string;
  readonly rule?: Rule | null;
  readonly why?: string;
}

/**
 * Gives an entry another text, in the user's own words: what is on probation is confirmed, the flag of a contradiction that
 * is gone is lifted, and what the new text contradicts is flagged. ENTRY_INVALID where another entry says so already.
 */
export async function editEntry(session: LibrarySession, name: string, change: TextChange): Promise<Changed> {
  checkText(change?.text);
  const { text, rule = readGuideline(text).rule, why = ASKED_FOR } = change;
  const { scope, entry } = await foundEntry(session, name);
  const entries = (await session.existing(scope))?.state.entries ?? new Map<number, Entry>();
  const others = [...entries.values()].filter((one) => isFound(one) && one.id !== entry.id);
  const twin = others.find((one) => one.text.normalize('NFC') === text.normalize('NFC'));
  if (twin !== undefined) throw invalidEntry(`${entryName(scope, twin.id)} says so already`);
  const modify: Operation = {
    op: 'modify',
    id: entry.id,
    text,
    rule,
    isTrusted: true,
    evidence: null,
    group: null,
    why,
  };
  const isTaken = entry.status !== 'archived' && screenText(text).ok;
  const operations = isTaken ? [modify, ...consequences(entry, { text, rule }, others, entries)] : [modify];
  const submitted = await session.write(scope, { kind: 'edit', wish: operationsWish(...operations) });
  return changedBy(session, scope, submitted, entry.id);
}

function consequences(
  entry: Entry,
  next: Pick<Entry, 'text' | 'rule'>,
  others: readonly Entry[],
  entries: ReadonlyMap<number, Entry>,
): readonly Operation[] {
  const rival = entry.rival === null ? undefined : entries.get(entry.rival);
  const isFlagged = entry.status === 'flagged';
  if (isFlagged && (rival === undefined || contradicts(next, rival))) return [];
  const flags = others
    .filter((other) => contradicts(other, next))
    .map(({ id }): Operation => {
      const why = `contradicted by the user: ${next.text}`;
      return { op: 'status', id, to: 'flagged', rival: entry.id, why, group: null };
    });
  const status = isFlagged ? entry.statusBefore : entry.status === 'probation' ? 'active' : null;
  return [...(status === null ? [] : [statusOf(entry.id, status)]), ...flags];
}
