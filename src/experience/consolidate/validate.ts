import { contradicts } from '../contradiction.ts';
import type { Operation } from '../operation.ts';
import { screenText } from '../screen/screen.ts';
import { particularsIn } from './general-text.ts';
import { dropped, type Passed, type Quarantined, type StandingEntry, type Wish, type WishOutcome } from './wish.ts';

/** First pass: what can be done to the library as it is, with texts that may be stored. */
export function passValid(
  wishes: readonly Wish[],
  library: readonly StandingEntry[],
): Passed & { readonly quarantined: readonly Quarantined[] } {
  const entries = new Map(library.filter(({ status }) => status !== 'archived').map((entry) => [entry.id, entry]));
  const kept: Wish[] = [];
  const outcomes: WishOutcome[] = [];
  const quarantined: Quarantined[] = [];
  for (const wish of wishes) {
    const { operation, index } = wish;
    const problem = problemOf(operation, entries);
    if (problem !== null) {
      outcomes.push(dropped(wish, problem));
      continue;
    }
    const screening = 'text' in operation ? screenText(operation.text) : { ok: true as const };
    if (!screening.ok) {
      quarantined.push({ operation, kind: screening.kind, reason: screening.reason });
      outcomes.push({ index, kind: 'quarantined', reason: screening.reason });
      continue;
    }
    const particulars = 'text' in operation && !isTyped(operation) ? particularsIn(operation.text) : null;
    if (particulars === null) kept.push(wish);
    else outcomes.push(dropped(wish, particulars));
  }
  return { wishes: kept, outcomes, quarantined };
}

/** What the user typed may name what the user likes; the screen alone looks at it. */
function isTyped(operation: Operation): boolean {
  return (
    operation.op === 'add' && operation.isTrusted && (operation.origin === 'user' || operation.origin === 'manual')
  );
}

function problemOf(operation: Operation, entries: ReadonlyMap<number, StandingEntry>): string | null {
  if ('text' in operation && /[\p{Cc}\u2028\u2029]/u.test(operation.text.trim())) return 'the text is not one line';
  switch (operation.op) {
    case 'add':
      return operation.domain === '' ? 'the domain is empty' : null;
    case 'merge':
      return mergeProblem(operation.ids, entries);
    default: {
      const entry = entries.get(operation.id);
      if (entry === undefined) return `there is no entry ${operation.id}`;
      const isChange = operation.op === 'modify' || operation.op === 'delete';
      return isChange && entry.origin === 'user' ? "the entry is the user's own" : null;
    }
  }
}

function mergeProblem(ids: readonly [number, number], entries: ReadonlyMap<number, StandingEntry>): string | null {
  const [first, second] = ids.map((id) => entries.get(id));
  if (ids[0] === ids[1]) return 'an entry cannot be merged with itself';
  if (first === undefined || second === undefined) return `there is no entry ${first === undefined ? ids[0] : ids[1]}`;
  if (first.type !== second.type || first.domain !== second.domain) return 'the two differ in type or domain';
  return contradicts(first, second) ? 'the two contradict each other' : null;
}
