import { describe, expect, test } from 'vitest';
import { policyDocument } from '../../../test/policy/samples.ts';
import { printedText } from '../../base/canonical-json.ts';
import { runContractCommand } from './run.ts';

function run(...argv: string[]) {
  return runContractCommand(argv, {
    env: {},
    readFile: (path) =>
      path === 'p.json'
        ? { kind: 'bytes', bytes: new TextEncoder().encode(printedText(policyDocument())) }
        : { kind: 'failed', detail: `no ${path}` },
  });
}

describe('runContractCommand', () => {
  test.each([
    ['--policy', 'p.json'],
    ['--policy=p.json', '--json'],
    ['--json', '--pol', './/p.json'],
    ['--policy', 'x', '--p=p.json'],
  ])('validates a policy given as %j', (...options) => {
    const { exit, stdout } = run('policy', 'validate', ...options);
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
  ])('answers wrong use with exit 2 and nothing on standard output: %j', (...argv) => {
    const { exit, stdout, stderr } = run(...argv);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toContain('usage: agent-collab');
  });

  test('takes a dash, a negative number and a text with a space for values', () => {
    for (const path of ['-', '-1', '-a b'])
      expect(JSON.parse(run('policy', 'validate', '--policy', path).stdout)).toMatchObject({ ok: false, path });
  });

  test('prints its use on request', () => {
    expect(run('policy', 'evaluate', '--help')).toMatchObject({ exit: 0, stderr: '' });
    expect(run('--help').stdout).toContain('checkpoint validate');
  });
});
