import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../dist/praxis-cli.mjs', import.meta.url));
let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'praxis-lift-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const praxis = (...words: string[]) =>
  spawnSync(process.execPath, [program, 'bounds', ...words], {
    encoding: 'utf8',
    cwd: home,
    env: { PRAXIS_HOME: home, PATH: process.env.PATH },
  });

describe('praxis bounds', () => {
  test('lift is refused where nobody sits at a terminal', () => {
    const { status, stderr } = praxis('lift', '--last');
    expect(status).toBe(2);
    expect(stderr).toContain('only a person at a terminal');
    expect(existsSync(join(home, 'sessions'))).toBe(false);
  });

  test('allow keeps each pattern once', () => {
    for (const pattern of ['gh run watch *', 'sleep *', 'gh run watch *'])
      expect(praxis('allow', pattern).status).toBe(0);
    expect(JSON.parse(readFileSync(join(home, 'bounds-allow.json'), 'utf8'))).toEqual({
      v: 1,
      patterns: ['gh run watch *', 'sleep *'],
    });
  });
});
