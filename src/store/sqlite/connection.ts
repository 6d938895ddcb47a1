import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import { syncFolder } from '../../host/atomic-file.ts';
import { makePrivateFolder } from '../../host/private-folder.ts';
import { isErrno } from '../../host/system-error.ts';
import type { Driver, Statement } from './driver.ts';
import { chooseEngine } from './open-driver.ts';
import { type Patience, whileBusy } from './while-busy.ts';

/** What a commit survives: `process-kill` the end of any process, `power-cut` that of the machine as well. */
export type Durability = 'process-kill' | 'power-cut';

export interface ConnectionOptions extends Patience {
  readonly durability: Durability;
}

/**
 * How long one statement waits with the thread blocked. Short, so that signs of life and output of children keep flowing;
 * the long wait is that of `whileBusy`.
 */
const BUSY_TIMEOUT_MS = 200;

/** One connection to a database that many processes write: short immediate transactions, each tried again while busy. */
export class Connection {
  readonly path: string;
  readonly #driver: Driver;
  readonly #options: ConnectionOptions;
  #synchronous: Durability;
  readonly #statements = new Map<string, Statement>();

  constructor(path: string, driver: Driver, options: ConnectionOptions) {
    this.path = path;
    this.#driver = driver;
    this.#options = options;
    this.#synchronous = options.durability;
  }

  /** A statement, compiled once. */
  statement(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const compiled = this.#driver.prepare(sql);
    this.#statements.set(sql, compiled);
    return compiled;
  }

  /** Runs statements that return nothing. */
  exec(sql: string): void {
    this.#driver.exec(sql);
  }

  /** Reads what `body` reads; it may be called again and must do nothing else. */
  read<T>(body: () => T): Promise<T> {
    return whileBusy(this.path, this.#options, body);
  }

  /**
   * One write transaction: all that `body` writes becomes durable, or nothing. It may be called again and must do nothing
   * else. `durability` may be less than that of the connection.
   */
  write<T>(body: () => T, durability = this.#options.durability): Promise<T> {
    return whileBusy(this.path, this.#options, () => {
      this.#outlive(durability);
      this.statement('BEGIN IMMEDIATE').run();
      try {
        const result = body();
        this.statement('COMMIT').run();
        return result;
      } catch (error) {
        this.#rollBack();
        throw error;
      }
    });
  }

  /** With the bundled SQLite the files stay open, without a lock, until the statements are collected or the process ends. */
  close(): void {
    this.#statements.clear();
    this.#driver.close();
  }

  #outlive(durability: Durability): void {
    if (this.#synchronous === durability) return;
    this.#driver.exec(synchronousPragma(durability));
    this.#synchronous = durability;
  }

  #rollBack(): void {
    try {
      this.exec('ROLLBACK');
    } catch {
      // After some failures, such as a full disk, SQLite has rolled back by itself; the first error is the one to report.
    }
  }
}

function synchronousPragma(durability: Durability): string {
  return `PRAGMA synchronous=${durability === 'power-cut' ? 'FULL' : 'NORMAL'}`;
}

/** Opens a database in WAL mode, made with its folder where it is missing, readable by this user alone. */
export async function openConnection(path: string, options: ConnectionOptions): Promise<Connection> {
  const engine = chooseEngine();
  if (path !== ':memory:') createFile(path);
  const driver = await whileBusy(path, options, () => engine.open(path, BUSY_TIMEOUT_MS));
  try {
    await whileBusy(path, options, () =>
      driver.exec(`PRAGMA journal_mode=WAL; ${synchronousPragma(options.durability)}`),
    );
  } catch (error) {
    driver.close();
    throw error;
  }
  return new Connection(path, driver, options);
}

/** SQLite would make the file with the umask's mode; the log beside it gets the mode of the file. */
function createFile(path: string): void {
  try {
    makePrivateFolder(dirname(path));
    makeFile(path);
  } catch (error) {
    throw new PraxisError('STORE_IO', `cannot make the library ${path}`, {
      hint: 'See that its folder can be written and its disk is not full, or point PRAXIS_HOME elsewhere.',
      cause: error,
    });
  }
}

function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    syncFolder(dirname(path));
  } catch (error) {
    // Made before, or by another process at this instant.
    if (!isErrno(error, 'EEXIST')) throw error;
  }
}
