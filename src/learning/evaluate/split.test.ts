import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../base/sha256.ts';
import { mined } from './made-history.ts';
import { splitByUser } from './split.ts';

const runs = (told: readonly (readonly [task: string | null, user: string | null])[]) =>
  mined(told.map(([taskKey]) => ({ taskKey, steps: [] }))).map((trajectory, index) => {
    const user = told[index]?.[1] ?? null;
    return { trajectory, userHash: user === null ? null : sha256Hex(user) };
  });

describe('splitByUser', () => {
  test('never has a task or a user on both sides, whatever the records leave out', () => {
    // A task belongs to one user, as benchmarks have it.
    const record = fc
      .tuple(fc.nat(20), fc.boolean())
      .map(([task, isNamed]): [string, string | null] => [`task ${task}`, isNamed ? `user ${task % 7}` : null]);
    fc.assert(
      fc.property(fc.array(record, { maxLength: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (told, share) => {
        const { developer, heldOut, marks } = splitByUser(runs(told), share);
        expect(developer.length + heldOut.length).toBe(told.length);
        expect(marks.byUser + marks.byJoinedUser + marks.byTask).toBe(told.length);
        const tasks = new Set(developer.map((one) => one.trajectory.taskKey));
        const users = new Set(developer.map((one) => one.userHash));
        expect(heldOut.filter((one) => tasks.has(one.trajectory.taskKey))).toEqual([]);
        expect(heldOut.filter((one) => one.userHash !== null && users.has(one.userHash))).toEqual([]);
      }),
    );
  });

  test('goes by the user, whatever the task', () => {
    const many = runs(Array.from({ length: 40 }, (_, n) => [`task ${n}`, 'one user']));
    const { developer, heldOut } = splitByUser(many, 0.5);
    expect([developer.length, heldOut.length].sort((a, b) => a - b)).toEqual([0, 40]);
  });

  test('holds about that share of many users out, the same ones each time', () => {
    const many = runs(Array.from({ length: 2000 }, (_, n) => [`task ${n}`, `user ${n}`]));
    const { heldOut } = splitByUser(many, 0.3);
    expect(Math.abs(heldOut.length / 2000 - 0.3)).toBeLessThan(0.03);
    expect(
      splitByUser([...many].reverse(), 0.3)
        .heldOut.map((one) => one.trajectory.id)
        .sort(),
    ).toEqual(heldOut.map((one) => one.trajectory.id).sort());
  });
});
