import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sandboxSupport } from '../../src/host/sandbox-support.ts';
import { commitAll, type Place, place, policy, type Run, runTask, write } from './support.ts';

const support = await sandboxSupport();
/** Outside of every work tree and of `/tmp`, where a confined act has a folder of its own. */
const outside = mkdtempSync(join(homedir(), '.praxis-hostile-test-'));
afterAll(() => rmSync(outside, { recursive: true, force: true }));

/** An agent that does what was asked and a deed besides, so that nothing but the deed stands between it and PASS. */
function project(deed: string, more: object = {}): Place {
  const at = place();
  write(at.tree, {
    'policy.json': policy({ max_cycles: 1 }),
    'package.json': { name: 'project', scripts: { test: 'node checks/answer.cjs' } },
    'checks/answer.cjs':
      'process.exit(require("node:fs").readFileSync("answer.txt", "utf8").trim() === "42" ? 0 : 1);\n',
    'answer.txt': '41\n',
    'src/a.txt': 'a\n',
    '.gitignore': 'node_modules/\n',
    '.npmrc': 'fund=false\n',
    'node_modules/.bin/verify': '#!/bin/sh\nexec node "$@"\n',
    'agent.sh': `echo 42 > answer.txt\n${deed}\n`,
    'task.yaml': {
      goal: 'the answer is right',
      topic: 'hostile',
      acceptance: [{ run: 'sh node_modules/.bin/verify checks/answer.cjs' }],
      scope: ['answer.txt', 'src/**'],
      protected: ['checks/**'],
      policy_ref: 'policy.json',
      actor: { kind: 'command', run: 'sh agent.sh', format: 'none' },
      ...more,
    },
  });
  commitAll(at.tree);
  return at;
}

const HOOK = 'printf "#!/bin/sh\\nexit 0\\n" > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout';
const CHECK = 'checks/answer.cjs';

const INSIDE: readonly (readonly [deed: string, command: string, path: string])[] = [
  ['writes through a link to a protected test', `ln -s ../checks src/way; echo bad > src/way/answer.cjs`, CHECK],
  ['replaces a protected folder by a link', 'mkdir src/c; cp checks/* src/c; rm -r checks; ln -s src/c checks', CHECK],
  ['climbs out of its folder by ".."', `cd src && echo bad > ../${CHECK}`, CHECK],
  ['names a protected test by its absolute path', `echo bad > "$PWD/${CHECK}"`, CHECK],
  ['installs a git hook', HOOK, '.git/hooks/post-checkout'],
  ['sets another folder for git hooks', 'git config core.hooksPath src', '.git/config'],
  ['edits .gitignore', 'echo "checks/" >> .gitignore', '.gitignore'],
  ['edits .npmrc', 'echo "script-shell=/bin/true" >> .npmrc', '.npmrc'],
  ['has npm set NODE_OPTIONS', 'echo "node-options=--require ./src/lie.cjs" >> .npmrc', '.npmrc'],
  ['edits the runner in node_modules', 'printf "exit 0\\n" > node_modules/.bin/verify', 'node_modules/.bin/verify'],
  ['edits the policy', 'sed -i "s/: 1,/: 99,/" policy.json', 'policy.json'],
  ['edits the task file', 'echo "group: 9" >> task.yaml', 'task.yaml'],
  ['edits the checkpoint', 'echo "{}" > .coord/checkpoint-hostile.json', '.coord/checkpoint-hostile.json'],
  ['deletes the checkpoint', 'rm .coord/checkpoint-hostile.json', '.coord/checkpoint-hostile.json'],
  [
    'leaves a process that writes after the act',
    `setsid sh -c 'while :; do echo bad > ${CHECK}; sleep 0.02; done' >/dev/null 2>&1 & sleep 0.2`,
    CHECK,
  ],
];

function textOf(at: Place, path: string): string | null {
  return existsSync(join(at.tree, path)) ? readFileSync(join(at.tree, path), 'utf8') : null;
}

function expectRecorded({ exit, document, stderr }: Run, path: string): void {
  expect(exit, stderr).toBe(4);
  expect(document.status).not.toBe('pass');
  expect(document.trail[0]).toMatchObject({ verdict: 'error' });
  expect(JSON.stringify(document.trail[0]?.violation)).toContain(path);
}

describe('inside the work tree an agent that', () => {
  test.each(INSIDE)('%s is found out, undone and recorded, and does not pass', async (_, deed, path) => {
    const at = project(deed);
    const before = textOf(at, path);
    const ran = await runTask(at);
    expectRecorded(ran, path);
    if (path.startsWith('.coord/')) expect(JSON.parse(textOf(at, path) ?? '')).toMatchObject({ cycle: 1 });
    else expect(textOf(at, path)).toBe(before);
  });

  test('does the same in a group wins nothing, and what it did never reaches the work tree', async () => {
    const at = project(`echo bad > ${CHECK}`, { group: 2 });
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'stop']);
    const attempts = document.trail[0]?.attempts ?? [];
    expect(attempts.map(({ outcome, applied }) => [outcome, applied])).toEqual([
      [0, false],
      [0, false],
    ]);
    for (const each of attempts) expect(JSON.stringify(each.violation)).toContain(CHECK);
    expect(textOf(at, 'answer.txt')).toBe('41\n');
  });

  test('sets NODE_OPTIONS for itself does not reach the acceptance', async () => {
    const at = project(
      'export NODE_OPTIONS="--require ./src/lie.cjs"; echo "process.exit(0)" > src/lie.cjs; echo 40 > answer.txt',
    );
    expect((await runTask(at)).document.status).toBe('stop');
  });
});

describe.skipIf(support.kind !== 'works')(`outside of it, with the sandbox on (${support.kind}), an agent that`, () => {
  const sandbox = { kind: 'bubblewrap' };

  test.each([
    ['names an absolute path', (path: string) => `echo bad > ${path}`],
    ['follows a link of its own', (path: string) => `ln -s ${path} src/way; echo bad > src/way; rm -f src/way`],
    ['climbs by ".."', (path: string) => `echo bad > ../../../../../../../..${path}`],
    [
      'sets git for all of the user',
      (path: string) => `GIT_CONFIG_GLOBAL=${path} git config --global core.hooksPath src`,
    ],
    ['leaves a process that writes after the act', (path: string) => `setsid sh -c 'sleep 1; echo bad > ${path}' &`],
  ])('%s is stopped', async (name, deed) => {
    const path = join(outside, name.replaceAll(/\W/g, '-'));
    await runTask(project(deed(path), { sandbox }));
    expect(existsSync(path)).toBe(false);
  });

  test('writes to the store of the library is stopped', async () => {
    const home = join(outside, 'home');
    write(home, { 'libraries/other/praxis.db': 'kept' });
    const at = project(`find ${home} -name praxis.db -exec sh -c 'echo bad > "$1"' sh {} ';'; true`, { sandbox });
    const { exit, document, stderr } = await runTask(at, [], { env: { PRAXIS_HOME: home } });
    expect([exit, document.status], stderr).toEqual([0, 'pass']);
    expect(readFileSync(join(home, 'libraries/other/praxis.db'), 'utf8')).toBe('kept');
  });

  test('works in a group writes neither outside nor into the tree of another', async () => {
    const path = join(outside, 'group');
    const at = project(`echo bad > ${path}`, { sandbox, group: 2 });
    write(at.tree, { 'policy.json': policy({ max_cycles: 1, max_concurrency: 2 }) });
    const { exit, document, stderr } = await runTask(at);
    expect([exit, document.status], stderr).toEqual([0, 'pass']);
    expect(existsSync(path)).toBe(false);
  });
});
