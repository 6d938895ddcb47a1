import { describe, expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { conditionText } from './condition-text.ts';

const TYPES = `type T = { id: string, n: number }
  state { n: number = 0  s: string = ""  b: boolean = true  xs: Array<T> = []  r: Record<string, number> = {} }
  computed c = n > 1`;

/** A condition of a gate after it went through the compiler. */
function printed(condition: string): string {
  const { schema, diagnostics } = compile(
    `domain D { ${TYPES} action a(k: string, by: number) dispatchable when ${condition} { onceIntent { patch n = by patch s = k } } }`,
  );
  const gate = schema?.actions.a?.dispatchable;
  if (gate === undefined) throw new TypeError(JSON.stringify(diagnostics));
  return conditionText(gate);
}

describe('the text of a condition', () => {
  test.each([
    'by >= 0 && n + by <= 10 || !c',
    '(b || c) && !(b && c)',
    'n - (by - 1) == -n * (2 + by)',
    'len(trim(k)) > 0',
    'isNotNull(r[k])',
    'some(xs, $item.id == k)',
    'b ? c : by > 0',
    'toString(n) == s',
    's == "a\\"b"',
  ])('is what was written: %s', (condition) => {
    expect(printed(condition)).toBe(condition);
  });

  test('stays short', () => {
    const long = Array.from({ length: 200 }, (_, i) => `n == ${i}`).join(' || ');
    expect(printed(long).length).toBeLessThan(2000);
    expect(printed(long)).toContain('…');
  });
});
