import { describe, expect, test } from 'vitest';
import { type Attempt, groupsOf, strataOf } from './groups.ts';

/** An attempt that nothing else resembles. */
function attempt(sessionId: string, marks: Partial<Attempt> = {}): Attempt {
  return { sessionId, groupKey: null, textKey: sessionId, cluster: null, agentConfigId: 'a', reward: 1, ...marks };
}

const sessionsOf = (strata: readonly { readonly members: readonly Attempt[] }[]) =>
  strata.map((stratum) => stratum.members.map((one) => one.sessionId));

describe('attempts at one task', () => {
  test('are those with one group key, whatever their texts', () => {
    const strata = strataOf([attempt('s1', { groupKey: 'k' }), attempt('s2'), attempt('s3', { groupKey: 'k' })]);
    expect(strata.map((stratum) => stratum.taskKey)).toEqual(['group:k']);
    expect(sessionsOf(strata)).toEqual([['s1', 's3']]);
  });

  test('are those with the same text before those in one cluster', () => {
    const strata = strataOf([
      attempt('s1', { textKey: 'x', cluster: 1 }),
      attempt('s2', { textKey: 'y', cluster: 1 }),
      attempt('s3', { textKey: 'x', cluster: 1 }),
      attempt('s4', { textKey: 'z', cluster: 1 }),
    ]);
    expect(sessionsOf(strata)).toEqual([
      ['s1', 's3'],
      ['s2', 's4'],
    ]);
  });

  test('by different agents are never compared', () => {
    const strata = strataOf([attempt('s1', { groupKey: 'k' }), attempt('s2', { groupKey: 'k', agentConfigId: 'b' })]);
    expect(sessionsOf(strata)).toEqual([['s1'], ['s2']]);
  });

  test('that have neither key nor text belong to none', () => {
    expect(strataOf([attempt('s1', { textKey: null })])).toEqual([]);
  });
});

describe('groups', () => {
  const alike = (count: number) =>
    Array.from({ length: count }, (_, n) => attempt(`s${n}`, { cluster: 7, reward: n % 2 }));

  test('of like texts hold attempts of the newest sessions only, and no more than a number of them', () => {
    expect(sessionsOf(groupsOf(alike(6), { window: 4, max: 16 }))).toEqual([['s2', 's3', 's4', 's5']]);
    expect(sessionsOf(groupsOf(alike(6), { window: 4, max: 2 }))).toEqual([['s4', 's5']]);
  });

  test('of one key reach back as far as there is anything', () => {
    const attempts = alike(6).map((one) => ({ ...one, groupKey: 'k' }));
    expect(groupsOf(attempts, { window: 2, max: 2 })[0]?.members).toHaveLength(6);
  });

  test('say how each member stands to the others', () => {
    const [group] = groupsOf(alike(2));
    expect(group?.advantage).toMatchObject({ skip: null, positive: [1], negative: [0] });
  });
});
