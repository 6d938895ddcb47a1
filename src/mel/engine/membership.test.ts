import { expect, test } from 'vitest';
import type { TypeDef } from '../schema/ir.ts';
import { Memberships } from './membership.ts';

const node: TypeDef = { kind: 'ref', name: 'Node' };
const nothing: TypeDef = { kind: 'primitive', type: 'null' };
const orNull: TypeDef = { kind: 'union', types: [node, nothing] };

test.each<readonly [string, TypeDef]>([
  ['or null', orNull],
  ['in a list or null', { kind: 'union', types: [{ kind: 'array', element: orNull }, nothing, node] }],
])('a type may contain itself %s', (_, more) => {
  const definition: TypeDef = {
    kind: 'object',
    fields: {
      id: { type: { kind: 'primitive', type: 'string' }, optional: false },
      more: { type: more, optional: true },
    },
  };
  const member = new Memberships({ Node: { definition } }).of(orNull);
  expect(member({ id: 'a', more: { id: 'b', more: null } })).toBe(true);
  expect(member({ id: 'a', more: { id: 1 } })).toBe(false);
  expect(member(null)).toBe(true);
});

test('a name may stand for a name, as often as there are names', () => {
  const number: TypeDef = { kind: 'primitive', type: 'number' };
  const names = Array.from({ length: 3000 }, (_, i) => [`T${i}`, { definition: { kind: 'ref', name: `T${i + 1}` } }]);
  const types = { ...Object.fromEntries(names), T3000: { definition: number } };
  expect(new Memberships(types).resolve({ kind: 'ref', name: 'T0' })).toBe(number);
  expect(new Memberships({ A: { definition: { kind: 'ref', name: 'A' } } }).resolve({ kind: 'ref', name: 'A' })).toBe(
    undefined,
  );
});

test('a union has all its members, however many', () => {
  const types = Array.from({ length: 30_000 }, (_, value): TypeDef => ({ kind: 'literal', value }));
  const memberships = new Memberships({});
  expect(memberships.alternatives({ kind: 'union', types })).toEqual(types);
  expect(memberships.of({ kind: 'union', types })(0)).toBe(true);
});
