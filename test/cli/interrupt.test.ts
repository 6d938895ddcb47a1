import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { place, playbook, policy, start, until, write } from '../e2e/support.ts';

describe('a run that is interrupted', () => {
  test('twice ends at once with 130, though its act does not listen', async () => {
    const at = place();
    write(at.tree, {
      'policy.json': policy(),
      'task.yaml': {
        goal: 'wait',
        acceptance: [{ id: 'never', run: 'false' }],
        policy_ref: 'policy.json',
        actor: playbook([{ id: 'deaf', run: `trap '' TERM; touch begun; sleep 40` }]),
      },
    });
    const started = start(at, ['run', 'task.yaml', '--json']);
    await until(() => existsSync(join(at.tree, 'begun')), 'the act has begun');
    const said = performance.now();
    started.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 300));
    started.kill('SIGINT');
    const ended = await started.ended;
    expect([ended.exit, ended.stdout]).toEqual([130, '']);
    expect(performance.now() - said).toBeLessThan(4000);
  });
});
