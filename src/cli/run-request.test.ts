import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { RunFlags } from './commands/run.ts';
import { runRequest } from './run-request.ts';

const HOST = { cwd: '/project', isTerminal: false };
const NO_FLAGS: RunFlags = { new: false, dryRun: false, json: false };

function request(flags: Partial<RunFlags>, task?: string) {
  return runRequest({ ...NO_FLAGS, ...flags }, task, HOST);
}

describe('runRequest', () => {
  test('takes a task file', () => {
    expect(request({}, 'task.yaml')).toMatchObject({
      source: { kind: 'file', path: 'task.yaml' },
      resume: { kind: 'none' },
    });
  });

  test('writes the task file that flags stand for', () => {
    const { source } = request({ goal: 'go: now', accept: ['npm test', 'true'], actor: 'sh fix.sh', policy: 'p.json' });
    expect(source.kind === 'text' && parse(source.text)).toEqual({
      goal: 'go: now',
      acceptance: [{ run: 'npm test' }, { run: 'true' }],
      policy_ref: 'p.json',
      actor: { kind: 'command', run: 'sh fix.sh' },
    });
  });

  test('takes policy.json and no format where none is named', () => {
    const { source } = request({ goal: 'g', accept: ['true'], actor: 'a', format: 'none' });
    expect(source.kind === 'text' && parse(source.text)).toMatchObject({
      policy_ref: 'policy.json',
      actor: { format: 'none' },
    });
  });

  test('a bare --resume means the newest run', () => {
    expect(request({ resume: '' })).toMatchObject({ source: { kind: 'session' }, resume: { kind: 'newest' } });
  });

  test('--resume takes a session id or the beginning of one', () => {
    expect(request({ resume: '01997c3a-5' })).toMatchObject({ resume: { kind: 'session', id: '01997c3a-5' } });
  });

  test('a file name after --resume is the task', () => {
    expect(request({ resume: 'task.yaml' })).toMatchObject({
      source: { kind: 'file', path: 'task.yaml' },
      resume: { kind: 'newest' },
    });
  });

  test.each<[string, Partial<RunFlags>, string | undefined, string]>([
    ['no task', {}, undefined, 'TASK_MISSING'],
    ['an incomplete task', { goal: 'g' }, undefined, 'USAGE'],
    ['a task file and flags', { goal: 'g' }, 'task.yaml', 'USAGE'],
    ['an answer to nothing', { answer: 'approve' }, 'task.yaml', 'USAGE'],
    ['--new with --resume', { new: true, resume: '' }, 'task.yaml', 'USAGE'],
    ['a second task', { resume: 'other.yaml' }, 'task.yaml', 'USAGE'],
    ['a group of none', { group: '0' }, 'task.yaml', 'USAGE'],
    ['a group in words', { group: 'two' }, 'task.yaml', 'USAGE'],
  ])('refuses %s', (_case, flags, task, code) => {
    expect(() => request(flags, task)).toThrow(expect.objectContaining({ code }));
  });

  test('names what is missing', () => {
    expect(() => request({ goal: 'g' })).toThrow('--accept and --actor');
  });
});
