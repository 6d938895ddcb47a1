import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPraxis } from './open-praxis.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'praxis-open-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** What a program without types may pass. */
const untyped = (value: unknown) => value as string;

describe('openPraxis', () => {
  test('takes a string for the path of a task file', async () => {
    const cwd = folder();
    await expect(openPraxis({ cwd }).run('nothing.yaml')).rejects.toMatchObject({
      code: 'TASK_MISSING',
      message: 'cannot read the task nothing.yaml: there is no such file',
    });
    writeFileSync(join(cwd, 'task.yaml'), 'goal: 1\n');
    await expect(openPraxis({ cwd }).preview('task.yaml')).rejects.toMatchObject({ code: 'TASK_INVALID' });
  });

  test('says of a folder that it is one', async () => {
    await expect(openPraxis({ cwd: folder() }).run('.')).rejects.toMatchObject({
      code: 'TASK_MISSING',
      message: 'cannot read the task .: it is a folder',
    });
  });

  test.each([undefined, null, 7, {}, { kind: 'file' }, { kind: 'moon' }])(
    'refuses %j by name and writes nothing',
    async (task) => {
      const cwd = folder();
      await expect(openPraxis({ cwd }).run(untyped(task))).rejects.toMatchObject({ code: 'USAGE' });
      await expect(openPraxis({ cwd }).preview(untyped(task))).rejects.toMatchObject({ code: 'USAGE' });
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  test('refuses to open nowhere', () => {
    expect(() => openPraxis({ cwd: untyped(undefined) })).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });
});
