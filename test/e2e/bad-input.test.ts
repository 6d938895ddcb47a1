import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { logged, type Place, place, policy, praxis, run, runTask, write } from './support.ts';

const GOOD = (at: Place) =>
  [
    'goal: make the file good',
    'acceptance:',
    '  - id: good',
    `    run: echo acceptance >> ${at.log}; grep -q good state.txt`,
    'policy_ref: policy.json',
    'actor:',
    '  kind: playbook',
    '  candidates:',
    `    - { id: write, kind: exploit, run: "echo act >> ${at.log}; echo good > state.txt" }`,
    '',
  ].join('\n');

/** [what is wrong, how, what the message and the hint say together] */
const WRONGS: readonly (readonly [string, (text: string) => string, RegExp])[] = [
  ['is not YAML', (text) => text.replace('acceptance:\n', 'acceptance: [\n'), /task\.yaml:\d+:\d+/],
  ['has a tab for indentation', (text) => text.replace('  - id: good', '\t- id: good'), /task\.yaml:3:\d+/],
  ['is empty', () => '', /goal|empty|mapping/i],
  ['is a list', () => '- a\n- b\n', /mapping|object|map/i],
  ['has an unknown key', (text) => `acceptence_inputs: []\n${text}`, /acceptence_inputs.*acceptance_inputs/s],
  ['has an unknown key and misses another', (text) => text.replace('goal:', 'gaol:'), /gaol.*goal/s],
  [
    'has an unknown key deep inside',
    (text) => text.replace('when', 'when').replace('kind: exploit', 'knd: exploit'),
    /knd.*kind/s,
  ],
  ['has no goal', (text) => text.replace('goal: make the file good\n', ''), /goal/],
  ['has an empty goal', (text) => text.replace('make the file good', '""'), /goal/],
  ['has no acceptance', (text) => text.replace(/acceptance:\n.*\n.*\n/, ''), /acceptance/],
  ['has an empty acceptance', (text) => text.replace(/acceptance:\n.*\n.*\n/, 'acceptance: []\n'), /acceptance/],
  [
    'has a criterion that tests nothing',
    (text) => text.replace(/ {4}run: echo acceptance.*\n/, ''),
    /acceptance|run|exists/,
  ],
  ['has no actor', (text) => text.replace(/actor:[\s\S]*$/, ''), /actor/],
  ['has an actor of an unknown kind', (text) => text.replace('kind: playbook', 'kind: plybook'), /plybook.*playbook/s],
  ['has no policy', (text) => text.replace('policy_ref: policy.json\n', ''), /policy_ref/],
  [
    'has a `when` that is no regular expression',
    (text) => text.replace('kind: exploit,', 'kind: exploit, when: "(",'),
    /when/,
  ],
  [
    'has a time-out that is no number',
    (text) => text.replace('kind: exploit,', 'kind: exploit, timeout_s: soon,'),
    /timeout_s/,
  ],
  ['has a candidate twice', (text) => `${text}    - { id: write, kind: exploit, run: "true" }\n`, /write/],
];

describe('a task file that', () => {
  test.each(WRONGS)('%s is refused with exit 2 before anything runs', async (_, wrong, says) => {
    const at = place();
    write(at.tree, { 'task.yaml': wrong(GOOD(at)), 'policy.json': policy(), 'state.txt': 'bad\n' });
    const { exit, document, stderr } = await runTask(at);
    expect([exit, document.error?.code]).toEqual([2, 'TASK_INVALID']);
    expect(`${document.error?.message}\n${document.error?.hint}`).toMatch(says);
    expect(stderr).toContain(document.error?.message.split('\n')[0]);
    expect(logged(at)).toEqual([]);
    expect(existsSync(join(at.tree, '.coord'))).toBe(false);
  });

  test('is not there is refused with exit 2', async () => {
    const at = place();
    const { exit, document } = run(await praxis(at, ['run', 'nowhere.yaml', '--json']));
    expect([exit, document.error?.code]).toEqual([2, 'TASK_MISSING']);
    expect(document.error?.message).toContain('nowhere.yaml');
  });

  test('is a folder is refused with exit 2', async () => {
    const at = place();
    const { exit, document } = run(await praxis(at, ['run', '.', '--json']));
    expect(exit).toBe(2);
    expect(document.error?.code).toMatch(/^TASK_/);
  });

  test('is no UTF-8 is refused with exit 2', async () => {
    const at = place();
    write(at.tree, { 'policy.json': policy() });
    const { writeFileSync } = await import('node:fs');
    writeFileSync(
      join(at.tree, 'task.yaml'),
      Buffer.concat([Buffer.from('goal: gr'), Buffer.from([0xfc, 0xdf]), Buffer.from('e\n')]),
    );
    const { exit, document } = await runTask(at);
    expect([exit, document.error?.code]).toEqual([2, 'TASK_INVALID']);
  });
});

describe('a command line that', () => {
  test.each([
    ['names no task', ['run', '--json'], 'TASK_MISSING'],
    ['has a flag that nobody knows', ['run', 'task.yaml', '--jsn', '--json'], 'USAGE'],
    ['has a verb that nobody knows', ['rnu', 'task.yaml', '--json'], 'USAGE'],
    ['has a task too many', ['run', 'task.yaml', 'other.yaml', '--json'], 'USAGE'],
  ])('%s is refused with exit 2 and an error document', async (_, args, code) => {
    const at = place();
    write(at.tree, { 'task.yaml': GOOD(at), 'policy.json': policy() });
    const { exit, document } = run(await praxis(at, args));
    expect([exit, document.error?.code]).toEqual([2, code]);
    expect(logged(at)).toEqual([]);
  });

  test('resumes what never began is refused with exit 2', async () => {
    const at = place();
    write(at.tree, { 'task.yaml': GOOD(at), 'policy.json': policy(), 'state.txt': 'bad\n' });
    const { exit, document } = await runTask(at, ['--resume']);
    expect([exit, document.error?.code]).toEqual([2, 'RUN_NOT_FOUND']);
    expect(logged(at)).toEqual([]);
  });
});

describe('a checkpoint that', () => {
  test('belongs to another task is refused with exit 2', async () => {
    const at = place();
    const named = (text: string) => `topic: mine\n${text}`;
    write(at.tree, { 'task.yaml': named(GOOD(at)), 'policy.json': policy({ max_cycles: 0 }), 'state.txt': 'bad\n' });
    await runTask(at);
    write(at.tree, { 'task.yaml': named(GOOD(at)).replace('make the file good', 'something else') });
    const { exit, document } = await runTask(at);
    expect([exit, document.error?.code]).toEqual([2, 'CHECKPOINT_FOREIGN']);
  });

  test.each([
    ['is no JSON', '{'],
    ['has a member that nobody knows', '{"schema_version":1,"surprise":true}'],
  ])('%s ends the run with status error and exit 4', async (_, text) => {
    const at = place();
    write(at.tree, {
      'task.yaml': `topic: mine\n${GOOD(at)}`,
      'policy.json': policy(),
      'state.txt': 'bad\n',
      '.coord/checkpoint-mine.json': text,
    });
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'error']);
    expect(logged(at)).toEqual([]);
  });
});

describe('a flag form', () => {
  test('prints the task file it stands for, and runs it', async () => {
    const at = place();
    write(at.tree, { 'policy.json': policy(), 'state.txt': 'bad\n' });
    const flags = ['--goal', 'make the file good', '--accept', 'ls | grep -q made', '--actor', 'touch made.txt'];
    const { exit, document, stderr } = run(await praxis(at, ['run', ...flags, '--json']));
    expect([exit, document.status]).toEqual([0, 'pass']);
    expect(stderr).toContain('goal: make the file good');
  });

  test('dry run runs nothing and writes nothing', async () => {
    const at = place();
    write(at.tree, { 'task.yaml': GOOD(at), 'policy.json': policy(), 'state.txt': 'bad\n' });
    const { exit } = await praxis(at, ['run', 'task.yaml', '--dry-run', '--json']);
    expect(exit).toBe(0);
    expect(logged(at)).toEqual([]);
    expect(existsSync(join(at.tree, '.coord'))).toBe(false);
    expect(existsSync(join(at.tree, '.praxis'))).toBe(false);
  });
});
