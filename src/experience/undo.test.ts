import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AT, addOf, entryOf, libraryOf } from '../../test/support/experience-entries.ts';
import { applyOperations } from './apply.ts';
import type { AppliedBatch, Batch, BatchHeader } from './batch.ts';
import { canonicalExport } from './canonical-export.ts';
import type { Applied } from './draft.ts';
import type { Entry } from './entry.ts';
import type { LibraryState } from './library-state.ts';
import type { Operation } from './operation.ts';
import { blockingBatch, chooseUndo, standingAfter, undoBatch, undoneBatches } from './undo.ts';

const why = 'because';
const group = null;

/** A library in memory with its log. */
class Log {
  library: LibraryState;
  readonly batches: AppliedBatch[] = [];

  constructor(...entries: readonly Entry[]) {
    this.library = { ...libraryOf(...entries), version: 0 };
  }

  apply(...operations: readonly Operation[]): string {
    return this.#take(applyOperations(this.library, operations, this.#context()), {});
  }

  use(id: number, verdict: 'improved' | 'notImproved'): string {
    const uses = [{ id, isApplicable: true, followed: null, verdict }];
    return this.#take(applyOperations(this.library, [], this.#context(), uses), { kind: 'learn' });
  }

  purge(): string {
    return this.#take(applyOperations(this.library, [], this.#context()), { kind: 'purge' });
  }

  get headers(): readonly BatchHeader[] {
    return this.batches.map((batch) => ({ ...batch, changed: batch.changes.length }));
  }

  /** The id of the undo, or what stands in its way. */
  undo(named: string | null = null): string {
    const choice = chooseUndo(this.headers, named);
    if (choice.kind !== 'chosen') return choice.kind === 'blocked' ? `blocked by ${choice.by}` : choice.kind;
    const batch = this.batches.find((one) => one.id === choice.batch.id);
    if (batch === undefined) throw new Error('the log has lost a batch');
    const standing = new Set(
      standingAfter({ ...batch, changed: batch.changes.length }, this.headers).map((one) => one.id),
    );
    const later = this.batches.filter((one) => standing.has(one.id));
    const blocking = blockingBatch(batch, later);
    if (blocking !== undefined) return `blocked by ${blocking}`;
    return this.#take(undoBatch(this.library, batch, this.#context()), { kind: 'undo', undoes: batch.id });
  }

  export(): string {
    return canonicalExport(this.library);
  }

  #context() {
    return { batch: `b${this.batches.length + 1}`, at: AT, epoch: this.batches.length + 1 };
  }

  #take(applied: Applied, parts: Partial<Batch>): string {
    const { batch: id, at, epoch } = this.#context();
    const version = applied.next.version;
    const { changes, outcomes } = applied;
    const kind = 'add' as const;
    this.batches.push({
      v: 1,
      id,
      kind,
      at,
      epoch,
      version,
      undoes: null,
      sessionId: null,
      operations: [],
      changes,
      outcomes,
      ...parts,
    });
    this.library = applied.next;
    return id;
  }
}

const modify = (id: number, text: string): Operation => ({
  op: 'modify',
  id,
  text,
  rule: null,
  isTrusted: true,
  evidence: null,
  why,
  group,
});

describe('check 5: undo', () => {
  test('of the newest batch restores the export byte for byte, and its undo brings it back', () => {
    const log = new Log(entryOf(1));
    const before = log.export();
    log.apply(modify(1, 'new'), addOf('more'), { op: 'pin', id: 1, pinned: true, why, group });
    const after = log.export();
    const undo = log.undo();
    expect(log.export()).toBe(before);
    expect(log.undo(undo)).toBe('b3');
    expect(log.export()).toBe(after);
    expect(log.undo()).toBe('b4');
    expect(log.export()).toBe(before);
  });

  test('newest first skips what is undone, and ends where nothing is left', () => {
    const log = new Log();
    log.apply(addOf('one'));
    log.apply(addOf('two'));
    log.undo();
    log.undo();
    expect(log.export()).toBe('');
    expect(log.undo()).toBe('nothing');
    expect([...undoneBatches(log.batches)]).toEqual([
      ['b1', 'b4'],
      ['b2', 'b3'],
    ]);
  });

  test('never gives an id out again', () => {
    const log = new Log();
    log.apply(addOf('one'));
    log.undo();
    log.apply(addOf('two'));
    expect([...log.library.entries.keys()]).toEqual([2]);
  });

  test('of an older batch is refused by the later one that touched its entries', () => {
    const log = new Log(entryOf(1), entryOf(2));
    log.apply(modify(1, 'new'));
    log.apply(modify(2, 'other'));
    log.apply({ op: 'delete', id: 1, why, group });
    expect(log.undo('b1')).toBe('blocked by b3');
    log.undo('b3');
    expect(log.undo('b1')).toBe('b5');
    expect(log.library.entries.get(1)?.text).toBe('Read file 1 first.');
    expect(log.library.entries.get(2)?.text).toBe('other');
  });

  test('of an older batch that nothing touched goes through, and c that moved later stays', () => {
    const log = new Log(entryOf(1, { c: 0.5 }));
    log.apply(modify(1, 'new'), { op: 'confidence', id: 1, c: 0.6, why, group });
    log.use(1, 'improved');
    const moved = log.library.entries.get(1)?.c;
    expect(log.undo('b1')).toBe('b3');
    expect(log.library.entries.get(1)).toMatchObject({ text: 'Read file 1 first.', c: moved, u: 1 });
  });

  test('turns c back with the batch that moved it, and no use', () => {
    const log = new Log(entryOf(1, { c: 0.5 }));
    log.use(1, 'improved');
    log.undo();
    expect(log.library.entries.get(1)).toMatchObject({ c: 0.5, u: 1, counters: { improved: 1 } });
  });

  test('of an add is refused by a batch that made another entry name it', () => {
    const log = new Log(entryOf(1));
    log.apply(addOf('rival'));
    log.apply({ op: 'status', id: 1, to: 'flagged', rival: 2, why, group });
    expect(log.undo('b1')).toBe('blocked by b2');
    log.undo();
    expect(log.undo()).toBe('b4');
  });

  test('is refused for what is undone already, and what never was', () => {
    const log = new Log();
    log.apply(addOf('one'));
    log.undo('b1');
    expect(log.undo('b1')).toBe('blocked by b2');
    expect(log.undo('b9')).toBe('unknown');
  });

  test('goes back to a purge and no further', () => {
    const log = new Log();
    log.apply(addOf('one'));
    log.purge();
    log.apply(addOf('two'));
    log.undo();
    expect(log.undo()).toBe('blocked by b2');
    expect(log.undo('b1')).toBe('blocked by b2');
  });

  test('out of order can be redone only when what followed it is back', () => {
    const log = new Log(entryOf(1));
    log.apply(modify(1, 'two'));
    log.apply(modify(1, 'three'));
    const three = log.undo();
    const two = log.undo();
    expect(log.undo(three)).toBe(`blocked by ${two}`);
    log.undo(two);
    expect(log.undo(three)).toBe('b6');
    expect(log.library.entries.get(1)?.text).toBe('three');
  });

  test('brings back the uses of an entry that an undo took out', () => {
    const log = new Log();
    log.apply(addOf('one'));
    log.use(1, 'improved');
    const undo = log.undo('b1');
    expect(log.library.entries.size).toBe(0);
    log.undo(undo);
    expect(log.library.entries.get(1)).toMatchObject({ u: 1, counters: { improved: 1 } });
  });
});

const id = fc.integer({ min: 1, max: 8 });
const drawn: fc.Arbitrary<Operation> = fc.oneof(
  fc.boolean().map((isTrusted) => addOf('Drawn.', { isTrusted })),
  fc.tuple(id, fc.constantFrom('One.', 'Two.', 'Three.')).map(([one, text]) => modify(one, text)),
  id.map((one): Operation => ({ op: 'delete', id: one, why, group })),
  fc.tuple(id, id).map(
    ([a, b]): Operation => ({
      op: 'merge',
      ids: [a, b],
      text: 'Both.',
      rule: null,
      isTrusted: false,
      why,
      group,
    }),
  ),
  fc
    .tuple(id, fc.option(id))
    .map(([one, rival]): Operation => ({ op: 'status', id: one, to: 'flagged', rival, why, group })),
  fc.tuple(id, fc.boolean()).map(([one, stale]): Operation => ({ op: 'stale', id: one, stale, why, group })),
  fc.tuple(id, fc.boolean()).map(([one, pinned]): Operation => ({ op: 'pin', id: one, pinned, why, group })),
  fc.tuple(id, fc.double({ min: 0, max: 1, noNaN: true })).map(
    ([one, c]): Operation => ({
      op: 'confidence',
      id: one,
      c,
      why,
      group,
    }),
  ),
);
type Step =
  | { readonly operations: readonly Operation[] }
  | { readonly used: number }
  | { readonly undo: number | null };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ operations: fc.array(drawn, { maxLength: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ used: id }) },
  { weight: 1, arbitrary: fc.record({ undo: fc.option(fc.integer({ min: 1, max: 20 })) }) },
);

describe('check 5: undo of random batches', () => {
  test('newest first restores every export on the way byte for byte, whatever was undone and redone before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const log = new Log(entryOf(1), entryOf(2), entryOf(3));
        const exports = new Map<string, string>();
        for (const one of steps) {
          const before = log.export();
          if ('operations' in one) exports.set(log.apply(...one.operations), before);
          else if ('used' in one) exports.set(log.use(one.used, 'improved'), before);
          else if (one.undo === null) undoNewest(log, exports);
          // Undone out of order, what it left stands beside what came after it: only the newest first is exact.
          else redoNewest(log);
        }
        while (undoNewest(log, exports));
        expect(log.export()).toBe(canonicalExport(libraryOf(entryOf(1), entryOf(2), entryOf(3))));
      }),
      { numRuns: 300 },
    );
  });
});

/** False where nothing is left to undo. */
function undoNewest(log: Log, exports: ReadonlyMap<string, string>): boolean {
  const choice = chooseUndo(log.headers, null);
  if (choice.kind !== 'chosen') return false;
  expect(log.undo()).toMatch(/^b\d+$/);
  expect(log.export()).toBe(exports.get(choice.batch.id));
  return true;
}

function redoNewest(log: Log): void {
  const last = log.batches.at(-1);
  if (last?.undoes === null || last === undefined) return;
  expect(log.undo(last.id)).toMatch(/^b\d+$/);
}
