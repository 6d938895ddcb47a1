import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitAll, git, type Place, place, playbook, policy, type Run, runTask, write } from './support.ts';

const RUNNER = '#!/bin/sh\nexec node "$@"\n';

const DIRECT = { id: 'direct', run: 'sh node_modules/.bin/verify checks/answer.cjs' };
/** Only where `package.json` is at stake: npm takes longer to start than all else in a test. */
const SCRIPT = { id: 'script', run: 'npm --silent test' };

/** A repository whose only honest way to PASS is `answer.txt`; everything else in it may not be touched. */
function project(
  actor: (at: Place) => object,
  more: Readonly<Record<string, unknown>> = {},
  acceptance: readonly object[] = [DIRECT],
): Place {
  const at = place();
  write(at.tree, {
    'policy.json': policy({ max_cycles: 2, max_no_evidence_cycles: 2 }),
    'package.json': { name: 'project', scripts: { test: 'node checks/answer.cjs', start: 'node answer.cjs' } },
    'checks/answer.cjs':
      'process.exit(require("node:fs").readFileSync("answer.txt", "utf8").trim() === "42" ? 0 : 1);\n',
    'answer.txt': '41\n',
    'notes/outside.txt': 'not yours\n',
    '.gitignore': 'node_modules/\nsettings.local\nbuild/\n',
    'settings.local': 'secret = 1\n',
    'node_modules/.bin/verify': RUNNER,
    'task.yaml': {
      goal: 'the answer is right',
      topic: 'protection',
      acceptance,
      scope: ['answer.txt', 'package.json'],
      protected: ['checks/**', 'settings.local'],
      policy_ref: 'policy.json',
      actor: actor(at),
    },
    ...more,
  });
  commitAll(at.tree);
  return at;
}

const DEEDS: readonly (readonly [deed: string, command: string, path: string])[] = [
  ['edits a protected test', 'echo "process.exit(0)" > checks/answer.cjs', 'checks/answer.cjs'],
  ['deletes a protected test', 'rm checks/answer.cjs', 'checks/answer.cjs'],
  ['edits a protected file that git ignores', 'echo "secret = 2" > settings.local', 'settings.local'],
  ['edits .gitignore', 'echo "checks/" >> .gitignore', '.gitignore'],
  ['adds a .gitignore', 'echo "answer.cjs" > checks/.gitignore', 'checks/.gitignore'],
  [
    'edits the test runner in node_modules',
    "printf '#!/bin/sh\\nexit 0\\n' > node_modules/.bin/verify",
    'node_modules/.bin/verify',
  ],
  [
    'changes what an acceptance command means',
    'sed -i.old "s#node checks/answer.cjs#true#" package.json && rm package.json.old',
    'package.json',
  ],
  [
    'edits the task file',
    'sed -i.old "s#sh node_modules/.bin/verify#true#" task.yaml && rm task.yaml.old',
    'task.yaml',
  ],
  ['edits the policy', 'sed -i.old "s#2,#9999,#" policy.json && rm policy.json.old', 'policy.json'],
  ['edits a file outside of its scope', 'echo mine > notes/outside.txt', 'notes/outside.txt'],
  ['adds a file outside of its scope', 'echo mine > notes/mine.txt', 'notes/mine.txt'],
  ['installs a git hook', 'echo "exit 0" > .git/hooks/pre-commit', '.git/hooks/pre-commit'],
];

/** The files of the work tree that a deed may touch, as text; null where there is none. */
function contents(at: Place): Readonly<Record<string, string | null>> {
  const paths = new Set([...DEEDS.map(([, , path]) => path), 'task.yaml', 'policy.json', 'package.json']);
  return Object.fromEntries(
    [...paths].map((path) => {
      const file = join(at.tree, path);
      return [path, existsSync(file) ? readFileSync(file, 'utf8') : null];
    }),
  );
}

function expectFirstIsViolation({ exit, document }: Run, path: string): void {
  expect([exit, document.status]).toEqual([4, 'stop']);
  expect(document.trail[0]).toMatchObject({ verdict: 'error' });
  expect(JSON.stringify(document.trail[0]?.violation)).toContain(path);
}

describe.each([
  ['playbook', (command: string) => playbook([{ id: 'cheat', run: command }])],
  ['command', (command: string) => ({ kind: 'command', run: command, format: 'none' })],
] as const)('a %s act', (_, actor) => {
  test.each(DEEDS)('that %s cannot pass and is undone', async (_deed, command, path) => {
    // It also does what was asked, so that nothing but the violation stands between it and PASS.
    const acceptance = path === 'package.json' ? [DIRECT, SCRIPT] : [DIRECT];
    const at = project(() => actor(`echo 42 > answer.txt; ${command}`), {}, acceptance);
    const before = contents(at);
    expectFirstIsViolation(await runTask(at), path);
    expect(contents(at)).toEqual(before);
  });

  test('that leaves a process behind which edits a test afterwards cannot pass', async () => {
    const cheat = 'echo "process.exit(0)" > checks/answer.cjs';
    const at = project(() =>
      actor(`(sleep 0.3; ${cheat}) > /dev/null 2>&1 & (sleep 1; ${cheat}) > /dev/null 2>&1 & true`),
    );
    const before = contents(at);
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'stop']);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(contents(at)).toEqual(before);
  });

  test('that edits the checkpoint cannot pass', async () => {
    const at = project(() => actor('echo 42 > answer.txt; echo "{}" > .coord/checkpoint-protection.json'));
    const { exit, document } = await runTask(at);
    expect(exit).toBe(4);
    expect(document.status).not.toBe('pass');
  });

  test('that makes a commit of its own is undone', async () => {
    const commit = 'git -c user.name=x -c user.email=x@example.org commit --quiet --all --message mine';
    const at = project(() => actor(`echo 42 > answer.txt; ${commit}`));
    const head = git(at.tree, 'rev-parse', 'HEAD');
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'stop']);
    expect(git(at.tree, 'rev-parse', 'HEAD')).toBe(head);
  });

  test('that does what was asked within its scope passes', async () => {
    const at = project(() => actor('echo 42 > answer.txt'), {}, [DIRECT, SCRIPT]);
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([0, 'pass', 1]);
    expect(document.trail[0]?.violation).toBeNull();
  });
});

test('an act that leaves a process in a session of its own which edits a test afterwards cannot pass', async () => {
  const runaway = `setsid sh -c 'sleep 0.4; echo "process.exit(0)" > checks/answer.cjs' > /dev/null 2>&1 &`;
  const at = project(
    (here) => ({
      kind: 'command',
      run: `[ -s ${here.log} ] || ${runaway} echo act >> ${here.log}; sleep 0.3`,
      format: 'none',
    }),
    { 'policy.json': policy({ max_cycles: 4 }) },
  );
  const before = contents(at);
  const { exit, document } = await runTask(at);
  expect([exit, document.status]).toEqual([4, 'stop']);
  expect(contents(at)).toEqual(before);
});

describe('an explore act', () => {
  test('that changes anything at all is undone, even within the scope', async () => {
    const at = project(() =>
      playbook([
        { id: 'look', kind: 'explore', run: 'echo 42 > answer.txt' },
        { id: 'nothing', run: 'true' },
      ]),
    );
    const ran = await runTask(at);
    expectFirstIsViolation(ran, 'answer.txt');
    expect(readFileSync(join(at.tree, 'answer.txt'), 'utf8')).toBe('41\n');
  });

  test('that only reads is no violation', async () => {
    const at = project(() =>
      playbook([
        { id: 'look', kind: 'explore', run: 'cat answer.txt' },
        { id: 'mend', run: 'echo 42 > answer.txt' },
      ]),
    );
    const { document } = await runTask(at);
    expect(document.trail).toMatchObject([
      { kind: 'explore', candidate: 'look', violation: null, verdict: 'fail' },
      { kind: 'exploit', candidate: 'mend', violation: null, verdict: 'pass' },
    ]);
  });
});

describe('a suite that shrinks', () => {
  const suite = (names: readonly string[]) =>
    names.map((name) => `test('${name}', () => { assert.equal(value('${name}'), true); });`).join('\n');
  const head =
    "const assert = require('node:assert');\nconst { test } = require('node:test');\nconst { value } = require('../value.cjs');\n";

  const files = (actor: object) => ({
    'policy.json': policy({ max_cycles: 2 }),
    'value.cjs': "exports.value = (name) => name !== 'b';\n",
    'test/one.test.cjs': head + suite(['a']),
    'test/two.test.cjs': head + suite(['b', 'c']),
    'task.yaml': {
      goal: 'make the suite pass',
      topic: 'suite',
      acceptance: [{ id: 'suite', run: 'node --test --test-reporter=tap', report: { format: 'tap' } }],
      scope: ['**'],
      policy_ref: 'policy.json',
      actor,
    },
  });

  test('cannot pass, although no rule protects the test that was deleted', async () => {
    const at = place();
    write(at.tree, files(playbook([{ id: 'delete', run: 'rm test/two.test.cjs' }])));
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'stop']);
    expect(document.trail[0]).toMatchObject({ verdict: 'error' });
    expect(document.trail[0]?.violation).not.toBeNull();
    expect(existsSync(join(at.tree, 'test/two.test.cjs'))).toBe(true);
  });

  test('passes where the program is mended instead', async () => {
    const at = place();
    write(at.tree, files(playbook([{ id: 'mend', run: "echo 'exports.value = () => true;' > value.cjs" }])));
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([0, 'pass']);
  });
});
