import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../engine/model.ts';
import type { Schema, TypeDef } from '../schema/ir.ts';
import { createRuntime } from './create-runtime.ts';
import type { IntentLog } from './intent-log.ts';
import type { Runtime } from './runtime.ts';
import { runtimeOf, schemaOf, set } from './test-domain.ts';

interface Case {
  readonly name: string;
  readonly source: string;
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../../test/vectors/mel/10-domains.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Case[] };
const domains = [...new Map(cases.map((one) => [one.source, one])).values()];

const COUNTER = `domain Counter {
  state { n: number = 0  body: string = ""  id: string = "" }
  action add(by: number) { onceIntent { patch n = n + by  patch id = $runtime.random.uuid } }
  action load() { onceIntent { effect api.get({ into: body }) } when body == "" { fail "EMPTY" } }
  action power(by: number) { onceIntent { patch n = coalesce(pow(n, by), 0) } }
}`;

/** Input that is sometimes right. */
function inputOf(type: TypeDef | undefined): fc.Arbitrary<JsonObject | undefined> {
  if (type?.kind !== 'object') return fc.constant(undefined);
  const fields = Object.entries(type.fields).map(([name, field]) => [name, memberOf(field.type)] as const);
  return fc.record(Object.fromEntries(fields)) as fc.Arbitrary<JsonObject>;
}

function memberOf(type: TypeDef): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'literal':
      return fc.constant(type.value);
    case 'union':
      return fc.oneof(...type.types.map(memberOf));
    case 'primitive':
      if (type.type === 'number') return fc.integer({ min: -2, max: 9 });
      if (type.type === 'boolean') return fc.boolean();
      if (type.type === 'null') return fc.constant(null);
      return fc.constantFrom('a', 'b', 't1', 'x', '');
    case 'array':
      return fc.array(memberOf(type.element), { maxLength: 3 });
    default:
      return fc.constant(null);
  }
}

function runtimeWithLog(schema: Schema, answers: readonly (string | null)[]): Runtime {
  let next = 0;
  return createRuntime(schema, {
    clock: { nowMs: () => 1000 + next, monotonicMs: () => 0 },
    random: { bytes: (count) => new Uint8Array(count).fill(7) },
    log: true,
    platform: 'node test',
    effects:
      () =>
      (_params, { into }) => {
        const answer = answers[next % answers.length] ?? null;
        next += 1;
        if (answer === 'throw') throw new Error('down');
        return [into(answer)];
      },
  });
}

describe('a replay of the log', () => {
  test.each(domains)('of $name gives the same state, whatever was dispatched', ({ source }) => {
    const schema = schemaOf(source);
    const steps = Object.entries(schema.actions).map(([type, { inputType }]) =>
      fc.record({ type: fc.constant(type), input: inputOf(inputType) }),
    );
    const other = createRuntime(schema, {
      clock: { nowMs: () => 0, monotonicMs: () => 0 },
      random: { bytes: () => new Uint8Array(8) },
    });
    const answers = fc.array(fc.constantFrom('bug', 'misc', null, 'throw'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.oneof(...steps), { maxLength: 25 }), answers, (intents, given) => {
        const runtime = runtimeWithLog(schema, given);
        for (const { type, input } of intents) runtime.dispatch(input === undefined ? { type } : { type, input });
        const log = JSON.parse(JSON.stringify(runtime.log())) as IntentLog;
        expect(runtime.replay(log)).toMatchObject({ kind: 'same', hash: runtime.hash() });
        expect(other.replay(log)).toMatchObject({ kind: 'same', hash: runtime.hash() });
      }),
      { numRuns: 15 },
    );
  });

  test('asks no handler and does not touch the runtime', async () => {
    let calls = 0;
    const runtime = runtimeOf(COUNTER, {
      log: true,
      effects: {
        'api.get': async () => {
          calls += 1;
          return [set('body', 'B')];
        },
      },
    });
    await runtime.dispatch({ type: 'load' });
    runtime.dispatch({ type: 'add', input: { by: 2 } });
    const before = runtime.snapshot();
    expect(runtime.replay(runtime.log())).toMatchObject({ kind: 'same', hash: runtime.hash() });
    expect(calls).toBe(1);
    expect(runtime.snapshot()).toBe(before);
  });

  test('begins where a snapshot was restored', () => {
    const runtime = runtimeOf(COUNTER, { log: true });
    runtime.dispatch({ type: 'add', input: { by: 2 } });
    runtime.restore(runtime.save());
    runtime.dispatch({ type: 'add', input: { by: 3 } });
    const log = runtime.log();
    expect([log.dispatches.length, log.start.state.n, log.end.state.n]).toEqual([1, 2, 5]);
    expect(runtime.replay(log).kind).toBe('same');
  });

  test('names the first path that differs, and what the domain leans on', () => {
    const runtime = runtimeOf(COUNTER, { log: true });
    runtime.dispatch({ type: 'add', input: { by: 2 } });
    const log = runtime.log();
    const forged = { ...log, end: { hash: 'other', state: { ...log.end.state, n: 3 } } };
    expect(runtime.replay(forged)).toMatchObject({ kind: 'different', dispatch: null, path: 'n', leansOn: ['pow'] });
  });

  test('names the first dispatch that ended otherwise', () => {
    const runtime = runtimeOf(COUNTER, { log: true, effects: { 'api.get': () => [set('body', 'B')] } });
    runtime.dispatch({ type: 'add', input: { by: 2 } });
    runtime.dispatch({ type: 'load' });
    const log = runtime.log();
    const forged = { ...log, dispatches: log.dispatches.map((one) => ({ ...one, effects: [] })) };
    expect(runtime.replay(forged)).toMatchObject({ kind: 'different', dispatch: 1 });
  });

  test('of another domain or a newer format is refused', () => {
    const runtime = runtimeOf(COUNTER, { log: true });
    const log = runtime.log();
    expect(runtime.replay({ ...log, schemaHash: 'x' })).toMatchObject({ kind: 'refused', code: 'SNAPSHOT_FOREIGN' });
    expect(runtime.replay({ ...log, v: 2 })).toMatchObject({ kind: 'refused', code: 'SNAPSHOT_TOO_NEW' });
  });

  test('that cannot be read is refused by name', () => {
    const runtime = runtimeOf(COUNTER, { log: true });
    runtime.dispatch({ type: 'add', input: { by: 2 } });
    const log = runtime.log();
    const [dispatch] = log.dispatches;
    const broken = [null, undefined, 5, 'log', [], {}, { ...log, v: '1' }, { ...log, start: 5 }, { ...log, end: null }];
    const inside = [
      null,
      {},
      { ...dispatch, intent: null },
      { ...dispatch, attempt: {} },
      { ...dispatch, effects: [7] },
    ];
    for (const data of [
      ...broken,
      { ...log, dispatches: null },
      ...inside.map((one) => ({ ...log, dispatches: [one] })),
    ])
      expect(runtime.replay(data)).toMatchObject({ kind: 'refused', code: 'SNAPSHOT_FOREIGN' });
  });

  test('is JSON whatever was dispatched, and its own', async () => {
    const tags = ['a'];
    const source = `domain Kept {
      state { all: Array<string> = []  body: string | null = null }
      action keep(tags: Array<string>) { onceIntent { patch all = tags } }
      action load() { onceIntent { effect api.get({ into: body }) } }
    }`;
    const answers = [[set('body', 'B')], [set('body', Number.NaN)]];
    const effects = { 'api.get': () => answers.shift() ?? [] };
    const runtime = runtimeOf(source, { log: true, effects });
    const circle: Record<string, unknown> = {};
    circle.tags = circle;
    runtime.dispatch({ type: 'keep', input: { tags } });
    for (const input of [circle, { tags: 1n }, { tags: Number.NaN }])
      runtime.dispatch({ type: 'keep', input: input as never });
    runtime.dispatch({ type: 'keep' }, { timestamp: Number.NaN });
    runtime.dispatch({ type: 7n as never });
    for (let i = 0; i < 3; i++) runtime.dispatch({ type: 'load' });
    tags.push('b');
    const log = JSON.parse(JSON.stringify(runtime.log()));
    expect(log.dispatches.map((one: { readonly kind: string }) => one.kind)).toEqual(['ok', 'ok', 'failed', 'ok']);
    expect(runtime.replay(log)).toMatchObject({ kind: 'same', hash: runtime.hash() });
  });

  test('is empty unless the runtime keeps a log', () => {
    const runtime = runtimeOf(COUNTER);
    runtime.dispatch({ type: 'add', input: { by: 2 } });
    const log = runtime.log();
    expect(log).toMatchObject({ dispatches: [], start: { state: runtime.state } });
    expect(runtime.replay(log)).toMatchObject({ kind: 'same' });
  });
});
