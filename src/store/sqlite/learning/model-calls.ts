import type { ModelCallStore } from '../../../learning/extract/model/model-calls.ts';
import type { Connection } from '../connection.ts';
import { numberOf, textOf, versionOf } from '../row.ts';

/** The account of what language models were asked. */
export function modelCallStore(connection: Connection): ModelCallStore {
  return {
    knownAnswer: (hash) =>
      connection.read(() => {
        const row = connection.statement('SELECT v, answer FROM model_answers WHERE hash = ?').get(hash);
        if (row === undefined) return undefined;
        versionOf(row, 'answer of a model', 1);
        return textOf(row, 'answer');
      }),
    reserveCall: ({ job, hash, maxOutputTokens, at }) =>
      connection.write(() => {
        const row = connection
          .statement(
            `INSERT INTO model_calls (v, job, hash, reserved_at, max_output_tokens) VALUES (1, ?, ?, ?, ?) RETURNING n`,
          )
          .get(job, hash, at, maxOutputTokens);
        return numberOf(row ?? {}, 'n');
      }),
    settleCall: (number, { outcome, usage, answer }) =>
      connection.write(() => {
        const settled = connection
          .statement(
            `UPDATE model_calls SET outcome = ?, input_tokens = ?, output_tokens = ? WHERE n = ? RETURNING hash`,
          )
          .get(outcome, usage.input, usage.output, number);
        if (answer === null || settled === undefined) return;
        connection
          .statement('INSERT INTO model_answers (hash, v, answer) VALUES (?, 1, ?) ON CONFLICT (hash) DO NOTHING')
          .run(textOf(settled, 'hash'), answer);
      }),
    callsOf: (job) =>
      connection.read(() => {
        const row = connection
          .statement(
            `SELECT count(*) FILTER (WHERE outcome IS NULL OR outcome = 'answered') AS calls,
             count(*) FILTER (WHERE outcome IS NULL) AS unsettled FROM model_calls WHERE job = ?`,
          )
          .get(job);
        return { calls: numberOf(row ?? {}, 'calls'), unsettled: numberOf(row ?? {}, 'unsettled') };
      }),
    extractionsOf: (trajectories) =>
      connection.read(() => {
        const times = connection.statement('SELECT times FROM model_extractions WHERE trajectory = ?');
        return new Map(
          trajectories.flatMap((name): [string, number][] => {
            const row = times.get(name);
            return row === undefined ? [] : [[name, numberOf(row, 'times')]];
          }),
        );
      }),
  };
}

/** Inside the transaction of the job that they taught. */
export function countExtractions(connection: Connection, trajectories: readonly string[]): void {
  const count = connection.statement(
    `INSERT INTO model_extractions (trajectory, v, times) VALUES (?, 1, 1)
     ON CONFLICT (trajectory) DO UPDATE SET times = times + 1`,
  );
  for (const name of trajectories) count.run(name);
}
