import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { goalPolicy, spentGoal } from '../../../test/policy/goal-file.ts';
import { KEYS } from '../../../test/policy/samples.ts';
import { printedText } from '../../base/canonical-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { createCheckpointFile } from './create-checkpoint-file.ts';
import { advanceFile, observeFile } from './goal-file.ts';
import { journalPath, readJournalFile } from './journal-file.ts';

const policy = goalPolicy();
let folder = '';
let path = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-journal-')));
  path = join(folder, 'goal.json');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hash = () => sha256Hex(readFileSync(path));
const begin = () => createCheckpointFile(path, spentGoal().document, { change: 'create' });
const advance = (requestId: string) =>
  advanceFile(path, { requestId, policy: () => policy, keys: KEYS }, { change: 'advance' });
const spend = (reference: string) =>
  observeFile(
    path,
    {
      observation: { updatedAt: '2026-01-02T10:00:00Z', counters: { cycle: 5n }, evidence: [reference] },
      expectedSha256: hash(),
      policy,
      keys: KEYS,
    },
    { change: 'observe' },
  );

describe('the journal beside a checkpoint', () => {
  test('leads to the very bytes of the file, slice after slice, and grows by what changed', async () => {
    await begin();
    const sizes: number[] = [];
    for (let slice = 0; slice < 40; slice++) {
      await advance(`r${slice}`);
      await spend(`log:${slice % 2 === 0 ? 'a' : 'z'}${slice}`);
      sizes.push(readFileSync(journalPath(path)).length);
    }
    const { entries, last } = readJournalFile(path);
    expect(entries).toHaveLength(81);
    expect(printedText(last?.document ?? null)).toBe(readFileSync(path, 'utf8'));
    const growth = (from: number) => (sizes[from + 1] ?? 0) - (sizes[from] ?? 0);
    expect(growth(37)).toBeLessThan(growth(2) + 200);
  });

  test('is kept by none that was not begun with one', async () => {
    writeFileSync(path, printedText(spentGoal().document));
    await advance('r1');
    expect(existsSync(journalPath(path))).toBe(false);
    expect(readJournalFile(path)).toEqual({ entries: [], last: null });
  });

  test('tells nothing of a request id that is known, nor of a file that was there', async () => {
    await begin();
    await advance('r1');
    await advance('r1');
    await expect(begin()).rejects.toMatchObject({ code: 'CHECKPOINT_IO' });
    expect(readJournalFile(path).entries.map(({ change }) => change)).toEqual(['create', 'advance']);
  });

  test('tells the whole of a checkpoint that another program wrote meanwhile', async () => {
    await begin();
    await advanceFile(path, { requestId: 'theirs', policy: () => policy, keys: KEYS });
    await spend('log:9');
    const { entries, last } = readJournalFile(path);
    expect(entries.map(({ steps }) => steps)).toEqual([null, null]);
    expect(last?.sha256).toBe(hash());
  });

  test('goes over what a crash cut off', async () => {
    await begin();
    appendFileSync(journalPath(path), '{"after_sha256":"00');
    expect(readJournalFile(path).entries).toHaveLength(1);
    await advance('r1');
    expect(readJournalFile(path).last?.sha256).toBe(hash());
  });

  test('reads a last line that is longer than what it reads at once', async () => {
    await createCheckpointFile(path, spentGoal({}, { next_step: 'x'.repeat(200_000) }).document, { change: 'create' });
    await advance('r1');
    expect(readJournalFile(path).entries.map(({ steps }) => steps === null)).toEqual([true, false]);
  });

  test('keeps a change from the file where it was edited, or is a link', async () => {
    await begin();
    const before = hash();
    writeFileSync(journalPath(path), '{}\n');
    await expect(advance('r1')).rejects.toMatchObject({ code: 'CHECKPOINT_INVALID' });
    rmSync(journalPath(path));
    symlinkSync(join(folder, 'other'), journalPath(path));
    await expect(advance('r1')).rejects.toMatchObject({ code: 'CHECKPOINT_IO' });
    expect([hash(), existsSync(join(folder, 'other'))]).toEqual([before, false]);
  });
});
