import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../host/clock.ts';
import { systemRandom } from '../../host/random.ts';
import { openSqliteLibrary, type SqliteLibrary } from '../../store/sqlite/run-store.ts';
import { NO_USAGE, UNKNOWN_USAGE, type Usage } from '../usage.ts';
import { type Amounts, isWithin, plus, sum } from './amounts.ts';
import type { Ask } from './ask.ts';
import { charge, chargeFound, closeFund, leftOf, openFund, reserve, settle, tell } from './books.ts';
import type { LedgerRows, LedgerStore } from './ledger.ts';

const amounts = (toolCalls: number, children = toolCalls): Amounts => ({ toolCalls, children });
const ENDLESS = amounts(Number.POSITIVE_INFINITY);

function ask(own: Partial<Ask> = {}): Ask {
  return { toolCalls: null, children: null, most: ENDLESS, least: amounts(1, 0), ...own };
}

function exactly(toolCalls: number, children = toolCalls): Ask {
  return ask({ toolCalls, children });
}

const fund = (
  run: string,
  given: Amounts,
  own: { cycle?: number; reservation?: string; concurrency?: number } = {},
) => ({
  run,
  cycle: own.cycle ?? 1,
  reservation: own.reservation ?? null,
  amounts: given,
  concurrency: own.concurrency ?? 1,
  pid: 1,
  startTime: '1',
});

let library: SqliteLibrary;
let store: LedgerStore;

beforeEach(async () => {
  library = await openSqliteLibrary(':memory:', { clock: systemClock, random: systemRandom, fill: () => undefined });
  store = library.ledger;
});
afterEach(() => library.close());

const take = (id: string, run: string, asked: Ask, own: { holder?: string; keeps?: boolean } = {}) =>
  store.write((rows) => reserve(rows, { id, run, holder: own.holder ?? id, ask: asked, keeps: own.keeps ?? false }));
const close = () => store.write((rows) => closeFund(rows, 'run', 1));

describe('the ledger of a run and its children', () => {
  test('refuses the second of two children that each ask for 60 % of what is left', async () => {
    await store.write((rows) => openFund(rows, fund('run', amounts(10), { concurrency: 2 })));
    expect(await take('a', 'run', exactly(6))).toEqual({ kind: 'reserved', id: 'a', amounts: amounts(6) });
    expect(await take('b', 'run', exactly(6))).toEqual({ kind: 'refused', asked: amounts(6), left: amounts(4) });
    expect(await store.write((rows) => charge(rows, 'b', 'cycle-1', amounts(1)))).toBe(false);
    expect(await take('c', 'run', exactly(4))).toMatchObject({ kind: 'reserved' });
  });

  test('gives an even part to each child that names no number, and no more than it can use', async () => {
    await store.write((rows) => openFund(rows, fund('run', amounts(9, 4), { concurrency: 2 })));
    expect(await take('a', 'run', ask())).toMatchObject({ amounts: amounts(4, 2) });
    expect(await take('b', 'run', ask({ most: amounts(3, 9) }))).toMatchObject({ amounts: amounts(3, 2) });
    expect(await take('c', 'run', ask({ least: amounts(3, 0) }))).toMatchObject({ kind: 'refused' });
  });

  test('gives back what was not spent, once it is settled and not before', async () => {
    await store.write((rows) => openFund(rows, fund('run', amounts(10))));
    await take('a', 'run', exactly(10));
    await store.write((rows) => charge(rows, 'a', 'cycle-1', amounts(3, 1)));
    expect(await take('b', 'run', exactly(1))).toMatchObject({ kind: 'refused', left: amounts(0) });
    await store.write((rows) => settle(rows, 'a'));
    expect(await take('c', 'run', exactly(7, 9))).toMatchObject({ kind: 'reserved' });
    expect(await store.write((rows) => charge(rows, 'a', 'cycle-2', amounts(1)))).toBe(false);
    expect(await close()).toMatchObject({ amounts: amounts(3, 1) });
  });

  test('lets no more be spent than was set aside, and counts one purpose once', async () => {
    await store.write((rows) => openFund(rows, fund('run', amounts(10))));
    await take('a', 'run', exactly(2));
    const spend = (purpose: string) => store.write((rows) => charge(rows, 'a', purpose, amounts(1)));
    expect([await spend('cycle-1'), await spend('cycle-1'), await spend('cycle-2'), await spend('cycle-3')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(await store.read((rows) => leftOf(rows, 'a'))).toEqual(amounts(0));
  });

  test('lets a child go on with what it holds, or settles that for a new beginning', async () => {
    await store.write((rows) => openFund(rows, fund('run', amounts(10))));
    await take('a', 'run', exactly(8), { holder: 'h' });
    await store.write((rows) => charge(rows, 'a', 'cycle-1', amounts(5)));
    expect(await take('b', 'run', exactly(8), { holder: 'h', keeps: true })).toMatchObject({ id: 'a' });
    expect(await take('c', 'run', exactly(8), { holder: 'h' })).toMatchObject({ kind: 'refused', left: amounts(5) });
    expect(await take('d', 'run', exactly(5), { holder: 'h' })).toMatchObject({ id: 'd' });
  });

  test('counts what children of children spent, and ends them with their parent', async () => {
    await store.write((rows) => openFund(rows, fund('run', amounts(10))));
    await take('a', 'run', exactly(6));
    await store.write((rows) => {
      charge(rows, 'a', 'cycle-1', amounts(1));
      openFund(rows, fund('child', amounts(100), { reservation: 'a' }));
    });
    expect(await take('aa', 'child', exactly(6))).toMatchObject({ kind: 'refused', left: amounts(5) });
    await take('ab', 'child', exactly(4));
    await store.write((rows) => charge(rows, 'ab', 'cycle-1', amounts(2)));
    expect(await close()).toMatchObject({ amounts: amounts(3) });
    expect(await store.write((rows) => charge(rows, 'ab', 'cycle-2', amounts(1)))).toBe(false);
    expect(await take('ac', 'child', exactly(1))).toEqual({ kind: 'no-fund' });
    expect(await close()).toMatchObject({ amounts: amounts(3) });
  });

  test('ends the fund of an act with the next act, and has none where no act is under way', async () => {
    expect(await take('a', 'run', exactly(1))).toEqual({ kind: 'no-fund' });
    await store.write((rows) => openFund(rows, fund('run', amounts(5))));
    await take('a', 'run', exactly(5));
    await store.write((rows) => openFund(rows, fund('run', amounts(4), { cycle: 2 })));
    expect(await store.write((rows) => charge(rows, 'a', 'cycle-1', amounts(1)))).toBe(false);
    expect(await take('b', 'run', exactly(4))).toMatchObject({ kind: 'reserved' });
  });
});

const used = (tokens: number): Usage => ({
  inputTokens: tokens,
  cachedInputTokens: 0,
  outputTokens: tokens,
  costMicrousd: null,
});

describe('what the children of a run used', () => {
  beforeEach(() => store.write((rows) => openFund(rows, fund('run', amounts(20)))));

  test('is what each of them was told to have used, and those of their children', async () => {
    await take('a', 'run', exactly(9));
    await store.write((rows) => {
      charge(rows, 'a', 'a:cycle-1', amounts(0, 1), 8);
      chargeFound(rows, 'a', 'a:cycle-1', { purpose: 'a:cycle-1:found', toolCalls: 2 });
      tell(rows, 'a', 'a:cycle-1', used(5));
      openFund(rows, fund('child', amounts(9), { reservation: 'a' }));
    });
    await take('aa', 'child', exactly(3));
    await store.write((rows) => {
      charge(rows, 'aa', 'aa:cycle-1', amounts(1));
      tell(rows, 'aa', 'aa:cycle-1', used(2));
    });
    expect(await close()).toEqual({ amounts: amounts(3, 2), usage: used(7) });
  });

  test('is nothing of a playbook', async () => {
    await take('a', 'run', exactly(9));
    await store.write((rows) => charge(rows, 'a', 'a:cycle-1', amounts(1, 0)));
    expect(await close()).toEqual({ amounts: amounts(1, 0), usage: NO_USAGE });
  });

  test('is unknown of one that died, whose calls stand at the most that was set aside for it', async () => {
    await take('a', 'run', exactly(9));
    await store.write((rows) => {
      charge(rows, 'a', 'a:cycle-1', amounts(0, 1), 4);
      tell(rows, 'a', 'a:cycle-1', used(5));
      charge(rows, 'a', 'a:cycle-2', amounts(0, 1), 6);
    });
    expect(await store.read((rows) => leftOf(rows, 'a'))).toEqual(amounts(9, 7));
    expect(await close()).toEqual({ amounts: amounts(6, 2), usage: UNKNOWN_USAGE });
  });

  test('never passes what was set aside by calls that nobody told of', async () => {
    await take('a', 'run', exactly(3));
    await store.write((rows) => charge(rows, 'a', 'a:cycle-1', amounts(0, 1), 50));
    expect(await close()).toMatchObject({ amounts: amounts(3, 1) });
  });

  test('is told late by one that goes on with another reservation, and counted once', async () => {
    await take('a', 'run', exactly(9), { holder: 'h' });
    await store.write((rows) => charge(rows, 'a', 'h:cycle-1', amounts(0, 1), 8));
    await store.write((rows) => settle(rows, 'a'));
    await take('b', 'run', exactly(9), { holder: 'h', keeps: true });
    await store.write((rows) => {
      chargeFound(rows, 'b', 'h:cycle-1', { purpose: 'h:cycle-1:found', toolCalls: 2 });
      tell(rows, 'b', 'h:cycle-1', used(4));
    });
    expect(await store.read((rows) => leftOf(rows, 'b'))).toEqual(amounts(9));
    expect(await close()).toEqual({ amounts: amounts(2, 1), usage: used(4) });
  });
});

type Step =
  | { readonly kind: 'open'; readonly run: number; readonly amount: number }
  | {
      readonly kind: 'reserve';
      readonly run: number;
      readonly holder: number;
      readonly amount: number | null;
      keeps: boolean;
    }
  | { readonly kind: 'charge' | 'settle'; readonly pick: number; readonly amount: number }
  | { readonly kind: 'close'; readonly run: number };

const index = fc.nat(3);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('open' as const), run: index, amount: fc.nat(12) }),
    fc.record({
      kind: fc.constant('reserve' as const),
      run: index,
      holder: index,
      amount: fc.option(fc.nat(8)),
      keeps: fc.boolean(),
    }),
    fc.record({ kind: fc.constantFrom('charge' as const, 'settle' as const), pick: fc.nat(20), amount: fc.nat(4) }),
    fc.record({ kind: fc.constant('close' as const), run: index }),
  ),
  { maxLength: 60 },
);

/** All that was ever spent of a fund, by its holders and by the children of these. */
function spent(rows: LedgerRows, run: string, cycle: number): Amounts {
  return sum(
    rows
      .reservationsOf(run, cycle)
      .map((held) =>
        plus(
          sum(rows.charges(held.id).map((each) => each.amounts)),
          sum(rows.fundsOn(held.id).map((each) => spent(rows, each.run, each.cycle))),
        ),
      ),
  );
}

test('no interleaving of reserving, spending, settling and dying lets a sum pass its limit', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const own = await openSqliteLibrary(':memory:', {
        clock: systemClock,
        random: systemRandom,
        fill: () => undefined,
      });
      const ids: string[] = [];
      let nextCycle = 1;
      const perform = (rows: LedgerRows, step: Step): void => {
        if (step.kind === 'open') {
          // Run 0 has no parent; each other one lives on whatever was reserved last.
          const reservation = step.run === 0 ? undefined : ids.at(-step.run);
          if (step.run > 0 && reservation === undefined) return;
          const place = { cycle: nextCycle++, concurrency: 2, ...(reservation === undefined ? {} : { reservation }) };
          openFund(rows, fund(`run-${step.run}`, amounts(step.amount), place));
        } else if (step.kind === 'reserve') {
          const asked = step.amount === null ? ask() : exactly(step.amount);
          const request = {
            id: `r${ids.length}`,
            run: `run-${step.run}`,
            holder: `h${step.holder}`,
            ask: asked,
            keeps: step.keeps,
          };
          if (reserve(rows, request).kind === 'reserved' && rows.reservation(request.id) !== undefined)
            ids.push(request.id);
        } else if (step.kind === 'close') {
          for (const open of rows.openFunds(`run-${step.run}`)) closeFund(rows, open.run, open.cycle);
        } else {
          const id = ids[step.pick % Math.max(1, ids.length)];
          if (id === undefined) return;
          // One that was killed and comes back spends under the same name again.
          if (step.kind === 'charge') charge(rows, id, `p${step.amount}-${step.pick}`, amounts(step.amount));
          else settle(rows, id);
        }
      };
      for (const step of given) {
        await own.ledger.write((rows) => perform(rows, step));
        await own.ledger.read((rows) => {
          for (let cycle = 1; cycle < nextCycle; cycle++)
            for (const run of [0, 1, 2, 3]) {
              const found = rows.fund(`run-${run}`, cycle);
              if (found === undefined) continue;
              expect(isWithin(spent(rows, found.run, cycle), found.amounts)).toBe(true);
              const held = rows.reservationsOf(found.run, cycle).filter((each) => each.isOpen);
              const settled = rows.reservationsOf(found.run, cycle).filter((each) => !each.isOpen);
              const ofSettled = settled.map((each) => sum(rows.charges(each.id).map((one) => one.amounts)));
              expect(isWithin(plus(sum(held.map((each) => each.amounts)), sum(ofSettled)), found.amounts)).toBe(true);
            }
        });
      }
      await own.close();
    }),
    { numRuns: 150 },
  );
});
