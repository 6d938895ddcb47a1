import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { printedText } from '../../src/base/canonical-json.ts';
import { sha256Hex } from '../../src/base/sha256.ts';
import { observeFile } from '../../src/policy/file-store/goal-file.ts';
import { agentCollab } from '../e2e/agent-collab.ts';
import { goalPolicy, goalPolicyDocument, spentGoal } from '../policy/goal-file.ts';
import { KEYS } from '../policy/samples.ts';
import { freshFolder } from './checkpoint-kills.ts';

const PROCESSES = 40;
const hasPython = spawnSync('python3', ['-c', 'import fcntl']).status === 0;

function lay(): { folder: string; path: string } {
  const folder = freshFolder();
  const path = join(folder, 'goal.json');
  writeFileSync(join(folder, 'policy.json'), printedText(goalPolicyDocument()));
  writeFileSync(path, printedText(spentGoal().document));
  return { folder, path };
}

function hashOf(path: string): string {
  return sha256Hex(readFileSync(path));
}

function requestIds(path: string): readonly string[] {
  const { history } = JSON.parse(readFileSync(path, 'utf8'));
  return history.map((event: { request_id: string }) => event.request_id);
}

async function advance(folder: string, requestId: string, expected: string) {
  const files = ['--checkpoint', 'goal.json', '--policy', 'policy.json'];
  const args = ['checkpoint', 'advance', ...files, '--request-id', requestId, '--expected-sha256', expected];
  const ended = await agentCollab(folder, args);
  return { exit: ended.exit, document: JSON.parse(ended.stdout) };
}

/** Repeats on a lock conflict until it is answered. */
async function advanceAtLast(folder: string, requestId: string, expected: string) {
  for (;;) {
    const ended = await advance(folder, requestId, expected);
    if (!String(ended.document.errors).startsWith('checkpoint lock conflict')) return ended;
  }
}

function all<T>(run: (index: number) => Promise<T>): Promise<readonly T[]> {
  return Promise.all(Array.from({ length: PROCESSES }, (_, index) => run(index)));
}

describe('forty processes at one checkpoint', () => {
  test('with request ids of their own: one wins each slice, and the others are told why not', async () => {
    const { folder, path } = lay();
    for (const slice of [1, 2]) {
      const expected = hashOf(path);
      const ends = await all((index) => advance(folder, `slice-${slice}-process-${index}`, expected));
      expect(ends.filter(({ exit }) => exit === 0)).toHaveLength(1);
      for (const { document } of ends.filter(({ exit }) => exit === 2))
        expect(String(document.errors)).toMatch(/^checkpoint (lock|hash) conflict: /);
      expect(requestIds(path)).toHaveLength(slice);
      await observeFile(path, {
        observation: {
          updatedAt: '2026-01-02T10:00:00Z',
          counters: { cycle: 5n },
          evidence: [`log:slice-${slice}`],
        },
        expectedSha256: hashOf(path),
        policy: goalPolicy(),
        keys: KEYS,
      });
    }
  });

  test('with one request id, each until it is answered: forty successes, one transition', async () => {
    const { folder, path } = lay();
    const expected = hashOf(path);
    const ends = await all(() => advanceAtLast(folder, 'the-one', expected));
    expect(ends.map(({ exit }) => exit)).toEqual(Array.from({ length: PROCESSES }, () => 0));
    expect(ends.every(({ document }) => document.slice_id === 1)).toBe(true);
    expect(requestIds(path)).toEqual(['the-one']);
  });
});

describe.skipIf(!hasPython)('a locker of another language', () => {
  const script = `import fcntl,sys
f = open(sys.argv[1], 'a'); fcntl.flock(f, fcntl.LOCK_EX); print('held', flush=True); sys.stdin.read()`;

  test('keeps the command out until it dies', async () => {
    const { folder, path } = lay();
    const expected = hashOf(path);
    const holder = spawn('python3', ['-c', script, `${path}.lock`], { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void holder.kill('SIGKILL'));
    await once(holder.stdout, 'data');
    expect(await advance(folder, 'r1', expected)).toMatchObject({
      exit: 2,
      document: { errors: [`checkpoint lock conflict: ${path}.lock`] },
    });
    const gone = once(holder, 'exit');
    holder.kill('SIGKILL');
    await gone;
    expect((await advance(folder, 'r1', expected)).exit).toBe(0);
  });
});
