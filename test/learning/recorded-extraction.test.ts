import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { extracted } from '../support/mined.ts';
import { recordedTrajectories } from '../support/recorded-trajectories.ts';

const counts = v.parse(
  v.object({ files: v.array(v.object({ path: v.string() })) }),
  JSON.parse(readFileSync(new URL('../data/trajectories/counts.json', import.meta.url), 'utf8')),
);

test('everything that was recorded, together, gives no lesson and says what it had too little of', async () => {
  const all = (await Promise.all(counts.files.map(({ path }) => recordedTrajectories(path)))).flat();
  const found = extracted(all);
  expect(all.length).toBeGreaterThan(350);
  expect(found.operations).toEqual([]);
  expect(found.undecided).toHaveLength(20);
  expect(found.undecided[0]).toEqual({
    channel: 'outcome',
    rule: { form: 'PRE', a: 'search_direct_flight', b: 'update_reservation_flights' },
    strata: 4,
    sides: [8, 8],
    smallestP: expect.closeTo(1 / 96, 9),
    need: { strata: 0, sides: [0, 0], smallestP: 0.01 },
  });
});
