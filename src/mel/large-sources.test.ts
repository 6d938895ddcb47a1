import { describe, expect, test } from 'vitest';
import { type CompileResult, compile } from './compile.ts';
import { createRuntime } from './runtime/create-runtime.ts';

/** Far more than people write, and within the limits of the language: what costs its square here never ends. */
const MANY = 10_000;

function rows(write: (n: number) => string, separator: string): string {
  return Array.from({ length: MANY }, (_, n) => write(n)).join(separator);
}

function compiled(body: string): Extract<CompileResult, { readonly schema: object }> {
  const result = compile(`domain Large { ${body} }`);
  if (result.schema === null) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'));
  return result;
}

function run(body: string, mode: 'closures' | 'generated' = 'generated') {
  return createRuntime(compiled(body).schema, {
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    random: { bytes: (count) => new Uint8Array(count) },
    mode,
  });
}

const STATE = 'state { n: number = 1  b: boolean = true }  action set(v: number) { when v > 0 { patch n = v } }';

describe('a computed of ten thousand terms', () => {
  const union = `type Letter = ${rows((n) => `"u${n}"`, ' | ')}  state { letter: Letter = "u9999" }
    action set(v: Letter) { when v == "u1" { patch letter = v } }`;

  test.each([
    ['&&', `${STATE} computed x = ${rows((n) => `n > ${-n}`, ' && ')} && b`, true],
    ['and(..)', `${STATE} computed x = and(${rows((n) => `n > ${-n}`, ', ')}, b)`, true],
    ['||', `${STATE} computed x = ${rows((n) => `n == ${-n}`, ' || ')} || b`, true],
    [
      'comparisons with each value of a union',
      `${union} computed x = ${rows((n) => `letter == "u${n}"`, ' || ')}`,
      true,
    ],
    [
      'values of a union left out two by two',
      `${union} computed x = ${rows((n) => `!(letter == "u${n}" || letter == "u${(n + 1) % 9999}")`, ' && ')}`,
      false,
    ],
    ['match', `${STATE} computed x = match(n, ${rows((n) => `[${n}, ${n + 1}]`, ', ')}, 0)`, 2],
    ['match over a union', `${union} computed x = match(letter, ${rows((n) => `["u${n}", ${n}]`, ', ')}, 0)`, 9999],
    ['+', `${STATE} computed x = ${rows(() => 'n', ' + ')}`, MANY],
  ])('of %s', (_, body, expected) => {
    expect(run(body).computed).toMatchObject({ x: expected });
  });
});

describe('a pass of ten thousand patches', () => {
  const state = 'state { n: number = 1  counts: Record<string, number> = {}  list: Array<number> = [0] }';
  const reader = 'computed first = list[0]';

  test.each(['closures', 'generated'] as const)('to one Record and one array, by %s', (mode) => {
    const patches = rows((n) => `patch counts["k${n % 5000}"] = ${n} patch list[${n % 3}] = ${n}`, '\n');
    const runtime = run(`${state} ${reader} action go() { when n == 1 { ${patches} } }`, mode);
    expect(runtime.dispatch({ type: 'go' })).toMatchObject({ kind: 'ok' });
    const { counts, list } = runtime.state as { readonly counts: Record<string, number>; readonly list: number[] };
    expect(Object.keys(counts)).toHaveLength(5000);
    expect([counts.k0, counts.k4999, list]).toEqual([5000, 9999, [9999, 9997, 9998]]);
  });
});

describe('a domain of two thousand actions', () => {
  const actions = Array.from(
    { length: 2000 },
    (_, n) => `action a${n}(by: number) dispatchable when by > ${n} { onceIntent { patch last = ${n} } }`,
  ).join('\n');
  const body = `state { last: number = -1 } computed isUsed = last >= 0 ${actions}`;

  test.each(['closures', 'generated'] as const)('keeps the guard of each, by %s', (mode) => {
    const runtime = run(body, mode);
    for (const n of [0, 31, 32, 63, 1024, 1999]) {
      const intent = { type: `a${n}`, input: { by: n + 1 }, intentId: `i${n}` };
      expect(runtime.dispatch(intent)).toMatchObject({ kind: 'ok' });
      expect(runtime.state.last).toBe(n);
    }
    runtime.dispatch({ type: 'a31', input: { by: 99 }, intentId: 'i31' });
    expect(runtime.state.last).toBe(1999);
    const { causalGuards } = runtime.snapshot().namespaces.core ?? {};
    expect(Object.values(causalGuards ?? {}).sort()).toEqual(['i0', 'i1024', 'i1999', 'i31', 'i32', 'i63']);
    const copy = run(body, mode);
    expect(copy.restore(runtime.save())).toEqual({ kind: 'ok' });
    expect(copy.snapshot().namespaces).toEqual(runtime.snapshot().namespaces);
  });
});

test('warnings, however many, forbid no schema', () => {
  const { diagnostics } = compiled(`state { ${rows((n) => `f${n}: number = ${n}`, ' ')} } computed x = f0`);
  expect(diagnostics).toHaveLength(1001);
  expect(diagnostics.at(-1)).toMatchObject({ code: 'E_LIMIT', severity: 'warning' });
});
