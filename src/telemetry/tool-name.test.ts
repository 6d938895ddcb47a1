import { describe, expect, test } from 'vitest';
import { isNeutral, lastProgram, normaliseTool, refineShell, shellFlags, toolNames } from './tool-name.ts';

test.each([
  ['get_order_details', 'get_order_details'],
  ['mcp__GitHub__Create_Issue', 'github/create_issue'],
  ['mcp__a__b__c', 'a/b__c'],
  ['server.tool', 'server/tool'],
  ['a.b.c', 'a.b.c'],
  ['./a.b', './a.b'],
])('%s is known as %s', (name, expected) => {
  expect(normaliseTool(name)).toBe(expected);
});

test('an alias stands for another name, and nothing inherited is one', () => {
  expect(normaliseTool('str_replace_editor', { str_replace_editor: 'edit' })).toBe('edit');
  expect(normaliseTool('constructor', {})).toBe('constructor');
});

describe('a shell line', () => {
  test.each([
    ["git commit -m 'x'", ['shell:git commit']],
    ['git --no-pager -C dir log -3', ['shell:git log']],
    ['git status && ls; make | tee x', ['shell:git status', 'shell:ls', 'shell:make', 'shell:tee']],
    ['cd src && npm run build', ['shell:npm run']],
    ['cd src; npm run build', ['shell:cd', 'shell:npm run']],
    ['A=1 sudo env B=2 time /usr/bin/make all', ['shell:make']],
    ['bash -lc "git status && ls"', ['shell:git status', 'shell:ls']],
    ['cargo +nightly build', ['shell:cargo build']],
    ['kubectl -n prod get pods', ['shell:kubectl get']],
    ['npm --prefix web test', ['shell:npm test']],
    ['git ./x', ['shell:git']],
    ['python -m pytest', ['shell:python']],
    ['echo "a | b; c"', ['shell:echo']],
    ['echo "open', ['shell:echo']],
    ['', []],
    ['A=1', []],
  ])('%s is %j', (command, names) => {
    expect(refineShell(command).map((one) => one.name)).toEqual(names);
  });

  test('may be given as words', () => {
    expect(refineShell(['bash', '-lc', 'git status | cat']).map((one) => one.name)).toEqual([
      'shell:git status',
      'shell:cat',
    ]);
    expect(refineShell(['git', 'log', 'a|b']).map((one) => one.name)).toEqual(['shell:git log']);
  });

  test('has flags without their values', () => {
    expect(shellFlags('head -n 5 --lines=3 - -- a | tail -n 1')).toEqual(['--lines', '-n']);
  });

  test('ends with the program whose exit code counts', () => {
    expect(lastProgram('npm test 2>&1 | grep -c x')).toBe('grep');
    expect(lastProgram('grep x y 2>&1')).toBe('grep');
    expect(lastProgram('/usr/bin/git diff --exit-code')).toBe('git');
    expect(lastProgram('')).toBeUndefined();
  });
});

test('a call counts under its shell commands, else under its own name', () => {
  expect(toolNames('Bash', { command: 'git add . && git commit' })).toEqual(['shell:git add', 'shell:git commit']);
  expect(toolNames('exec_command', { cmd: 'ls' })).toEqual(['shell:ls']);
  expect(toolNames('Bash', {})).toEqual(['bash']);
  expect(toolNames('Read', { command: 'ls' })).toEqual(['read']);
});

test('tools that only think or plan are neutral, on whatever server', () => {
  expect(['think', 'TodoWrite', 'update_plan', 'mcp__x__sequentialthinking', 'Read'].map(isNeutral)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});
