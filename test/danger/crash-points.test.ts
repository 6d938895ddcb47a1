import { describe, expect, test } from 'vitest';
import { agent, crashPlace } from './fixture.ts';
import { canTrace, killPoints } from './kills.ts';
import { killInARow, killSideBySide, sweepCalls, sweepInstants } from './sweeps.ts';

describe('a run that is killed', () => {
  test.skipIf(!canTrace)('at a durable call goes on and passes', { timeout: 300_000 }, async () => {
    const rows = await sweepCalls(crashPlace, 4);
    expect(rows.size).toBeGreaterThan(2);
  });

  test.skipIf(!canTrace)('has points before and after the gate of its acts', { timeout: 120_000 }, async () => {
    const points = await killPoints(crashPlace());
    for (const call of ['write', 'pwrite64'])
      expect(points.filter((point) => point.call === call).length, call).toBeGreaterThan(4);
  });

  test('at any instant goes on and passes', { timeout: 120_000 }, async () => {
    await sweepInstants(() => crashPlace({ actor: agent }), 2);
  });

  test('in its resumes, again and again, passes in the end', { timeout: 120_000 }, async () => {
    await killInARow(crashPlace(), 2);
  });

  test('beside others that share its library loses no record', { timeout: 120_000 }, async () => {
    await killSideBySide(3, 1);
  });
});
