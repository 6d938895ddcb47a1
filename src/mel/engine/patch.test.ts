import { describe, expect, test } from 'vitest';
import type { Json, TypeDef } from '../schema/ir.ts';
import { Memberships } from './membership.ts';
import { type ConcreteSegment, type PatchOp, patchRoot, segmentOf } from './patch.ts';

const number: TypeDef = { kind: 'primitive', type: 'number' };
const string: TypeDef = { kind: 'primitive', type: 'string' };
const nothing: TypeDef = { kind: 'primitive', type: 'null' };
const orNull = (type: TypeDef): TypeDef => ({ kind: 'union', types: [type, nothing] });
const object = (fields: { readonly [name: string]: TypeDef }, optional: readonly string[] = []): TypeDef => ({
  kind: 'object',
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [name, { type, optional: optional.includes(name) }]),
  ),
});

const item = object({ id: string, n: number, tag: string, note: orNull(string) }, ['tag']);
const types = {
  Item: { definition: item },
  Node: { definition: object({ v: number, next: orNull({ kind: 'ref', name: 'Node' }) }) },
  Loop: { definition: { kind: 'ref', name: 'Loop' } as const },
};
const memberships = new Memberships(types);
const Item: TypeDef = { kind: 'ref', name: 'Item' };
const items: TypeDef = { kind: 'array', element: Item };
const record: TypeDef = { kind: 'record', key: string, value: number };
const one: Json = { id: 'a', n: 1, note: null };

function segments(rest: readonly (string | number)[]): ConcreteSegment[] {
  const path = rest.map(
    (part): ConcreteSegment =>
      typeof part === 'string' ? { kind: 'prop', name: part } : { kind: 'index', index: part },
  );
  return [{ kind: 'prop', name: 'root' }, ...path];
}

/** The new value of a field, or the code of what is wrong. */
function patched(type: TypeDef, root: Json, rest: readonly (string | number)[], op: PatchOp, value: Json = null): Json {
  const result = patchRoot(memberships, type, root, segments(rest), op, value);
  return result.kind === 'value' ? result.value : result.code;
}

describe('set', () => {
  test.each<readonly [string, TypeDef, Json, readonly (string | number)[], Json, Json]>([
    ['replaces the field', number, 1, [], 2, 2],
    ['refuses a value outside the type', number, 1, [], 'x', 'TYPE_MISMATCH'],
    ['refuses null for a number', number, 1, [], null, 'TYPE_MISMATCH'],
    ['writes a property', Item, one, ['n'], 2, { id: 'a', n: 2, note: null }],
    ['adds an optional property', Item, one, ['tag'], 't', { id: 'a', n: 1, note: null, tag: 't' }],
    ['refuses null for an optional property', Item, one, ['tag'], null, 'TYPE_MISMATCH'],
    ['refuses a property that the type lacks', Item, one, ['zz'], 1, 'PATH_NOT_FOUND'],
    ['refuses an incomplete object', Item, one, [], { id: 'a' }, 'TYPE_MISMATCH'],
    ['refuses an undeclared key', Item, one, [], { id: 'a', n: 1, note: null, zz: 1 }, 'TYPE_MISMATCH'],
    ['adds a key to a record', record, { a: 1 }, ['b'], 2, { a: 1, b: 2 }],
    ['refuses an index into a record', record, { a: 1 }, [0], 2, 'PATH_NOT_FOUND'],
    ['refuses a name into an array', items, [one], ['a'], one, 'PATH_NOT_FOUND'],
    ['replaces an element', { kind: 'array', element: number }, [1, 2], [1], 3, [1, 3]],
    ['appends at the length', { kind: 'array', element: number }, [1, 2], [2], 3, [1, 2, 3]],
    ['refuses an index beyond the length', { kind: 'array', element: number }, [1, 2], [3], 3, 'INVALID_PATCH_PATH'],
    ['refuses what lies below a missing element', items, [], [0, 'n'], 1, 'PATH_NOT_FOUND'],
    ['refuses what lies below null', orNull(Item), null, ['n'], 1, 'PATH_NOT_FOUND'],
    ['looks through null in a type', orNull(Item), one, ['n'], 2, { id: 'a', n: 2, note: null }],
    [
      'refuses what lies below a missing record entry',
      { kind: 'record', key: string, value: Item },
      {},
      ['k', 'n'],
      1,
      'PATH_NOT_FOUND',
    ],
    ['refuses what lies below a scalar', number, 1, ['a'], 1, 'PATH_NOT_FOUND'],
    [
      'writes anything in an opaque object',
      { kind: 'primitive', type: 'object' },
      { a: [] },
      ['a', 0],
      'x',
      { a: ['x'] },
    ],
    [
      'goes down a recursive type',
      { kind: 'ref', name: 'Node' },
      { v: 1, next: { v: 2, next: null } },
      ['next', 'v'],
      3,
      { v: 1, next: { v: 3, next: null } },
    ],
    ['refuses a type that is only itself', { kind: 'ref', name: 'Loop' }, 1, [], 1, 'TYPE_MISMATCH'],
    ...['__proto__', 'prototype', 'constructor', ''].map(
      (name) => [`refuses the key ${JSON.stringify(name)}`, record, {}, [name], 1, 'INVALID_PATCH_PATH'] as const,
    ),
  ])('%s', (_name, type, root, rest, value, wanted) => {
    expect(patched(type, root, rest, 'set', value)).toEqual(wanted);
  });

  test('holds a union to its alternatives as a whole', () => {
    const shape: TypeDef = {
      kind: 'union',
      types: [
        object({ kind: { kind: 'literal', value: 'a' }, size: number }),
        object({ kind: { kind: 'literal', value: 'b' }, size: string }),
      ],
    };
    expect(patched(shape, { kind: 'a', size: 1 }, ['size'], 'set', 2)).toEqual({ kind: 'a', size: 2 });
    expect(patched(shape, { kind: 'a', size: 1 }, ['size'], 'set', 'big')).toBe('TYPE_MISMATCH');
    expect(patched(shape, { kind: 'a', size: 1 }, ['kind'], 'set', 'b')).toBe('TYPE_MISMATCH');
  });

  test('shares what lies off the path', () => {
    const root = [one, { id: 'b', n: 2, note: null }];
    const result = patched(items, root, [1, 'n'], 'set', 3);
    expect(Array.isArray(result) && result[0]).toBe(one);
    expect(root[1]).toEqual({ id: 'b', n: 2, note: null });
  });
});

describe('merge', () => {
  test.each<readonly [string, TypeDef, Json, readonly string[], Json, Json]>([
    ['puts fields over an object', Item, one, [], { n: 5 }, { id: 'a', n: 5, note: null }],
    ['puts entries into a record', record, { a: 1 }, [], { b: 2 }, { a: 1, b: 2 }],
    ['refuses a null target', orNull(Item), null, [], { n: 5 }, 'TYPE_MISMATCH'],
    ['refuses a scalar target', number, 1, [], {}, 'TYPE_MISMATCH'],
    ['refuses an operand that is no object', Item, one, [], null, 'TYPE_MISMATCH'],
    ['refuses an undeclared field', Item, one, [], { zz: 1 }, 'TYPE_MISMATCH'],
    ['makes a whole entry of an absent one', { kind: 'record', key: string, value: Item }, {}, ['k'], one, { k: one }],
    [
      'refuses a partial entry where none was',
      { kind: 'record', key: string, value: Item },
      {},
      ['k'],
      { n: 1 },
      'TYPE_MISMATCH',
    ],
    [
      'refuses a partial object inside the operand',
      object({ it: Item }),
      { it: one },
      [],
      { it: { n: 2 } },
      'TYPE_MISMATCH',
    ],
  ])('%s', (_name, type, root, rest, value, wanted) => {
    expect(patched(type, root, rest, 'merge', value)).toEqual(wanted);
  });
});

describe('unset', () => {
  test.each<readonly [string, TypeDef, Json, readonly (string | number)[], Json]>([
    ['removes a record entry', record, { a: 1, b: 2 }, ['a'], { b: 2 }],
    ['leaves a record without the key alone', record, { a: 1 }, ['b'], { a: 1 }],
    ['removes an optional property', Item, { id: 'a', n: 1, note: null, tag: 't' }, ['tag'], one],
    ['sets a nullable property to null', Item, { id: 'a', n: 1, note: 'x' }, ['note'], one],
    ['refuses a required property', Item, one, ['n'], 'TYPE_MISMATCH'],
    ['sets a nullable field to null', orNull(number), 1, [], null],
    ['refuses a field that is not nullable', number, 1, [], 'TYPE_MISMATCH'],
    ['writes null into an array that admits it', { kind: 'array', element: orNull(number) }, [1, 2], [0], [null, 2]],
    ['refuses to leave a hole', { kind: 'array', element: number }, [1, 2], [0], 'TYPE_MISMATCH'],
  ])('%s', (_name, type, root, rest, wanted) => {
    expect(patched(type, root, rest, 'unset')).toEqual(wanted);
  });

  test('keeps the very object where nothing changes', () => {
    const root = { a: 1 };
    expect(patched(record, root, ['b'], 'unset')).toBe(root);
  });
});

describe('a dynamic segment', () => {
  test.each<readonly [Json, string]>([
    [null, 'null'],
    ['', 'string'],
    ['__proto__', 'string'],
    [-1, 'number'],
    [1.5, 'number'],
    [true, 'boolean'],
    [[], 'array'],
    [{}, 'object'],
  ])('cannot be %j', (value, resolvedType) => {
    expect(segmentOf(value, 2, 'root')).toMatchObject({
      code: 'INVALID_PATCH_PATH',
      context: { segmentIndex: 2, resolvedType },
    });
  });

  test('is a property for a text and an index for a whole number', () => {
    expect(segmentOf('a.b', 1, 'root')).toEqual({ kind: 'prop', name: 'a.b' });
    expect(segmentOf(3, 1, 'root')).toEqual({ kind: 'index', index: 3 });
  });
});

describe('a patch that does not apply', () => {
  const long = 'k'.repeat(1000);
  test.each<readonly [string, TypeDef, Json, readonly (string | number)[], PatchOp, Json, string]>([
    ['a value', number, 1, [], 'set', 'x', 'root cannot hold "x"'],
    ['a value below', items, [one], [0, 'n'], 'set', 'x', 'root.0.n cannot hold "x"'],
    ['a key', Item, one, ['zz'], 'set', 1, 'the type of root has no "zz"'],
    ['an index', record, { a: 1 }, [0], 'set', 2, 'the type of root has no 0'],
    ['what is no object', orNull(Item), 1, ['n'], 'set', 1, 'root is number, not an object'],
    ['an index beyond', items, [one], [2], 'set', one, 'index 2 lies beyond the 1 elements of root'],
    ['an unsafe key', record, {}, ['__proto__'], 'set', 1, 'below root, "__proto__" cannot be written'],
    ['a merge', orNull(Item), null, [], 'merge', {}, 'a merge needs an object at root, not null'],
    ['what is merged', Item, one, [], 'merge', 1, 'only an object can be merged into root, not number'],
    ['a long key', record, {}, [long], 'set', 'x', `root.${'k'.repeat(57)}... cannot hold "x"`],
  ])('names its target: %s', (_, type, root, rest, op, value, message) => {
    expect(patchRoot(memberships, type, root, segments(rest), op, value)).toMatchObject({ message });
  });

  test('names the field whose segment is none', () => {
    expect(segmentOf(null, 1, 'root')).toMatchObject({ message: 'segment 1 of the path below root cannot be null' });
  });
});
