import { describe, expect, test } from 'vitest';
import { memoryContractHost } from '../../../test/policy/memory-contract-host.ts';
import { policyDocument } from '../../../test/policy/samples.ts';
import { printedText } from '../../base/canonical-json.ts';
import { runContractCommand } from './run.ts';

function run(...argv: string[]) {
  return runContractCommand(argv, memoryContractHost({ 'p.json': printedText(policyDocument()) }));
}

describe('runContractCommand', () => {
  test.each([
    ['--policy', 'p.json'],
    ['--policy=p.json', '--json'],
    ['--json', '--pol', './/p.json'],
    ['--policy', 'x', '--p=p.json'],
  ])('validates a policy given as %j', async (...options) => {
    const { exit, stdout } = await run('policy', 'validate', ...options);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, path: 'p.json', policy_id: 'sample' });
  });

  test.each([
    [],
    ['plan'],
    ['policy'],
    ['policy', 'validate'],
    ['policy', 'validate', 'p.json'],
    ['policy', 'validate', '--policy'],
    ['policy', 'validate', '--policy', '--json'],
    ['policy', 'validate', '--policy', 'p.json', '--loud'],
    ['policy', 'validate', '--policy', 'p.json', '--json=1'],
    ['policy', 'validate', '--policy', 'p.json', '--'],
    ['policy', 'evaluate', '--policy', 'p.json'],
  ])('answers wrong use with exit 2 and nothing on standard output: %j', async (...argv) => {
    const { exit, stdout, stderr } = await run(...argv);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toContain('usage: agent-collab');
  });

  test('takes a dash, a negative number and a text with a space for values', async () => {
    for (const path of ['-', '-1', '-a b'])
      expect(JSON.parse((await run('policy', 'validate', '--policy', path)).stdout)).toMatchObject({ ok: false, path });
  });

  test('prints its use on request', async () => {
    expect(await run('policy', 'evaluate', '--help')).toMatchObject({ exit: 0, stderr: '' });
    expect((await run('--help')).stdout).toContain('checkpoint validate');
  });
});
