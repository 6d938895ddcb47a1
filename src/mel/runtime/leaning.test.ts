import { expect, test } from 'vitest';
import { leaningBehind } from './leaning.ts';
import { schemaOf } from './test-domain.ts';

const SCHEMA = schemaOf(`domain Leaning {
  state {
    n: number = 1  label: string = ""  loud: string = ""  plain: number = 0  guarded: number = 0  gated: number = 0
    names: Array<string> = []  found: boolean = false  rec: Record<string, number> = {}
  }
  computed squared = coalesce(pow(n, 2), 0)
  computed twice = squared * 2
  action count(by: number) { onceIntent { patch plain = plain + by } }
  action grow() { onceIntent { patch n = twice } }
  action shout(s: string) { onceIntent { patch loud = upper(s) patch label = loud } }
  action put(k: string) { onceIntent { patch rec[lower(k)] = 1 } }
  action when1(s: string) { when trim(s) == "" { stop "empty" } onceIntent { patch guarded = 1 } }
  action open() available when squared > 1 { onceIntent { patch gated = 1 } }
  action look() { onceIntent { effect array.some({ source: names, where: upper($item) == "A", into: found }) } }
}`);

test.each([
  ['plain', []],
  ['names', []],
  ['n', ['pow']],
  ['loud', ['toUpperCase']],
  ['label', ['toUpperCase']],
  ['rec', ['toLowerCase']],
  ['guarded', ['trim']],
  ['gated', ['pow']],
  ['found', ['toUpperCase']],
  ['nowhere', []],
  [null, ['pow', 'toLowerCase', 'toUpperCase', 'trim']],
] as const)('behind %s stands %j', (field, builtins) => {
  expect(leaningBehind(SCHEMA, field)).toEqual(builtins);
});

test('a host may write to any field, where it is asked', () => {
  const schema = schemaOf(`domain Asking {
    state { url: string = ""  body: string = ""  n: number = 0 }
    action load() { onceIntent { effect api.get({ url: trim(url), into: body }) } }
    action bump() { onceIntent { patch n = n + 1 } }
  }`);
  expect(leaningBehind(schema, 'n')).toEqual(['trim']);
});
