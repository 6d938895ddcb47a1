import type { Proposal } from '../../../loops/build/proposal.ts';
import type { ProposalBook, ProposalUpdate } from '../../../loops/store.ts';
import type { Connection } from '../connection.ts';
import { jsonOf, numberOf, versionOf } from '../row.ts';

export function readProposals(connection: Connection): ProposalBook {
  const proposals = connection
    .statement('SELECT n, v, body FROM proposals ORDER BY n')
    .all()
    .map((row): Proposal => {
      const n = numberOf(row, 'n');
      const v = versionOf(row, `proposal p${n}`, 1);
      return { ...jsonOf<Omit<Proposal, 'n' | 'v'>>(row, 'body'), n, v };
    });
  return { version: bookVersion(connection), proposals };
}

/** Inside a transaction; false, and nothing changed, where the book is at another version. */
export function writeProposals(connection: Connection, { proposals, expectedVersion }: ProposalUpdate): boolean {
  if (proposals.length === 0) return true;
  if (bookVersion(connection) !== expectedVersion) return false;
  const put = connection.statement('INSERT OR REPLACE INTO proposals (n, v, body) VALUES (?, ?, ?)');
  for (const { n, v, ...body } of proposals) put.run(n, v, JSON.stringify(body));
  connection
    .statement(
      `INSERT INTO counters (name, value) VALUES ('proposals', 1)
       ON CONFLICT (name) DO UPDATE SET value = value + 1`,
    )
    .run();
  return true;
}

function bookVersion(connection: Connection): number {
  const row = connection.statement(`SELECT value FROM counters WHERE name = 'proposals'`).get();
  return row === undefined ? 0 : numberOf(row, 'value');
}
