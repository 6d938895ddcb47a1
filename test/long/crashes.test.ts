import { describe, expect, test } from 'vitest';
import { agent, crashPlace } from '../danger/fixture.ts';
import { canTrace } from '../danger/kills.ts';
import { killInARow, killSideBySide, sweepCalls, sweepInstants } from '../danger/sweeps.ts';
import { share } from './share.ts';

/** More than one run makes; the whole share kills at each. */
const EVERY_CALL = 400;

describe('a run that is killed', () => {
  test.skipIf(!canTrace)('at each durable call of a playbook goes on and passes', async () => {
    const rows = await sweepCalls(crashPlace, share(EVERY_CALL));
    process.stderr.write(`last rows before the kill: ${JSON.stringify([...rows])}\n`);
    // A small share may miss the short time between two rows of an act.
    const least =
      share(EVERY_CALL) < EVERY_CALL / 10 ? ['intended', 'observed'] : ['intended', 'spawned', 'acted', 'observed'];
    expect([...rows.keys()]).toEqual(expect.arrayContaining(least));
  });

  test.skipIf(!canTrace)('at each durable call of an agent goes on and passes', async () => {
    await sweepCalls(() => crashPlace({ actor: agent }), share(EVERY_CALL));
  });

  test('at 50 instants goes on and passes', async () => {
    await sweepInstants(crashPlace, share(25));
    await sweepInstants(() => crashPlace({ actor: agent }), share(25));
  });

  test('in ten resumes in a row passes in the end', async () => {
    for (let round = 0; round < share(10); round++) await killInARow(crashPlace(), 10);
  });

  test('beside seven others that share its library loses no record', async () => {
    for (let round = 0; round < share(5); round++) await killSideBySide(8, 3);
  });
});
