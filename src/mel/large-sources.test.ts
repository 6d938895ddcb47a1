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
    ['match', `${STATE} computed x = match(n, ${rows((n) => `[${n}, ${n + 1}]`, ', ')}, 0)`, 2],
    ['match over a union', `${union} computed x = match(letter, ${rows((n) => `["u${n}", ${n}]`, ', ')}, 0)`, 9999],
    ['+', `${STATE} computed x = ${rows(() => 'n', ' + ')}`, MANY],
  ])('of %s', (_, body, expected) => {
    expect(run(body).computed).toMatchObject({ x: expected });
  });
});
