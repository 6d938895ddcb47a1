import type { RetrievalScore } from '../../experience/retrieval-rank.ts';
import type { EntryView } from '../../praxis/library/entry-view.ts';
import { fixed, oneLine, table } from '../table.ts';

/** An entry as `--json` prints it. Its members are stable. */
export function entryDocument(entry: EntryView): object {
  const { id, text, type, domain, c, u, k, status, stale, origin, pinned, rule, evidence, isJudged } = entry;
  return { id, text, type, domain, c, u, k, status, stale, origin, pinned, rule, judged: isJudged, evidence };
}

/** The score of an entry as `--json` prints it. */
export function scoreDocument(score: RetrievalScore): object {
  const { total, similarity, nearest, confidence, signature } = score;
  return { total, similarity, nearest, confidence, signature };
}

/** `0.72 = 0.8 × 0.77 (its text) + 0.2 × 0.50, and 0.25 for the error at hand`. */
export function scoreText({ total, similarity, nearest, confidence, signature }: RetrievalScore): string {
  const where = nearest === 'text' ? 'its text' : 'the tasks it comes from';
  return `${fixed(total)}: ${fixed(similarity)} near ${where}, confidence ${fixed(confidence)}${
    signature ? ', about this very error' : ''
  }`;
}

/** What marks an entry beside its status. */
export function standingOf(entry: EntryView): string {
  const marks = [entry.stale ? 'stale' : '', entry.pinned ? 'pinned' : '', entry.isJudged ? '' : 'unjudged'];
  return [entry.status, ...marks.filter((mark) => mark !== '')].join(', ');
}

/** Entries as a table for people. */
export function entryTable(entries: readonly EntryView[]): string {
  return table(
    entries.map((entry) => [
      entry.id,
      `c ${fixed(entry.c)}`,
      `u ${entry.u}`,
      entry.type,
      entry.domain,
      standingOf(entry),
      oneLine(entry.text, 240),
    ]),
  );
}
