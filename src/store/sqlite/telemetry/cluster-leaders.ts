import type { Connection } from '../connection.ts';
import { bytesOf, numberOf } from '../row.ts';
import { bytesFrom, floatsOf } from '../vector-bytes.ts';

/** The leaders of a domain, oldest first: their numbers, and their vectors in the same order. */
interface Leaders {
  readonly numbers: number[];
  readonly vectors: Float32Array[];
}

/**
 * The leaders of clusters over a series of transactions of one connection. They are read anew only where something else
 * has changed the database in between: with each task of a large library that would be most of the work.
 */
export class ClusterLeaders {
  readonly #connection: Connection;
  readonly #encoderId: string;
  readonly #byDomain = new Map<string, Leaders>();
  #state = '';

  constructor(connection: Connection, encoderId: string) {
    this.#connection = connection;
    this.#encoderId = encoderId;
  }

  /** At the beginning of a transaction. What one added that was rolled back is forgotten here. */
  begin(): void {
    if (this.#stateNow() !== this.#state) this.#byDomain.clear();
  }

  /** After a transaction that was committed. */
  committed(): void {
    this.#state = this.#stateNow();
  }

  /** The number of the leader that `nearest` chooses by index, else of a new one with that vector. */
  join(
    domain: string,
    vector: Float32Array,
    nearest: (leaders: readonly Float32Array[]) => number | undefined,
  ): number {
    const leaders = this.#leadersOf(domain);
    const index = nearest(leaders.vectors);
    const known = index === undefined ? undefined : leaders.numbers[index];
    if (known !== undefined) return known;
    const created = this.#connection
      .statement('INSERT INTO task_clusters (encoder_id, domain, vector) VALUES (?, ?, ?) RETURNING n')
      .get(this.#encoderId, domain, bytesFrom(vector));
    const number = numberOf(created ?? {}, 'n');
    leaders.numbers.push(number);
    leaders.vectors.push(vector);
    return number;
  }

  #leadersOf(domain: string): Leaders {
    const known = this.#byDomain.get(domain);
    if (known !== undefined) return known;
    const rows = this.#connection
      .statement('SELECT n, vector FROM task_clusters WHERE encoder_id = ? AND domain = ? ORDER BY n')
      .all(this.#encoderId, domain);
    const numbers = rows.map((row) => numberOf(row, 'n'));
    const leaders = { numbers, vectors: rows.map((row) => floatsOf(bytesOf(row, 'vector'))) };
    this.#byDomain.set(domain, leaders);
    return leaders;
  }

  /** Changes with every commit of another connection, and with every row that this one changes, committed or not. */
  #stateNow(): string {
    const other = numberOf(this.#connection.statement('PRAGMA data_version').get() ?? {}, 'data_version');
    const own = numberOf(this.#connection.statement('SELECT total_changes() AS changes').get() ?? {}, 'changes');
    return `${other} ${own}`;
  }
}
