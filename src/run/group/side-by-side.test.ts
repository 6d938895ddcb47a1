import { expect, test } from 'vitest';
import { inTurn, sideBySide } from './side-by-side.ts';

test('no more work is under way at once than was said, and results keep the order of the items', async () => {
  let now = 0;
  let most = 0;
  const results = await sideBySide([3, 1, 2, 5, 4], 2, async (item) => {
    now += 1;
    most = Math.max(most, now);
    for (let turns = 0; turns < item; turns += 1) await Promise.resolve();
    now -= 1;
    return item * 10;
  });
  expect(results).toEqual([30, 10, 20, 50, 40]);
  expect(most).toBe(2);
});

test('after a failure nothing more is begun, and what runs is waited for', async () => {
  const ended: number[] = [];
  const work = sideBySide([0, 1, 2, 3], 2, async (item) => {
    if (item === 0) throw new Error('broken');
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
    ended.push(item);
  });
  await expect(work).rejects.toThrow('broken');
  expect(ended).toEqual([1]);
});

test('work in turn never overlaps, and goes on after a failure', async () => {
  const turn = inTurn();
  const told: string[] = [];
  const say = (name: string) => async () => {
    told.push(`${name} begins`);
    await Promise.resolve();
    told.push(`${name} ends`);
  };
  const broken = turn(() => Promise.reject(new Error('broken')));
  await Promise.all([turn(say('a')), turn(say('b')), expect(broken).rejects.toThrow('broken')]);
  expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});
