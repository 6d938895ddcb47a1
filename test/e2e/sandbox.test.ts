import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { sandboxSupport } from '../../src/host/sandbox-support.ts';
import { commitAll, place, playbook, policy, praxis, runTask, write } from './support.ts';

const support = await sandboxSupport();
/** Outside of every work tree and of /tmp, where an act has a folder of its own. */
const outside = mkdtempSync(join(homedir(), '.praxis-sandbox-test-'));
afterAll(() => rmSync(outside, { recursive: true, force: true }));

function project(run: string, sandbox: unknown, policyFile = 'policy.json') {
  const at = place();
  write(at.tree, {
    [policyFile]: policy({ max_cycles: 2, max_no_evidence_cycles: 2 }),
    'task.yaml': {
      goal: 'the answer is right',
      acceptance: [{ run: 'grep -q 42 answer.txt' }],
      scope: ['answer.txt'],
      policy_ref: policyFile,
      sandbox,
      actor: playbook([{ id: 'deed', run }]),
    },
    'answer.txt': '41\n',
  });
  commitAll(at.tree);
  return at;
}

/** Of all processes that run here. */
function commandLines(): readonly string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/cmdline`, 'latin1')] : [];
    } catch {
      return [];
    }
  });
}

const CONFINED = { kind: 'bubblewrap' };

describe.skipIf(support.kind !== 'works')(`a sandboxed act (${support.kind})`, () => {
  test('mends what it may, and PASS is judged outside of it', async () => {
    const { exit, document } = await runTask(project('echo 42 > answer.txt', CONFINED));
    expect(exit, JSON.stringify(document)).toBe(0);
  });

  test.each([
    ['by an absolute path', (path: string) => `echo mine > ${path}`],
    ['through a link', (path: string) => `ln -s ${path} link; echo mine > link; rm -f link`],
    ['by climbing', (path: string) => `echo mine > ../../../../../../..${path}`],
    ['from a process that leaves the group', (path: string) => `setsid sh -c 'sleep 1; echo mine > ${path}' & sleep 2`],
  ])('cannot write outside of the work tree %s', async (name, deed) => {
    const path = join(outside, name.replaceAll(' ', '-'));
    await runTask(project(`${deed(path)}; echo 42 > answer.txt`, CONFINED));
    expect(existsSync(path)).toBe(false);
    // The same deed without a sandbox is not seen: what the test holds is the sandbox.
    await runTask(project(`${deed(path)}; echo 42 > answer.txt`, 'none'));
    expect(existsSync(path)).toBe(true);
  });

  test('may write where the task says', async () => {
    const path = join(outside, 'allowed.txt');
    const { exit } = await runTask(
      project(`echo yours > ${path}; echo 42 > answer.txt`, { ...CONFINED, writable: [outside] }),
    );
    expect(exit).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('yours\n');
  });

  test.each([
    ['the policy', 'policy.json'],
    ['the task file', 'task.yaml'],
    ['a git hook', '.git/hooks/pre-commit'],
    ['the configuration of git', '.git/config'],
  ])('cannot write %s', async (_, path) => {
    const at = project(`echo x >> ${path}; echo 42 > answer.txt`, CONFINED);
    const { exit } = await runTask(at);
    expect(exit).toBe(0);
  });

  test.each([
    ['by moving the folder of git away', 'mv .git gone && mkdir .git && echo x > .git/config'],
    ['by moving the folder of the policy away', 'mv rules gone && mkdir rules && echo x > rules/policy.json'],
    ['by taking the mounts away', 'umount .git/config && echo x > .git/config'],
    ['by making all writable', `mount -o remount,rw,bind / && echo x > ${join(outside, 'remounted')}`],
  ])('cannot get round what protects the files of the run %s', async (_, deed) => {
    const at = project(`${deed} || echo 42 > answer.txt`, CONFINED, 'rules/policy.json');
    const { exit, document } = await runTask(at);
    expect(exit, JSON.stringify(document)).toBe(0);
    expect(existsSync(join(outside, 'remounted'))).toBe(false);
  });

  test('has no network unless the task gives it one', async () => {
    const server = createServer((_, response) => response.end('42\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const fetching = `node -e "fetch('http://127.0.0.1:${port}').then(async r => require('node:fs').writeFileSync('answer.txt', await r.text()))"`;
    expect((await runTask(project(fetching, CONFINED))).exit).toBe(4);
    expect((await runTask(project(fetching, { ...CONFINED, network: true }))).exit).toBe(0);
  });

  test('leaves no process behind, whatever group it moved to', async () => {
    const marker = `61.${process.pid}`;
    const { exit } = await runTask(project(`setsid sleep ${marker} >/dev/null 2>&1 & echo 42 > answer.txt`, CONFINED));
    expect(exit).toBe(0);
    expect(commandLines().filter((line) => line.includes(marker))).toEqual([]);
  });
});

test('a task that asks for a sandbox is refused where there is none', async () => {
  const at = project('echo 42 > answer.txt', CONFINED);
  const { exit, stdout } = await praxis(at, ['run', 'task.yaml', '--json'], {
    env: { PATH: '/nowhere', PRAXIS_HOME: at.home },
  });
  expect(exit).toBe(2);
  expect(JSON.parse(stdout).error).toMatchObject({ code: 'SANDBOX_MISSING' });
  expect(readFileSync(join(at.tree, 'answer.txt'), 'utf8')).toBe('41\n');
});
