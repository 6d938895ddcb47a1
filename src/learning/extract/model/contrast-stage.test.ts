import { describe, expect, test } from 'vitest';
import { entryOf } from '../../../../test/support/experience-entries.ts';
import { groupAdvantage } from '../../advantage.ts';
import type { StoredTrajectory } from '../../store.ts';
import { type ContrastedGroup, contrastQuestion, operationsOf, readWishes } from './contrast-stage.ts';
import type { DueGroup } from './due-groups.ts';

const nameOf = (id: number): string => `r${id}`;

function contrast(rewards: readonly number[], near: ContrastedGroup['near'] = []): ContrastedGroup {
  const members = rewards.map((reward, n) => ({
    sessionId: `s${n}`,
    taskId: 't',
    reward,
    domain: 'code',
    taskText: 'ship',
  }));
  const advantage = groupAdvantage(rewards);
  if (advantage.skip !== null) throw new Error(advantage.skip);
  const group = { key: 'g', members: members as unknown as readonly StoredTrajectory[], advantage } satisfies DueGroup;
  const runs = group.members.map((trajectory, n) => ({ name: `s${n}/t`, trajectory, calls: [] }));
  return { group, runs, summaries: [], near };
}

const add = {
  op: 'add',
  ids: [],
  text: 'When a test fails, read its log first.',
  type: 'tool_selection',
  domain: 'code',
};
const wishes = (...operations: object[]) => readWishes({ operations }, '');
const only = (found: ReturnType<typeof operationsOf>) => found.operations[0];

describe('the question about a group', () => {
  test('holds no secret of the task, not even a part that a cut would leave', () => {
    const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
    const told = contrast([1, 0]);
    const runs = told.runs.map((run) => ({
      ...run,
      trajectory: { ...run.trajectory, taskText: `${'do it '.repeat(330)}${secret}` },
    }));
    const { data } = contrastQuestion({ ...told, runs }, nameOf);
    expect(data).toContain('do it');
    expect(data).not.toContain(secret.slice(0, 12));
  });
});

describe('what a model wishes', () => {
  test('begins with more confidence where one attempt stands out', () => {
    expect(only(operationsOf(wishes(add), contrast([1, 0, 0]), nameOf))).toMatchObject({ c: 0.7, isTrusted: false });
    expect(only(operationsOf(wishes(add), contrast([1, 0.9]), nameOf))).toMatchObject({ c: 0.5 });
  });

  test('may be no failure pattern where no attempt was bad', () => {
    const pattern = { ...add, type: 'failure_pattern' };
    expect(operationsOf(wishes(pattern), contrast([0.9, 0.8]), nameOf)).toMatchObject({
      operations: [],
      refused: [{ reason: 'a failure pattern of a group in which no attempt was bad enough' }],
    });
    expect(operationsOf(wishes(pattern), contrast([1, 0]), nameOf).operations).toHaveLength(1);
  });

  test('names guidelines that were shown, each once, and no more than three', () => {
    const near = [entryOf(1, {}), entryOf(2, {})];
    const { operations, refused } = operationsOf(
      wishes(
        { op: 'keep', ids: ['r1'] },
        { op: 'delete', ids: ['r1'] },
        { op: 'merge', ids: ['r2'], text: 'Read the log first.' },
        add,
      ),
      contrast([1, 0], near),
      nameOf,
    );
    const twice = wishes({ op: 'merge', ids: ['r1', 'r1'], text: 'Read the log first.' });
    expect(operationsOf(twice, contrast([1, 0], near), nameOf)).toMatchObject({
      operations: [],
      refused: [{ reason: 'merge names one guideline' }],
    });
    expect(operations).toMatchObject([{ op: 'keep', id: 1 }]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      'a second operation on one guideline',
      'merge names one guideline',
      'more than 3 operations',
    ]);
  });

  test('may be told in lines', () => {
    const lines = 'Here you are:\nADD | | When a build fails, read the log first.\nKEEP | r1 |\nDELETE | r2';
    const near = [entryOf(1, {}), entryOf(2, {})];
    expect(operationsOf(readWishes(undefined, lines), contrast([1, 0], near), nameOf).operations).toMatchObject([
      { op: 'add', text: 'When a build fails, read the log first.', domain: 'code', type: 'convention' },
      { op: 'keep', id: 1 },
      { op: 'delete', id: 2 },
    ]);
    expect(() => readWishes(undefined, 'nothing of the kind')).toThrow();
  });

  test('says something to do', () => {
    const { refused } = operationsOf(
      wishes({ ...add, text: 'The weather is fine.' }, { ...add, text: null }),
      contrast([1, 0]),
      nameOf,
    );
    expect(refused.map(({ reason }) => reason)).toEqual(['the text says nothing to do', 'it has no text']);
  });
});
