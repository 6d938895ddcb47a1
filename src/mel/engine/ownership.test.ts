import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile } from '../compile.ts';
import type { Snapshot } from './model.ts';
import { createProgram, initialSnapshot, type PassOptions, pass } from './program.ts';

const ATTEMPT = { timestamp: 0, seed: 's' };
const MODES = ['closures', 'generated'] as const;

function run(body: string, mode: (typeof MODES)[number], options?: PassOptions) {
  const { schema, diagnostics } = compile(`domain D {
    type Box = { n: number, r: Record<string, number>, xs: Array<number> }
    state {
      r: Record<string, number> = { a: 0 }
      s: Record<string, number> = {}
      boxes: Record<string, Box> = { a: { n: 0, r: {}, xs: [] }, b: { n: 1, r: { k: 1 }, xs: [1] } }
      list: Array<Box> = [{ n: 0, r: {}, xs: [] }, { n: 1, r: { k: 1 }, xs: [1] }]
      one: Box = { n: 9, r: { k: 9 }, xs: [9] }
      open: object = {}
    }
    action go() { when true { ${body} } }
  }`);
  if (schema === null) throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'));
  const program = createProgram(schema, { mode });
  const before = initialSnapshot(program, ATTEMPT);
  const text = JSON.stringify(before);
  const result = pass(program, before, { type: 'go', intentId: 'i' }, ATTEMPT, false, options);
  expect(JSON.stringify(before), 'the snapshot before').toBe(text);
  return result;
}

function stateAfter(body: string, mode: (typeof MODES)[number]): Snapshot['state'] {
  const result = run(body, mode);
  expect(result.status).toBe('complete');
  return result.snapshot.state;
}

describe.each(MODES)('patches below one state field, by %s', (mode) => {
  test('all reach it', () => {
    const state = stateAfter('patch r["a"] = 1 patch r["b"] = 2 patch r["a"] = 3 patch r["b"] unset', mode);
    expect(state.r).toEqual({ a: 3 });
  });

  test('leave a copy in another field as it was when it was made', () => {
    const state = stateAfter('patch r["a"] = 1 patch s = r patch r["a"] = 2 patch s["b"] = 3', mode);
    expect([state.r, state.s]).toEqual([{ a: 2 }, { a: 1, b: 3 }]);
  });

  test('leave a copy of a part as it was', () => {
    const state = stateAfter('patch one.r["k"] = 1 patch s = one.r patch one.r["k"] = 2 patch one.xs[0] = 4', mode);
    expect([state.one, state.s]).toEqual([{ n: 9, r: { k: 2 }, xs: [4] }, { k: 1 }]);
  });

  test('leave a copy inside a larger value as it was', () => {
    const state = stateAfter(
      'patch one.r["k"] = 1 patch list = append(list, one, one) patch one.r["k"] = 2 patch list[2].r["k"] = 3',
      mode,
    );
    const rs = (state.list as { readonly r: object }[]).map(({ r }) => r);
    expect([state.one, rs]).toEqual([{ n: 9, r: { k: 2 }, xs: [9] }, [{}, { k: 1 }, { k: 3 }, { k: 1 }]]);
  });

  test('keep what was written before one that fails', () => {
    const result = run('patch r["a"] = 1 patch r["b"] = 2 patch list[7].n = 1 patch r["c"] = 3', mode);
    expect(result.status).toBe('error');
    expect(result.snapshot.state.r).toEqual({ a: 1, b: 2 });
  });
});

const key = fc.constantFrom('"a"', '"b"');
const at = fc.constantFrom('0', '1');
/** Places of a Box, a Record of numbers, a list of numbers. */
const box = fc.oneof(
  key.map((k) => `boxes[${k}]`),
  at.map((i) => `list[${i}]`),
  fc.constant('one'),
);
const record = fc.oneof(
  box.map((b) => `${b}.r`),
  fc.constantFrom('r', 's'),
);
const numbers = box.map((b) => `${b}.xs`);
const number = fc.nat(9).map(String);
/** Reads of them, which may be null where a Record has no such key. */
const boxRead = fc.oneof(
  box.map((b) => `coalesce(${b}, one)`),
  number.map((n) => `{ n: ${n}, r: { k: ${n} }, xs: [${n}] }`),
);
const statement = fc.oneof(
  fc.tuple(record, key, number).map(([r, k, n]) => `patch ${r}[${k}] = ${n}`),
  fc.tuple(record, key).map(([r, k]) => `patch ${r}[${k}] unset`),
  fc.tuple(numbers, at, number).map(([xs, i, n]) => `patch ${xs}[${i}] = ${n}`),
  fc.tuple(box, boxRead).map(([b, value]) => `patch ${b} = ${value}`),
  fc.tuple(box, number).map(([b, n]) => `patch ${b}.n = ${n}`),
  fc.tuple(record, boxRead).map(([r, value]) => `patch ${r} = coalesce(${value}.r, {})`),
  fc.tuple(record, record).map(([r, from]) => `patch ${r} merge coalesce(${from}, {})`),
  fc.tuple(box, numbers).map(([b, xs]) => `patch ${b}.xs = coalesce(${xs}, [])`),
  fc.constantFrom(
    'patch list = append(list, one)',
    'patch boxes["c"] = one',
    'patch open = boxes',
    'patch open["x"] = one',
    'patch open["x"] = list',
    'effect array.filter({ source: list, where: $item.n > 0, into: list })',
    'effect record.filter({ source: boxes, where: $item.n > 0, into: boxes })',
  ),
);

test('a row of patches gives what it gives with copies only, as in a traced pass', () => {
  const ends = new Set<string>();
  fc.assert(
    fc.property(fc.array(statement, { minLength: 1, maxLength: 14 }), (statements) => {
      const body = statements.join('\n');
      const copied = run(body, 'closures', { trace: true });
      ends.add(copied.status);
      for (const mode of MODES) {
        const result = run(body, mode);
        expect(result.status).toBe(copied.status);
        expect(JSON.stringify(result.snapshot.state)).toBe(JSON.stringify(copied.snapshot.state));
      }
    }),
    { numRuns: 400, seed: 3 },
  );
  expect(ends).toEqual(new Set(['complete', 'error']));
});
