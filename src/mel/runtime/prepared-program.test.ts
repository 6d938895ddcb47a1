import { expect, test } from 'vitest';
import { createRuntime } from './create-runtime.ts';
import { preparedProgram } from './prepared-program.ts';
import { schemaOf } from './test-domain.ts';

const schema = schemaOf('domain One { state { n: number = 1 } action up() { onceIntent { patch n = n + 1 } } }');

test('a schema is prepared once for each mode', () => {
  expect(preparedProgram(schema, 'closures')).toBe(preparedProgram(schema, 'closures'));
  expect(preparedProgram(schema, 'generated')).not.toBe(preparedProgram(schema, 'closures'));
  expect(preparedProgram(schema, 'closures').info.mode).toBe('closures');
});

test('an equal schema that is another object is prepared by itself', () => {
  expect(preparedProgram(structuredClone(schema), 'auto')).not.toBe(preparedProgram(schema, 'auto'));
});

test('code of another module takes the place of what was linked before', () => {
  const links = [() => ({ hash: '' }), () => ({ hash: '' })] as const;
  const first = preparedProgram(schema, 'auto', links[0]);
  expect(preparedProgram(schema, 'auto', links[0])).toBe(first);
  expect(preparedProgram(schema, 'auto', links[1])).not.toBe(first);
});

test.each([null, undefined, 7, 'schema', {}])('what is no schema, such as %j, shows in each dispatch', (given) => {
  const program = preparedProgram(given as never, 'auto');
  expect(program.engine.problem).toMatchObject({ code: 'INTERNAL_ERROR' });
});

test('runtimes that share a program share no state', () => {
  const options = {
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    random: { bytes: (count: number) => new Uint8Array(count) },
  };
  const [one, two] = [createRuntime(schema, options), createRuntime(schema, options)];
  for (const intentId of ['a', 'b', 'b']) one.dispatch({ type: 'up', intentId });
  two.dispatch({ type: 'up', intentId: 'b' });
  expect([one.state.n, two.state.n]).toEqual([3, 2]);
  expect(one.snapshot().namespaces).toEqual(two.snapshot().namespaces);
});
