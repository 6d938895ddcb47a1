import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkpoint, logged, type Place, place, playbook, policy, ROOT, runTask, write } from './support.ts';

const NOISY = readFileSync(join(ROOT, 'test/e2e/fixtures/noisy-check.cjs'), 'utf8');

function task(at: Place, actor: object, limits: Parameters<typeof policy>[0]): void {
  write(at.tree, {
    'policy.json': policy({ max_cycles: 85, ...limits }),
    'task.yaml': {
      goal: 'make it open its file',
      topic: 'failures',
      acceptance: [{ id: 'opens', run: 'node check.cjs' }],
      scope: ['state.txt', 'other.txt'],
      policy_ref: 'policy.json',
      actor,
    },
    'check.cjs': NOISY,
  });
}

const agent = (at: Place, act: string) => ({ kind: 'command', run: `echo act >> ${at.log}; ${act}`, format: 'none' });

describe('the same failure over and over', () => {
  test('is one failure although its time stamps, folders and numbers differ', async () => {
    const at = place();
    task(at, agent(at, 'echo same > state.txt'), { max_same_failure_retries: 3 });
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'stop']);
    expect(document.decision).toMatchObject({
      reasons: ['limit_reached:same_failure_retries=3:max_same_failure_retries=3'],
    });
    expect(logged(at)).toHaveLength(4);
    expect(new Set(document.trail.map((step) => step.failure)).size).toBe(1);
    expect(document.trail[0]?.failure).toEqual(expect.any(String));
    expect(checkpoint(at, 'failures')).toMatchObject({ same_failure_retries: 3, cycle: 4 });
  });

  test('is one failure although the act writes something new each time', async () => {
    const at = place();
    task(at, agent(at, 'date +%N > state.txt'), { max_same_failure_retries: 5 });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 6]);
    expect(logged(at)).toHaveLength(6);
  });

  test('ends at the policy of the user, whichever it is', async () => {
    const at = place();
    task(at, agent(at, 'true'), { max_same_failure_retries: 1 });
    expect((await runTask(at)).document.cycles).toBe(2);
    expect(logged(at)).toHaveLength(2);
  });

  test('is not tried again by a playbook', async () => {
    const at = place();
    const candidates = [{ id: 'only', run: `echo act >> ${at.log}; date +%N > state.txt` }];
    task(at, playbook(candidates), { max_same_failure_retries: 3 });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 1]);
    expect(logged(at)).toHaveLength(1);
    expect(checkpoint(at, 'failures')).toMatchObject({ status: 'blocked', same_failure_retries: 0 });
  });
});

describe('different remedies for one failure', () => {
  test('are different failures, so that each gets its try', async () => {
    const at = place();
    const remedy = (id: string, act: string) => ({ id, run: `echo ${id} >> ${at.log}; ${act}` });
    const candidates = [remedy('a', 'echo a > state.txt'), remedy('b', 'true'), remedy('c', 'echo c > other.txt')];
    task(at, playbook(candidates), { max_same_failure_retries: 1 });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 3]);
    expect(logged(at)).toEqual(['a', 'b', 'c']);
    expect(checkpoint(at, 'failures')).toMatchObject({ same_failure_retries: 0 });
  });
});

describe('an agent that says it is done and does nothing', () => {
  test('ends as a stall at the limit of cycles without evidence', async () => {
    const at = place();
    task(at, agent(at, 'echo "All done, the tests pass now."'), { max_no_evidence_cycles: 12 });
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'stop']);
    expect(document.decision).toMatchObject({
      reasons: ['limit_reached:no_evidence_cycles=12:max_no_evidence_cycles=12'],
    });
    // The first act brought one thing to know: that it does not help.
    expect(logged(at)).toHaveLength(13);
    expect(document.trail.slice(1).every((step) => step.evidence.length === 0)).toBe(true);
    expect(checkpoint(at, 'failures')).toMatchObject({ status: 'blocked', no_evidence_cycles: 12 });
  });

  test('ends where its noise is all that differs', async () => {
    const at = place();
    task(at, agent(at, 'date; mktemp -u; echo $$'), { max_no_evidence_cycles: 2 });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 3]);
  });

  test('ends for a playbook when it has nothing left to try', async () => {
    const at = place();
    const candidates = Array.from({ length: 3 }, (_, n) => ({
      id: `done-${n}`,
      run: `echo ${n} >> ${at.log}; echo done`,
    }));
    task(at, playbook(candidates), {});
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 3]);
    expect(checkpoint(at, 'failures')).toMatchObject({ status: 'blocked' });
  });
});

describe('a gain', () => {
  test('is no repeat of the failure it leaves', async () => {
    const at = place();
    write(at.tree, {
      'policy.json': policy({ max_cycles: 20, max_same_failure_retries: 1 }),
      'task.yaml': {
        goal: 'fill the list',
        topic: 'failures',
        acceptance: [1, 2, 3, 4].map((n) => ({ id: `line-${n}`, run: `grep -q '^${n}$' list.txt` })),
        scope: ['list.txt'],
        policy_ref: 'policy.json',
        actor: { kind: 'command', run: 'wc -l < list.txt | xargs -I{} expr {} + 1 >> list.txt', format: 'none' },
      },
      'list.txt': '',
    });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([0, 'pass', 4]);
    expect(document.trail.map((step) => step.observed?.gain)).toEqual([0.25, 0.25, 0.25, 0.25]);
  });
});
