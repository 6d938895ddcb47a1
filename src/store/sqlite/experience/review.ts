import type { NewReviewItem, ReviewItem } from '../../../experience/review-item.ts';
import type { Commit } from '../../../experience/store.ts';
import type { Connection } from '../connection.ts';
import { jsonOf, numberOf, textOrNullOf, versionOf, wordOf } from '../row.ts';

const STATES = ['open', 'accepted', 'rejected', 'withdrawn'] as const;

export function listReview(connection: Connection, state: ReviewItem['state'] | null): readonly ReviewItem[] {
  return connection
    .statement(
      'SELECT n, v, state, asked_by, answered_by, body FROM experience_review WHERE ? IS NULL OR state = ? ORDER BY n',
    )
    .all(state, state)
    .map((row) => {
      const n = numberOf(row, 'n');
      versionOf(row, `q${n}`, 1);
      return {
        ...jsonOf<NewReviewItem>(row, 'body'),
        n,
        state: wordOf(row, 'state', STATES),
        askedBy: textOrNullOf(row, 'asked_by'),
        answeredBy: textOrNullOf(row, 'answered_by'),
      };
    });
}

/** The items with the numbers they got. */
export function insertReview(
  connection: Connection,
  items: readonly NewReviewItem[],
  askedBy: string | null,
): readonly ReviewItem[] {
  const insert = connection.statement(
    `INSERT INTO experience_review (v, state, asked_by, body) VALUES (?, 'open', ?, ?) RETURNING n`,
  );
  return items.map((item) => {
    const row = insert.get(item.v, askedBy, JSON.stringify(item)) ?? {};
    return { ...item, n: numberOf(row, 'n'), state: 'open', askedBy, answeredBy: null };
  });
}

export function closeReview(connection: Connection, closed: Commit['reviewed']): void {
  const update = connection.statement('UPDATE experience_review SET state = ?, answered_by = ? WHERE n = ?');
  for (const { n, state, answeredBy } of closed) update.run(state, answeredBy, n);
}

export function rewriteReview(connection: Connection, items: readonly ReviewItem[]): void {
  const update = connection.statement('UPDATE experience_review SET state = ?, answered_by = ?, body = ? WHERE n = ?');
  for (const { n, state, askedBy: _, answeredBy, ...body } of items)
    update.run(state, answeredBy, JSON.stringify(body), n);
}
