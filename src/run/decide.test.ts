import { describe, expect, test } from 'vitest';
import { goal, goalPolicy } from '../../test/policy/goal-file.ts';
import { checkpointDocument, KEYS, policy } from '../../test/policy/samples.ts';
import type { ExactObject } from '../base/exact-json.ts';
import { decide } from './decide.ts';
import { goalRunPolicy, taskRunPolicy } from './run-policy.ts';

const task = taskRunPolicy(policy());
const inGoal = goalRunPolicy(goalPolicy());

function reasons(runPolicy: typeof task, document: ExactObject) {
  const { decision, reasons: said } = decide(runPolicy, document, KEYS, 'rules/policy.json');
  return [decision, ...said];
}

describe('decide', () => {
  test('asks the policy of a task about a task, and that of a goal about a goal', () => {
    expect(decide(task, checkpointDocument(), KEYS, 'p.json')).not.toHaveProperty('scope');
    expect(decide(inGoal, goal().document, KEYS, 'p.json')).toMatchObject({ decision: 'continue', scope: 'action' });
  });

  test.each<[string, typeof task, ExactObject]>([
    ['a goal under the policy of a task', task, goal().document],
    ['a task under the policy of a goal', inGoal, checkpointDocument()],
  ])('stops at %s', (_case, runPolicy, document) => {
    expect(reasons(runPolicy, document)).toEqual([
      'stop',
      'evaluation_error:checkpoint and policy versions must match',
    ]);
  });

  test('stops at a checkpoint that is not valid, under the name of the policy file', () => {
    const broken = checkpointDocument({ cycle: -1n });
    expect(reasons(task, broken)).toEqual(['stop', 'evaluation_error:checkpoint.cycle must be a non-negative integer']);
    expect(decide(task, broken, KEYS, 'rules/policy.json').policyId).toBe('policy');
  });
});
