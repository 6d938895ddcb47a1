import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHILD, childTask, into, parent, printed, steps } from './child-runs.ts';
import { checkpoint, place, run, runTask, start, until, write } from './support.ts';

describe('a run that an act of another run starts', () => {
  test('spends of what that one has left, which counts it', async () => {
    const at = place();
    const tree = childTask(at, 'child', 3);
    parent(at, `cd ${tree} && ${CHILD} ${into(at, 'child')}; touch ${at.tree}/done`, { calls: 20 });
    const { exit, document, stderr } = await runTask(at);
    expect([exit, document.status], stderr).toEqual([0, 'pass']);
    expect(printed(at, 'child')).toMatchObject({ status: 'pass', usage: { tool_calls: 3 } });
    expect(document.usage.tool_calls).toBe(4);
    expect(document.trail[0]?.tool_calls).toBe(4);
    expect(checkpoint(at, 'parent')).toMatchObject({ cycle: 1, tool_calls: 4, children_spawned: 4 });
  });

  test('is refused before it spends, where a second one asks for 60 % of what is left beside a first', async () => {
    const at = place();
    const slow = `until [ -e ${at.log}.go ]; do sleep 0.05; done`;
    const [first, second] = [childTask(at, 'first', 4, { act: slow }), childTask(at, 'second', 4, { act: slow })];
    const ask = `--reserve tool_calls=6 --reserve children=6`;
    // The second begins once the first has spent; both ask for six of the ten that are left.
    const script = `(cd ${first} && ${CHILD} ${ask} ${into(at, 'first')}) &
      until [ -e ${at.log} ]; do sleep 0.05; done
      (cd ${second} && ${CHILD} ${ask} ${into(at, 'second')}); touch ${at.log}.go; wait; touch done`;
    parent(at, script, { calls: 11, concurrency: 2 });
    const { exit, document, stderr } = await runTask(at);
    expect([exit, document.status], stderr).toEqual([0, 'pass']);
    expect(printed(at, 'first')).toMatchObject({ status: 'pass', exit: 0 });
    expect(printed(at, 'second')).toMatchObject({
      status: 'stop',
      exit: 4,
      session: null,
      resumable: false,
      reason: 'reservation_refused:tool_calls=6:left=4:children_spawned=6:left=4',
    });
    expect([steps(at, 'first'), steps(at, 'second')]).toEqual([4, 0]);
    expect(existsSync(join(second, '.coord', 'checkpoint-second.json'))).toBe(false);
    expect(checkpoint(at, 'parent')).toMatchObject({ tool_calls: 5, children_spawned: 5 });
  });

  test('stops where what was set aside for it is spent', async () => {
    const at = place();
    const tree = childTask(at, 'child', 9);
    parent(at, `cd ${tree} && ${CHILD} --reserve tool_calls=2 ${into(at, 'child')}; touch ${at.tree}/done`, {
      calls: 20,
    });
    const { document } = await runTask(at);
    expect(printed(at, 'child')).toMatchObject({
      status: 'stop',
      exit: 4,
      cycles: 2,
      resumable: true,
      reason: 'reservation_spent:tool_calls=1:children_spawned=1',
    });
    expect([steps(at, 'child'), document.usage.tool_calls]).toEqual([2, 3]);
  });

  test('holds what it asked for when it is killed, and goes on with that', async () => {
    const at = place();
    const hang = `until [ -e ${at.log}.go ]; do sleep 0.05; done`;
    const [child, other] = [childTask(at, 'child', 3, { act: hang }), childTask(at, 'other', 1)];
    const script = `(cd ${child} && exec ${CHILD} --reserve tool_calls=8 --reserve children=8) & pid=$!
      until [ -e ${at.log} ]; do sleep 0.05; done
      kill -9 $pid; touch ${at.log}.go
      (cd ${other} && ${CHILD} --reserve tool_calls=3 ${into(at, 'other')})
      (cd ${child} && ${CHILD} --resume ${into(at, 'child')}); touch done`;
    parent(at, script, { calls: 11, concurrency: 2 });
    const { exit, document, stderr } = await runTask(at);
    expect([exit, document.status], stderr).toEqual([0, 'pass']);
    expect(printed(at, 'other')).toMatchObject({ status: 'stop', reason: 'reservation_refused:tool_calls=3:left=2' });
    const resumed = printed(at, 'child');
    expect(resumed.status).toBe('pass');
    expect(document.usage.tool_calls).toBe(1 + resumed.usage.tool_calls);
    expect(resumed.usage.tool_calls).toBe(resumed.cycles);
  });

  test('dies with that one, which counts on resume what it had spent', async () => {
    const at = place();
    const child = childTask(at, 'child', 6, { act: `[ -e ${at.log}.go ] || sleep 1` });
    parent(at, `[ -e ${at.log} ] && touch done || (cd ${child} && ${CHILD}); exit 0`, { calls: 40 });
    const started = start(at, ['run', 'task.yaml', '--json']);
    await until(() => steps(at, 'child') >= 2, 'the child spends', started);
    started.kill('SIGKILL');
    await started.ended;
    const resumed = run(await start(at, ['run', 'task.yaml', '--resume', '--json']).ended);
    expect([resumed.exit, resumed.document.status], resumed.stderr).toEqual([0, 'pass']);
    const spent = checkpoint(at, 'parent');
    const ofChild = checkpoint({ ...at, tree: child }, 'child');
    // What the child was charged it may have been killed before doing.
    expect([steps(at, 'child'), steps(at, 'child') + 1]).toContain(Number(ofChild.tool_calls));
    const [first, second] = resumed.document.trail;
    expect([first?.in_doubt, second?.tool_calls]).toEqual([true, 1]);
    expect([Number(ofChild.tool_calls) + 2, Number(ofChild.tool_calls) + 3]).toContain(Number(spent.tool_calls));
    const before = steps(at, 'child');
    const again = await runTask({ ...at, tree: child }, ['--resume'], {
      env: { PRAXIS_PARENT: resumed.document.session ?? '', PRAXIS_PARENT_LIBRARY: join(at.home, 'none', 'praxis.db') },
    });
    expect([again.exit, again.document.reason]).toEqual([4, `no_open_act:${resumed.document.session}`]);
    expect(steps(at, 'child')).toBe(before);
    // By hand it is nobody's child any more: it goes on, and the account of its parent stays.
    write(join(at.tree, '..'), { 'log.go': '' });
    const byHand = await runTask({ ...at, tree: child }, ['--resume']);
    expect([byHand.exit, byHand.document.status], byHand.stderr).toEqual([0, 'pass']);
    expect(checkpoint(at, 'parent')).toEqual(spent);
  });
});
