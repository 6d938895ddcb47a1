import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { guarded } from './branch.ts';
import { schemaHash } from './canonical.ts';
import type { Schema } from './ir.ts';
import { validateSchema } from './validate-schema.ts';

const SOURCE = `domain V {
  type Item = { id: string, n: number, tag?: string }
  state { n: number = 1 items: Array<Item> = [] rec: Record<string, number> = {} at: Item | null = null }
  context { region: string }
  computed twice = n * 2
  computed four = twice * 2
  action go(by: number) available when n > 0 dispatchable when by > 0 {
    onceIntent { patch n = n + by patch at = findById(items, $context.region) }
  }
  action rest() { when n > 1 { stop "no" } }
}`;

function base(): Schema {
  const { schema } = compile(SOURCE);
  if (schema === null) throw new Error('does not compile');
  return schema;
}

/** A copy with changes and the hash that belongs to it. */
function changed(change: (copy: { -readonly [K in keyof Schema]: Schema[K] }) => void): Schema {
  const copy = structuredClone(base());
  change(copy);
  return { ...copy, hash: schemaHash(copy) };
}

function codes(schema: unknown): readonly string[] {
  return validateSchema(schema).map(({ code, path }) => `${code} ${path}`);
}

function withComputed(name: string, field: Schema['computed']['fields'][string]): Schema {
  return changed((copy) => {
    copy.computed = { fields: { ...copy.computed.fields, [name]: field } };
  });
}

function withFlow(flow: Schema['actions'][string]['flow']): Schema {
  return changed((copy) => {
    copy.actions = { ...copy.actions, extra: { params: [], flow } };
  });
}

const get = (path: string) => ({ kind: 'get', path }) as const;

describe('validateSchema', () => {
  test('finds nothing wrong with what the compiler makes', () => {
    expect(validateSchema(base())).toEqual([]);
    expect(validateSchema(JSON.parse(JSON.stringify(base())))).toEqual([]);
  });

  test('finds nothing wrong with any domain of the vectors', () => {
    const folder = fileURLToPath(new URL('../../../test/vectors/mel', import.meta.url));
    const sources = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name): { readonly source: string }[] => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')).cases);
    const wrong = sources.flatMap(({ source }) => {
      const { schema } = compile(source);
      return schema === null || validateSchema(schema).length === 0 ? [] : [[source, codes(schema)]];
    });
    expect(wrong).toEqual([]);
  });

  test('takes a domain without computed values and actions', () => {
    expect(validateSchema(compile('domain E { state { n: number = 0 } }').schema)).toEqual([]);
  });

  test('takes a type that is itself or something else', () => {
    expect(validateSchema(compile('domain E { type A = A | null state { n: A = null } }').schema)).toEqual([]);
  });

  test.each([
    ['nothing', null],
    ['a list', []],
    ['a text', 'x'],
    ['an empty object', {}],
  ])('says SCHEMA_ERROR for %s', (_, value) => {
    const [first] = validateSchema(value);
    expect(first?.code).toBe('SCHEMA_ERROR');
  });

  test('names the place of a node that it does not know', () => {
    const expr = { kind: 'add', left: get('n'), right: { kind: 'plus' } } as never;
    expect(codes(withComputed('x', { deps: ['n'], expr }))).toEqual(['SCHEMA_ERROR computed.fields.x.expr.right']);
  });

  test('does not end in a schema that holds itself', () => {
    const expr: { kind: string; arg?: unknown } = { kind: 'not' };
    expr.arg = expr;
    const schema = { ...base(), computed: { fields: { x: { deps: [], expr } } } };
    expect(validateSchema(schema).map(({ code }) => code)).toEqual(['SCHEMA_ERROR']);
  });

  test('V-001: a dependency that does not exist, and a read that is not named', () => {
    expect(codes(withComputed('x', { deps: ['n', 'gone'], expr: get('n') }))).toEqual(['V-001 computed.fields.x.deps']);
    expect(codes(withComputed('x', { deps: [], expr: get('n') }))).toEqual(['V-001 computed.fields.x.deps']);
  });

  test('V-002: computed values that need each other, or themselves', () => {
    expect(codes(withComputed('x', { deps: ['x'], expr: get('x') }))).toEqual(['V-002 computed.fields.x']);
    const schema = changed((copy) => {
      copy.computed = { fields: { a: { deps: ['b'], expr: get('b') }, b: { deps: ['a'], expr: get('a') } } };
    });
    expect(validateSchema(schema)).toEqual([
      { code: 'V-002', path: 'computed.fields.a', message: 'depends on itself: a -> b -> a' },
    ]);
  });

  test.each(['gone', 'n.x', 'at.nope', 'input.by', '$item', '$runtime.nope', '$context.nope', 'system.status'])(
    'V-003: an action cannot read %s',
    (path) => {
      expect(codes(withFlow(guarded(get(path), { kind: 'halt', reason: 'x' })))).toEqual([
        'V-003 actions.extra.flow.cond',
      ]);
    },
  );

  test.each(['at.tag', 'rec.any', 'four.any', '$runtime.time.iso', '$context.region'])(
    'an action can read %s',
    (path) => {
      expect(codes(withFlow(guarded(get(path), { kind: 'halt', reason: 'x' })))).toEqual([]);
    },
  );

  test('V-003: a patch of something that is no state', () => {
    const path = [{ kind: 'prop', name: 'twice' }] as const;
    expect(codes(withFlow({ kind: 'patch', op: 'unset', path }))).toEqual(['V-003 actions.extra.flow.path[0]']);
  });

  test('V-004 and V-005: calls of what is not there, and of oneself', () => {
    expect(codes(withFlow({ kind: 'call', flow: 'gone' }))).toEqual(['V-004 actions.extra.flow']);
    expect(codes(withFlow({ kind: 'call', flow: 'rest' }))).toEqual([]);
    expect(codes(withFlow({ kind: 'seq', steps: [{ kind: 'call', flow: 'extra' }] }))).toEqual([
      'V-005 actions.extra.flow',
    ]);
  });

  test('V-008: a hash of something else', () => {
    expect(codes({ ...base(), hash: '0'.repeat(64) })).toEqual(['V-008 hash']);
  });

  test('V-009: a default outside its type', () => {
    const schema = changed((copy) => {
      copy.state = {
        fields: { ...copy.state.fields, at: { type: { kind: 'ref', name: 'Item' }, default: { id: 'x' } } },
      };
    });
    expect(codes(schema)).toEqual(['V-009 state.fields.at.default']);
  });

  test('V-010: unknown types, types without end, record keys and parameter lists', () => {
    const number = { kind: 'primitive', type: 'number' } as const;
    const schema = changed((copy) => {
      copy.types = {
        ...copy.types,
        A: { name: 'A', definition: { kind: 'union', types: [{ kind: 'ref', name: 'A' }] } },
        B: { name: 'C', definition: { kind: 'record', key: number, value: { kind: 'ref', name: 'Gone' } } },
      };
      copy.actions = {
        a: { params: ['x'], flow: { kind: 'seq', steps: [] } },
        b: { params: ['x', 'x'], inputType: { kind: 'object', fields: {} }, flow: { kind: 'seq', steps: [] } },
      };
    });
    expect([...codes(schema)].sort()).toEqual([
      'V-010 actions.a.inputType',
      'V-010 actions.b.params',
      'V-010 actions.b.params',
      'V-010 types.A',
      'V-010 types.B.definition.key',
      'V-010 types.B.definition.value',
      'V-010 types.B.name',
    ]);
  });

  test.each(['input.by', '$runtime.time.timestamp', '$context.region', 'system.status'])(
    'V-012: a computed value cannot read %s',
    (path) => {
      expect(codes(withComputed('x', { deps: [], expr: get(path) }))).toContain('V-012 computed.fields.x.expr');
    },
  );

  test('never throws, whatever part of a schema is something else', () => {
    const places = pathsOf(base());
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
        const copy: unknown = structuredClone(base());
        put(copy, place, value);
        expect(Array.isArray(validateSchema(copy))).toBe(true);
      }),
    );
  });
});

function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function put(root: unknown, path: readonly string[], value: unknown): void {
  let node = root;
  for (const key of path.slice(0, -1)) node = Reflect.get(Object(node), key);
  const last = path.at(-1);
  if (last !== undefined) Reflect.set(Object(node), last, value);
}
