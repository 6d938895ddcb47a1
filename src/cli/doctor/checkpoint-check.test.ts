import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkCheckpoints } from './checkpoint-check.ts';

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-doctor-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe('checkCheckpoints', () => {
  test('tries lock and link in the folder and leaves nothing', async () => {
    const cwd = folder();
    expect(await checkCheckpoints(cwd)).toMatchObject({ status: 'ok' });
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('warns of a folder that is reached by a link', async () => {
    const cwd = folder();
    mkdirSync(join(cwd, 'real'));
    symlinkSync(join(cwd, 'real'), join(cwd, 'way'));
    expect(await checkCheckpoints(join(cwd, 'way'))).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('contains a symlink'),
    });
    expect(readdirSync(join(cwd, 'real'))).toEqual([]);
  });

  test('has nothing to say where nothing can be written', async () => {
    expect(await checkCheckpoints(join(folder(), 'missing'))).toMatchObject({ status: 'skip' });
  });
});
