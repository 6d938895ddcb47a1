import { describe, expect, test } from 'vitest';
import { type Place, place, playbook, policy, praxis, runTask, write } from '../e2e/support.ts';

/** A work tree with one finished run: two remedies, the second of which helps. */
async function ranOnce(): Promise<{ readonly at: Place; readonly session: string }> {
  const at = place();
  write(at.tree, {
    'policy.json': policy(),
    'task.yaml': {
      goal: 'make the flag',
      acceptance: [{ id: 'flag', run: 'test -f flag' }],
      policy_ref: 'policy.json',
      actor: playbook([
        { id: 'hope', run: 'true' },
        { id: 'touch', run: 'touch flag' },
      ]),
    },
  });
  const { document } = await runTask(at);
  expect(document.status).toBe('pass');
  return { at, session: String(document.session) };
}

const json = async (at: Place, ...args: string[]) => JSON.parse((await praxis(at, [...args, '--json'])).stdout);

describe('looking at a finished run', () => {
  test('sessions lists it, and shows it by a prefix of its id', async () => {
    const { at, session } = await ranOnce();
    const listed = await praxis(at, ['sessions']);
    expect(listed.stdout).toContain(session);
    expect((await json(at, 'sessions')).id).toBe(session);
    expect(await json(at, 'sessions', session.slice(0, 12))).toMatchObject({ id: session, status: 'pass', cycles: 2 });
    expect(await json(at, 'sessions', 'last')).toMatchObject({ id: session });
  });

  test('sessions --here leaves out runs of other folders', async () => {
    const { at } = await ranOnce();
    expect((await praxis(at, ['sessions', '--here', '--json'])).stdout.split('\n')).toHaveLength(2);
  });

  test('explain tells each choice, its outcome and the end', async () => {
    const { at, session } = await ranOnce();
    const explanation = await json(at, 'explain', 'last');
    expect(explanation).toMatchObject({
      session,
      status: 'pass',
      policy_id: 'end-to-end',
      baseline: { signal: 0, failing: ['flag'] },
      cycles: [
        { cycle: 1, candidate: 'hope', act: 'exploit', observed: { gain: 0, verdict: 'fail' } },
        { cycle: 2, candidate: 'touch', act: 'exploit', observed: { gain: 1, verdict: 'pass' } },
      ],
      stop: { status: 'pass', exit: 0, cause: { reason: 'acceptance holds' } },
    });
    for (const cycle of explanation.cycles) expect(cycle.inequality).toMatch(/\d\.\d\d/);
  });

  test('explain SESSION:N tells one cycle', async () => {
    const { at, session } = await ranOnce();
    const explanation = await json(at, 'explain', `${session.slice(0, 13)}:2`);
    expect(explanation.cycles.map((cycle: { candidate: string }) => cycle.candidate)).toEqual(['touch']);
    const missing = await praxis(at, ['explain', 'last:7']);
    expect([missing.exit, missing.stderr]).toEqual([2, expect.stringContaining('has no cycle 7')]);
  });

  test('resuming a run that passed is refused with a hint', async () => {
    const { at } = await ranOnce();
    const ended = await praxis(at, ['run', '--resume', '--json']);
    expect([ended.exit, JSON.parse(ended.stdout).error.hint]).toEqual([2, expect.stringMatching(/\w/)]);
  });

  test('the progress is on stderr and the result on stdout', async () => {
    const { at } = await ranOnce();
    const ended = await praxis(at, ['run', 'task.yaml']);
    expect(ended.stdout).toMatch(/^PASS after 0 cycles\n/);
    expect(ended.stderr).toContain('baseline  signal 1.00, all criteria hold');
  });
});
