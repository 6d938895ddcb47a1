import { createRequire } from 'node:module';
import { PraxisError } from '../../base/errors.ts';
import type { Driver, Engine } from './driver.ts';

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options: { readonly timeout: number }) => Driver;
}

/** The running Node's own SQLite where its WAL is safe, else the bundled one, which is loaded only then. */
export function chooseEngine(): Engine {
  const own = nodeEngine();
  return own !== undefined && isFreeOfWalResetBug(own.sqliteVersion) ? own : bundledEngine();
}

/** The SQLite of the running Node, whatever its version; undefined where this Node has none. */
export function nodeEngine(): Engine | undefined {
  // A static import would fail on a Node without it.
  const found: unknown = withoutSqliteWarning(() => process.getBuiltinModule('node:sqlite'));
  return isSqliteModule(found) ? engineOf('node:sqlite', found) : undefined;
}

/** The prebuilt SQLite that comes with the package. */
export function bundledEngine(): Engine {
  try {
    // Required, not imported: that takes half the time, and every start on Node 20 pays it.
    const require = createRequire(import.meta.url);
    const found: unknown = require('@photostructure/sqlite');
    if (isSqliteModule(found)) return engineOf('@photostructure/sqlite', found);
    throw new TypeError('@photostructure/sqlite has no DatabaseSync');
  } catch (error) {
    throw new PraxisError('STORE_IO', `cannot load an SQLite for ${process.platform} ${process.arch}`, {
      hint: 'Install the dependencies again, or use a Node whose own SQLite is 3.51.3 or newer (Node 24).',
      cause: error,
    });
  }
}

/**
 * Whether a WAL database is safe with this SQLite: versions from 3.7.0 to 3.51.2 can damage one when a commit resets the
 * log during a second checkpoint (mended in 3.51.3, and in 3.50.7 and 3.44.6 of the older lines).
 */
export function isFreeOfWalResetBug(sqliteVersion: string): boolean {
  const [major = 0, minor = 0, patch = 0] = sqliteVersion.split('.').map(Number);
  if (major !== 3) return major > 3;
  if (minor === 44) return patch >= 6;
  if (minor === 50) return patch >= 7;
  return minor > 51 || (minor === 51 && patch >= 3);
}

function engineOf(name: Engine['name'], { DatabaseSync }: SqliteModule): Engine {
  const memory = new DatabaseSync(':memory:', { timeout: 0 });
  const version = memory.prepare('SELECT sqlite_version() AS version').get()?.version;
  memory.close();
  return {
    name,
    sqliteVersion: String(version),
    open: (path, busyTimeoutMs) => new DatabaseSync(path, { timeout: busyTimeoutMs }),
  };
}

function isSqliteModule(value: unknown): value is SqliteModule {
  return (
    typeof value === 'object' && value !== null && 'DatabaseSync' in value && typeof value.DatabaseSync === 'function'
  );
}

/** Node 22 warns at the first load that its SQLite is experimental: no news to the user of a command. Other warnings pass. */
function withoutSqliteWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning;
  process.emitWarning = (...args: readonly unknown[]) => {
    const [warning] = args;
    if (!String(warning).includes('SQLite')) Reflect.apply(emitWarning, process, [...args]);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
