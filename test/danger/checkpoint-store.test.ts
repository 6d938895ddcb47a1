import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArchiveFile } from '../../src/policy/file-store/archive-file.ts';
import { type Bundle, bundle } from '../support/bundle.ts';
import { killedWriting, ran } from './checkpoint-kills.ts';
import { advancing, journalling, migrating, moving, sweepWriter } from './checkpoint-sweeps.ts';
import { canTrace } from './kills.ts';

let observer: Bundle;

beforeAll(async () => {
  observer = await bundle(join(import.meta.dirname, '../support/goal-observer.ts'));
});

afterAll(() => observer.remove());

describe.skipIf(!canTrace)('a checkpoint whose writer is killed', () => {
  test.each([
    ['an advance', () => advancing()],
    ['an advance that is told in a journal', () => journalling()],
    ['a migration', () => migrating()],
    ['a move of signed records', () => moving(observer.path)],
  ])('in %s is the old one or the new one, and the same command ends it', async (_what, make) => {
    const { old, fresh } = await sweepWriter(make, 7);
    expect(old).toBeGreaterThan(0);
    expect(fresh).toBeGreaterThan(0);
  });

  test('between archive and publish has its records in both, and in the archive once when it is told again', async () => {
    const writer = moving(observer.path);
    expect(await killedWriting(writer, { call: 'rename', nth: 1 })).toBe(true);
    const standing = JSON.parse(readFileSync(writer.path, 'utf8')).task;
    const { records } = readArchiveFile(writer.path);
    expect([standing.decisions.length, standing.overrides.length, records.length]).toEqual([1, 1, 2]);
    const lines = readFileSync(`${writer.path}.records.jsonl`, 'utf8');
    expect(await ran(writer)).toBe(0);
    const moved = JSON.parse(readFileSync(writer.path, 'utf8')).task;
    expect([moved.decisions, moved.overrides]).toEqual([[], []]);
    expect(readFileSync(`${writer.path}.records.jsonl`, 'utf8')).toBe(lines);
  });
});
