import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundle } from '../../../test/support/bundle.ts';
import { bundledEngine, chooseEngine, isFreeOfWalResetBug, nodeEngine } from './open-driver.ts';

describe('the choice of an SQLite', () => {
  test.each([
    ['3.51.3', true],
    ['3.53.0', true],
    ['4.0.0', true],
    ['3.50.7', true],
    ['3.44.6', true],
    ['3.51.2', false],
    ['3.51.0', false],
    ['3.50.6', false],
    ['3.49.9', false],
    ['3.45.1', false],
    ['3.44.5', false],
    ['3.6.23', false],
  ])('judges version %s free of the WAL reset bug: %s', (version, isFree) => {
    expect(isFreeOfWalResetBug(version)).toBe(isFree);
  });

  test('falls on a version whose log is safe, and on the own one of Node where that is so', () => {
    const chosen = chooseEngine();
    expect(isFreeOfWalResetBug(chosen.sqliteVersion)).toBe(true);
    const own = nodeEngine();
    const isOwnSafe = own !== undefined && isFreeOfWalResetBug(own.sqliteVersion);
    expect(chosen.name).toBe(isOwnSafe ? 'node:sqlite' : '@photostructure/sqlite');
  });

  test('prints no warning and leaves the others as they are', async () => {
    const program = await bundle(join(import.meta.dirname, 'open-driver.ts'));
    const script = `import { chooseEngine } from ${JSON.stringify(program.path)};
      chooseEngine(); process.emitWarning('of somebody else');`;
    const args = ['--input-type=module', '-e', `${script}`];
    const stderr = execFileSync('sh', ['-c', '"$0" "$@" 2>&1', process.execPath, ...args], { encoding: 'utf8' });
    program.remove();
    expect(stderr).toContain('of somebody else');
    expect(stderr).not.toContain('SQLite');
  });
});

describe.each([
  ['of Node', nodeEngine()],
  ['of the package', bundledEngine()],
])('the SQLite %s', (_, engine) => {
  test.skipIf(engine === undefined)('stores and finds text, numbers, bytes and null', () => {
    const driver = (engine ?? bundledEngine()).open(':memory:', 0);
    driver.exec('CREATE TABLE t (a, b, c, d, e)');
    const bytes = new Uint8Array([0, 255]);
    driver.prepare('INSERT INTO t VALUES (?, ?, ?, ?, ?)').run('ü✓', 2 ** 53 - 1, 0.5, null, bytes);
    const row = driver.prepare('SELECT * FROM t').get();
    expect({ ...row }).toEqual({ a: 'ü✓', b: 2 ** 53 - 1, c: 0.5, d: null, e: bytes });
    expect(driver.prepare('SELECT * FROM t WHERE a = ?').all('nothing')).toEqual([]);
    driver.close();
  });
});
