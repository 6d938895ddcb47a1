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
