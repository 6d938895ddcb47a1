import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advancing, journalling, migrating, moving, sweepWriter } from '../danger/checkpoint-sweeps.ts';
import { canTrace } from '../danger/kills.ts';
import { type Bundle, bundle } from '../support/bundle.ts';

let observer: Bundle;

beforeAll(async () => {
  observer = await bundle(join(import.meta.dirname, '../support/goal-observer.ts'));
});

afterAll(() => observer.remove());

describe.skipIf(!canTrace)('a checkpoint whose writer is killed at every call that writes', () => {
  test.each([
    ['an advance', () => advancing()],
    ['an advance that is told in a journal', () => journalling()],
    ['a migration', () => migrating()],
    ['a move of signed records', () => moving(observer.path)],
  ])('in %s is the old one or the new one', async (what, make) => {
    const { old, fresh } = await sweepWriter(make, Number.POSITIVE_INFINITY);
    process.stderr.write(`${what}: ${old} kills left the old document, ${fresh} the new one\n`);
    expect(old).toBeGreaterThan(5);
    expect(fresh).toBeGreaterThan(2);
  });
});
