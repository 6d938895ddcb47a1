import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compile } from '../../compile.ts';
import { costOf } from './cost.ts';

function costs(members: string) {
  const { schema, diagnostics } = compile(`domain V {
    type Item = { id: string, n: number, tags: Array<string> }
    state { n: number = 0 s: string = "" xs: Array<number> = [] tags: Array<string> = [] items: Array<Item> = []
            rec: Record<string, number> = {} either: number | string = 1 }
    ${members} }`);
  if (schema === null) throw new Error(JSON.stringify(diagnostics));
  return costOf(schema);
}

const computed = (expr: string) => costs(`computed r = ${expr}`).computed.text;
const pass = (body: string, params = '') => costs(`action go(${params}) { ${body} }`).actions.go?.pass;

describe('the bound of an expression', () => {
  test.each([
    ['n + 1', '3'],
    ['filter(items, some(tags, $item == s))', '2 + 2 * |items| + 3 * |items| * |tags|'],
    ['map(items, len($item.tags))', '2 + 2 * |items|'],
    ['map(items, filter($item.tags, $item == s))', '2 + 2 * |items| + 3 * |items| * |items[].tags|'],
    ['cond(n > 1, len(xs), every(xs, $item > n))', '6 + 3 * |xs|'],
    ['concat(s, "ab", toString(n))', '81 + 2 * |s|'],
    ['reverse(xs)', '2 + 2 * |xs|'],
    ['trim(toString(either))', '3 + 4 * text(either)'],
    ['len(append(xs, n))', '5 + 2 * |xs|'],
  ])('%s: %s', (expr, text) => {
    expect(computed(expr)).toBe(text);
  });

  test('works for chains of 10,000 operators and as many arms', () => {
    expect(computed(Array.from({ length: 10_000 }, () => 'n').join(' + '))).toBe('19999');
    const arms = Array.from({ length: 10_000 }, (_, i) => `[${i}, 1]`).join(', ');
    expect(computed(`match(n, ${arms}, 2)`)).toBe('40001');
  });

  test('says so where the polynomial grows without end', () => {
    let expr = 'n + 1';
    for (let i = 0; i < 100; i++) expr = `len(map(items, ${expr}))`;
    expect(computed(expr)).toContain('|items| * |items|');
  });
});

describe('the bound of a pass', () => {
  test('is the sum over its statements, and after a patch of what was written', () => {
    expect(pass('onceIntent { patch xs = append(xs, n) patch n = len(xs) }')?.text).toBe('10 + 3 * |xs|');
  });

  test('has the value that the sizes of a snapshot give', () => {
    const bound = pass('when len(filter(xs, $item > p)) > 0 { stop "yes" }', 'p: number');
    expect(bound?.text).toBe('6 + 3 * |xs|');
    const values = { state: { xs: [1, 2, 3] }, computed: {}, input: { p: 1 } };
    expect(bound?.at(values)).toBe(15);
  });

  test('measures below elements the largest of them', () => {
    const bound = pass('when some(items, includes($item.tags, s)) { stop "yes" }');
    const items = [{ tags: ['a'] }, { tags: ['a', 'b', 'c'] }];
    expect(bound?.at({ state: { items, s: '' }, computed: {} })).toBe(1 + 1 + 1 + 2 * (3 + 3));
  });

  test('counts sorting by n log n', () => {
    expect(pass('onceIntent { effect array.sort({ source: xs, by: $item, into: xs }) }')?.text).toContain(
      'log(|xs|) * |xs|',
    );
  });
});

describe('any domain of the vectors', () => {
  test('has bounds that are numbers for its initial snapshot', () => {
    const folder = fileURLToPath(new URL('../../../../test/vectors/mel', import.meta.url));
    for (const name of ['02-expressions-builtins', '07-effects', '10-domains']) {
      const { cases } = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));
      for (const { source } of cases) {
        const { schema } = compile(source);
        if (schema === null) continue;
        const { computed, actions } = costOf(schema);
        const state = Object.fromEntries(
          Object.entries(schema.state.fields).map(([key, field]) => [key, field.default]),
        );
        for (const bound of [computed, ...Object.values(actions).map((cost) => cost.dispatch(1))]) {
          expect(Number.isSafeInteger(bound.at({ state, computed: {} }))).toBe(true);
        }
      }
    }
  });
});

describe('the bound of a dispatch', () => {
  test('counts gates once, passes and computed values once more for each host effect', () => {
    const { actions } = costs(`computed r = n + 1
      action go() available when n > 0 { onceIntent { effect a.b({ k: n }) } }`);
    expect(actions.go?.gates.text).toBe('3');
    expect(actions.go?.pass.text).toBe('3');
    expect(actions.go?.dispatch().text).toBe(String(3 + (3 + 6)));
    expect(actions.go?.dispatch(2).text).toBe(String(3 + 3 * (3 + 6)));
  });

  test('holds though a pass makes the state grow, and the computed values with it', () => {
    const { actions } = costs(`computed doubled = map(xs, $item * 2)
      computed total = sum(doubled)
      action fill(list: Array<number>) { onceIntent { patch xs = list } when len(xs) < 0 { effect a.b({}) } }`);
    const values = { state: { xs: [] }, computed: { doubled: [], total: 0 }, input: { list: [1, 2, 3] } };
    // Computed: 2 + 3 and 2 + 0 steps before, 2 + 3 * 3 and 2 + 3 after; the pass 1, 2, 3 and 1.
    const before = 2 + 2;
    const after = 2 + 3 * 3 + 2 + 3;
    expect(actions.fill?.dispatch().at(values)).toBe(before + (actions.fill?.pass.at(values) ?? 0) + after);
  });

  test('takes the name of the action and a seed of its own for as long as they are', () => {
    const { actions } = costs(
      'action go() { when trim($runtime.random.seed) == $runtime.intent.action { stop "same" } }',
    );
    const at = (seed: string) => actions.go?.pass.at({ state: {}, computed: {}, intentId: 'i', seed }) ?? 0;
    expect(at('x'.repeat(11)) - at('x')).toBe(20);
  });
});
