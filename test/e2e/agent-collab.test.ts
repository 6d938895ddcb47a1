import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCliCase } from '../conformance/policy-cli-case.ts';
import { isCliCase, readPolicyCases } from '../conformance/vector-file.ts';
import { agentCollab, CONTRACT } from './agent-collab.ts';
import { cleanEnvironment, ROOT } from './support.ts';

/** Every nth case of a theme is run by the built program; all of them are run within this process elsewhere. */
const THEMES: readonly (readonly [theme: string, every: number])[] = [
  ['01-strict-json', 12],
  ['08-evaluate-v1', 16],
  ['12-evaluate-v2', 24],
  ['14-advance', 3],
  ['15-migrate', 4],
  ['17-doctor-cli', 1],
];

describe('the built agent-collab', () => {
  test.each(THEMES)('gives what the reference gave for %s', async (theme, every) => {
    const cases = readPolicyCases(join(ROOT, 'test/vectors/policy', `${theme}.json`)).filter(isCliCase);
    for (const vector of cases.filter((_, index) => index % every === 0)) {
      const difference = await runCliCase(vector, async ({ argv, env }, folder) => {
        const { exit, ...texts } = await agentCollab(folder, argv, env);
        if (exit !== 0 && exit !== 2 && exit !== 3 && exit !== 4) throw new Error(`exit ${exit}\n${texts.stderr}`);
        return { exit, ...texts };
      });
      expect(difference, vector.name).toBeNull();
    }
  });

  test('is quiet when its reader has gone', async () => {
    const child = spawn(process.execPath, [CONTRACT, 'doctor'], {
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const exit = await new Promise((resolve) => child.on('close', resolve));
    expect([exit, said]).toEqual([0, '']);
  });
});
