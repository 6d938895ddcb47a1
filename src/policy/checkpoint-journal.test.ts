import { describe, expect, test } from 'vitest';
import { goal, spentGoal } from '../../test/policy/goal-file.ts';
import { printedText } from '../base/canonical-json.ts';
import type { ExactObject } from '../base/exact-json.ts';
import { sha256Hex } from '../base/sha256.ts';
import {
  type JournalEnd,
  journalEnd,
  journalLine,
  readCheckpointJournal,
  type StoredCheckpoint,
} from './checkpoint-journal.ts';
import { checked } from './refusal.ts';

const PATH = 'goal.json.journal.jsonl';

function stored(document: ExactObject): StoredCheckpoint {
  return { sha256: sha256Hex(printedText(document)), document };
}

const [zero, spent, later] = [goal(), spentGoal(), spentGoal({ cycle: 6n })].map(({ document }) =>
  stored(document),
) as [StoredCheckpoint, StoredCheckpoint, StoredCheckpoint];

function told(...changes: readonly (readonly [StoredCheckpoint | null, StoredCheckpoint])[]): string {
  let end: JournalEnd | null = null;
  let text = '';
  for (const [before, after] of changes) {
    const line = journalLine(end, before === null ? 'create' : 'observe', before, after);
    end = journalEnd(line.trimEnd(), PATH);
    text += line;
  }
  return text;
}

describe('the journal of a checkpoint', () => {
  test('makes the last checkpoint of its changes', () => {
    const journal = readCheckpointJournal(told([null, zero], [zero, spent], [spent, later]), PATH);
    expect(journal.entries.map(({ change, steps }) => [change, steps])).toEqual([
      ['create', null],
      ['observe', 4],
      ['observe', 3],
    ]);
    expect(journal.last?.sha256).toBe(later.sha256);
    expect(printedText(journal.last?.document ?? null)).toBe(printedText(later.document));
  });

  test('tells the whole checkpoint anew where another program wrote the file meanwhile', () => {
    const journal = readCheckpointJournal(told([null, zero], [spent, later]), PATH);
    expect(journal.entries.map(({ steps }) => steps)).toEqual([null, null]);
    expect(journal.last?.sha256).toBe(later.sha256);
  });

  test('goes over changes that a crash kept from the file, be they several', () => {
    const journal = readCheckpointJournal(told([null, zero], [zero, later], [zero, later], [zero, spent]), PATH);
    expect(journal.entries.map(({ steps }) => steps)).toEqual([null, 4, 4, 4]);
    expect(journal.last?.sha256).toBe(spent.sha256);
  });

  test('is empty before the first change', () => {
    expect(readCheckpointJournal('', PATH)).toEqual({ entries: [], last: null });
  });

  test.each<[string, (lines: readonly string[]) => readonly string[]]>([
    ['an edited line', ([a = '', b = '', ...rest]) => [a, b.replace('"observe"', '"advance"'), ...rest]],
    ['a missing line', ([a = '', , ...rest]) => [a, ...rest]],
    ['lines in another order', ([a = '', b = '', ...rest]) => [b, a, ...rest]],
    ['a line that is no JSON', (lines) => [...lines, '{']],
    ['a line of a newer version', (lines) => [...lines, '{"schema_version":2}']],
    ['a line with too little in it', (lines) => [...lines, '{"schema_version":1}']],
  ])('refuses %s', (_what, edit) => {
    const lines = told([null, zero], [zero, spent], [spent, later]).trimEnd().split('\n');
    const text = edit(lines)
      .map((line) => `${line}\n`)
      .join('');
    expect(checked(() => readCheckpointJournal(text, PATH))).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(`${PATH} line `),
    });
  });
});
