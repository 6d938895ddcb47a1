import { describe, expect, test } from 'vitest';
import { treeReaderOf } from '../../test/support/tree-reader.ts';
import { protectionOf } from './protection.ts';
import type { Criterion, Task } from './task.ts';

function command(run: string): Criterion {
  return { kind: 'command', id: 'c1', run, timeoutMs: null, report: null, matches: null, json: null };
}

function task(changes: Partial<Task>): Task {
  return {
    id: 't-0',
    topic: 't',
    goal: 'g',
    acceptance: [command('npm test')],
    critique: null,
    scope: null,
    protectedGlobs: [],
    acceptanceInputs: null,
    policyPath: '/w/policy.json',
    checkpointPath: '/w/.coord/checkpoint-t.json',
    workTree: '/w',
    file: '/w/task.yaml',
    library: null,
    sandbox: null,
    group: { attempts: 1, setup: null, setupCopy: [] },
    parent: null,
    reviewer: null,
    actor: { kind: 'playbook', candidates: [] },
    ...changes,
  };
}

describe('protection', () => {
  test('always holds for what bounds and records the run', () => {
    const protection = protectionOf(task({ checkpointPath: '/w/state/c.json' }), treeReaderOf({}));
    const always = [
      'task.yaml',
      'policy.json',
      'state/c.json',
      '.coord/x',
      '.praxis/y',
      '.git',
      '.git/hooks/pre-commit',
      'sub/.git/config',
      '.gitignore',
      'a/b/.gitignore',
      '.npmrc',
      'x/.npmrc',
      '.gitattributes',
      'x/.gitattributes',
    ];
    expect(always.filter((path) => !protection.isProtected(path))).toEqual([]);
    expect(['src/a.ts', '.github/x', 'gitignore', 'package.json'].filter(protection.isProtected)).toEqual([]);
    expect(protection.ruleFor('a/.npmrc')).toBe('always protected: every .npmrc');
  });

  test('names the glob of the task', () => {
    const protection = protectionOf(task({ protectedGlobs: ['test/**'] }), treeReaderOf({}));
    expect(protection.ruleFor('test/a.test.js')).toBe('protected: test/**');
    expect(protection.bases).toContain('test');
  });

  test('covers files that acceptance commands name, unless the scope names them', () => {
    const files = { 'check.js': '', 'data/in.json': '', 'cfg/v.ts': '', 'sub/run.sh': '', src: 'x' };
    const acceptance = [command('node check.js data/in.json --config=cfg/v.ts > out.txt && cd sub && sh run.sh')];
    const inputs = (scope: readonly string[] | null): readonly string[] =>
      Object.keys(files).filter(protectionOf(task({ acceptance, scope }), treeReaderOf(files)).isProtected);
    expect(inputs(null)).toEqual(['check.js', 'data/in.json', 'cfg/v.ts', 'sub/run.sh']);
    expect(inputs(['**'])).toEqual(['check.js', 'data/in.json', 'cfg/v.ts', 'sub/run.sh']);
    expect(inputs(['data/**', '**'])).toEqual(['check.js', 'cfg/v.ts', 'sub/run.sh']);
  });

  test('the inputs of the task take the place of the default', () => {
    const acceptance = [command('node check.js')];
    const protection = protectionOf(
      task({ acceptance, acceptanceInputs: ['conf/*.ts'] }),
      treeReaderOf({ 'check.js': '' }),
    );
    expect(protection.ruleFor('conf/v.ts')).toBe('input of the acceptance: conf/*.ts');
    expect(protection.isProtected('check.js')).toBe(false);
  });

  test('files outside the work tree are not its business', () => {
    const protection = protectionOf(
      task({ file: '/elsewhere/task.yaml', policyPath: '/wide/policy.json' }),
      treeReaderOf({}),
    );
    expect(protection.isProtected('task.yaml')).toBe(false);
    expect(protection.isProtected('policy.json')).toBe(false);
  });
});
