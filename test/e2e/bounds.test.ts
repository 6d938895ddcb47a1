import { describe, expect, test } from 'vitest';
import { checkpoint, logged, type Place, place, playbook, policy, runTask, write } from './support.ts';

/** The same bounds for both kinds of actor: the n-th act, from 1, writes a line to the log and then runs `command(n)`. */
const ACTORS = {
  playbook: (at: Place, command: (n: number) => string, limit: { readonly timeout_s?: number } = {}) =>
    playbook(
      Array.from({ length: 12 }, (_, index) => ({
        id: `act-${index + 1}`,
        run: `echo ${index + 1} >> ${at.log}; ${command(index + 1)}`,
        ...limit,
      })),
    ),
  command: (at: Place, command: (n: number) => string, limit: { readonly timeout_s?: number } = {}) => {
    const cases = Array.from({ length: 12 }, (_, index) => `${index + 1}) ${command(index + 1)};;`);
    const lines = [`echo $PRAXIS_CYCLE >> ${at.log}`, 'case $PRAXIS_CYCLE in', ...cases, 'esac'];
    write(at.tree, { 'agent.sh': `${lines.join('\n')}\n` });
    return { kind: 'command', run: 'sh agent.sh', format: 'none', ...limit };
  },
};

function task(at: Place, actor: object, limits: Parameters<typeof policy>[0]): void {
  write(at.tree, {
    'policy.json': policy(limits),
    'task.yaml': {
      goal: 'make the file good',
      topic: 'bounds',
      acceptance: [{ id: 'good', run: 'grep -q good state.txt' }],
      scope: ['state.txt'],
      policy_ref: 'policy.json',
      actor,
    },
    'state.txt': 'bad\n',
  });
}

describe.each(['playbook', 'command'] as const)('bounds with a %s actor', (kind) => {
  test('the limit on cycles ends the run with exit 4 and not one act more', async () => {
    const at = place();
    task(
      at,
      ACTORS[kind](at, (n) => `echo try ${n} > state.txt`),
      { max_cycles: 3 },
    );
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles, document.resumable]).toEqual([4, 'stop', 3, true]);
    expect(document.decision).toMatchObject({ decision: 'stop', reasons: ['limit_reached:cycle=3:max_cycles=3'] });
    expect(logged(at)).toEqual(['1', '2', '3']);
    expect(checkpoint(at, 'bounds')).toMatchObject({ cycle: 3, status: 'budget_exhausted' });
    expect(document.usage.tool_calls).toBe(3);
  });

  test('PASS on the last cycle that is allowed is PASS', async () => {
    const at = place();
    task(
      at,
      ACTORS[kind](at, (n) => `echo ${n === 3 ? 'good' : `try ${n}`} > state.txt`),
      { max_cycles: 3 },
    );
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([0, 'pass', 3]);
    expect(checkpoint(at, 'bounds')).toMatchObject({ status: 'completed' });
    expect(document.acceptance).toMatchObject([{ id: 'good', passed: true, fraction: 1 }]);
    expect(document.acceptance[0]?.evidence).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test('a policy of zero cycles lets nothing act', async () => {
    const at = place();
    task(
      at,
      ACTORS[kind](at, () => 'echo good > state.txt'),
      { max_cycles: 0 },
    );
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 0]);
    expect(logged(at)).toEqual([]);
  });

  test('the limit on tool calls ends the run before the next one', async () => {
    const at = place();
    task(
      at,
      ACTORS[kind](at, (n) => `echo try ${n} > state.txt`),
      { max_tool_calls: 2 },
    );
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 2]);
    expect(document.decision).toMatchObject({ reasons: ['limit_reached:tool_calls=2:max_tool_calls=2'] });
    expect(logged(at)).toEqual(['1', '2']);
  });

  test('the limit on time ends an act that would go on, and nothing follows it', async () => {
    const at = place();
    task(
      at,
      ACTORS[kind](at, () => 'sleep 40'),
      { max_elapsed_seconds: 3 },
    );
    const { exit, document, durationMs } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'stop']);
    expect(JSON.stringify(document.decision)).toMatch(/limit_reached:elapsed_seconds=\d+:max_elapsed_seconds=3/);
    expect(logged(at)).toEqual(['1']);
    expect(durationMs).toBeLessThan(12_000);
  });

  test('an act that ignores the polite signal is ended all the same', async () => {
    const at = place();
    task(
      at,
      ACTORS[kind](at, () => "trap '' TERM; sleep 40 & wait; sleep 40"),
      { max_elapsed_seconds: 2 },
    );
    const { exit, document, durationMs } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'stop']);
    expect(durationMs).toBeLessThan(20_000);
  });

  test('a limit on the time of one act leaves the run its others', async () => {
    const at = place();
    const actor = ACTORS[kind](at, (n) => (n === 1 ? 'sleep 40' : 'echo good > state.txt'), { timeout_s: 1 });
    task(at, actor, { max_elapsed_seconds: 40 });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([0, 'pass', 2]);
  });
});

describe('children', () => {
  test('the limit on children stops a command actor before the spawn that would pass it', async () => {
    const at = place();
    task(
      at,
      ACTORS.command(at, (n) => `echo try ${n} > state.txt`),
      { max_children_per_parent: 2 },
    );
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 2]);
    expect(logged(at)).toEqual(['1', '2']);
  });

  test('acts of a playbook are no children', async () => {
    const at = place();
    task(
      at,
      ACTORS.playbook(at, (n) => `echo ${n === 3 ? 'good' : n} > state.txt`),
      { max_children_per_parent: 1 },
    );
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([0, 'pass', 3]);
  });
});

describe('a policy that cannot be used', () => {
  const actor = (at: Place) => ACTORS.playbook(at, () => 'echo good > state.txt');

  test('missing: exit 2, and nothing runs', async () => {
    const at = place();
    task(at, actor(at), {});
    write(at.tree, { 'task.yaml': logAcceptance(at, actor(at), 'elsewhere.json') });
    const { exit, document } = await runTask(at);
    expect([exit, document.error?.code]).toEqual([2, 'POLICY_MISSING']);
    expect(logged(at)).toEqual([]);
  });

  test.each([
    ['not JSON', '{ "schema_version": 1, '],
    ['with a member that nobody knows', JSON.stringify({ ...policy(), surprise: 1 })],
    ['with a negative limit', JSON.stringify(policy({ max_cycles: -1 }))],
    ['with a limit twice', JSON.stringify(policy()).replace('"max_cycles":10', '"max_cycles":10,"max_cycles":99')],
  ])('%s: status error, exit 4, and nothing runs', async (_, text) => {
    const at = place();
    write(at.tree, {
      'task.yaml': logAcceptance(at, actor(at), 'policy.json'),
      'policy.json': text,
      'state.txt': 'bad\n',
    });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'error', 0]);
    expect(document.decision).toMatchObject({ decision: 'stop', policy_hash: null, spawn_allowed: false });
    expect(JSON.stringify(document.decision)).toContain('evaluation_error:');
    expect(logged(at)).toEqual([]);
  });

  function logAcceptance(at: Place, by: object, policyRef: string): object {
    return {
      goal: 'make the file good',
      topic: 'bounds',
      acceptance: [{ id: 'good', run: `echo acceptance >> ${at.log}; grep -q good state.txt` }],
      policy_ref: policyRef,
      actor: by,
    };
  }
});
