import type { Relation } from '../../../experience/relation.ts';
import type { ComparedVersions } from '../../../experience/store.ts';
import type { Connection } from '../connection.ts';
import { numberOf, textOf, versionOf, wordOf } from '../row.ts';

const KINDS = ['keep-both', 'duplicates', 'contradicts'] as const;

export function listRelations(connection: Connection): readonly Relation[] {
  return connection
    .statement('SELECT v, kind, a, b FROM experience_relations ORDER BY a, b, kind')
    .all()
    .map((row) => ({
      v: versionOf(row, 'a relation', 1),
      kind: wordOf(row, 'kind', KINDS),
      a: textOf(row, 'a'),
      b: textOf(row, 'b'),
    }));
}

export function addRelations(connection: Connection, relations: readonly Relation[]): void {
  const insert = connection.statement(
    'INSERT INTO experience_relations (a, b, kind, v) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  for (const { a, b, kind, v } of relations) insert.run(a, b, kind, v);
}

export function dropRelations(connection: Connection, relations: readonly Relation[]): void {
  const remove = connection.statement('DELETE FROM experience_relations WHERE a = ? AND b = ? AND kind = ?');
  for (const { a, b, kind } of relations) remove.run(a, b, kind);
}

/** Forgets what was found of entries; what a person said stays. */
export function forgetRelations(connection: Connection, names: readonly string[]): void {
  const list = JSON.stringify(names);
  connection
    .statement(
      `DELETE FROM experience_relations WHERE kind <> 'keep-both'
       AND (a IN (SELECT value FROM json_each(?)) OR b IN (SELECT value FROM json_each(?)))`,
    )
    .run(list, list);
}

/** Remembers up to which versions entries were compared. */
export function setCompared(connection: Connection, { own, user }: ComparedVersions): void {
  connection
    .statement(
      'UPDATE experience_library SET compared_own = ?, compared_user = ?, generation = generation + 1 WHERE n = 1',
    )
    .run(own, user);
}

export function comparedTo(connection: Connection): ComparedVersions {
  const row =
    connection.statement('SELECT compared_own, compared_user FROM experience_library WHERE n = 1').get() ?? {};
  return { own: numberOf(row, 'compared_own'), user: numberOf(row, 'compared_user') };
}
