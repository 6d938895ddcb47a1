import { readFileSync } from 'node:fs';
import {
  apply,
  applyNamespaceDeltas,
  applySystemDelta,
  computeSync,
  createSnapshot,
  type DomainSchema,
  extractDefaults,
  type Snapshot,
  validate,
} from '@manifesto-ai/core';
import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/mel/compile.ts';
import { createRuntime } from '../../../src/mel/runtime/create-runtime.ts';
import type { Schema } from '../../../src/mel/schema/ir.ts';
import { referenceSchema } from './reference-schema.ts';

function compiled(source: string): Schema {
  const { schema, diagnostics } = compile(source);
  if (schema === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return schema;
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

const reflective = compiled(read('../../../src/run/reflective.mel'));
const context = { runtime: { time: { timestamp: 0 }, random: { seed: 's' } }, external: {} };

describe('the schema of the reference', () => {
  test('that stands beside the benchmark is that of the domain', () => {
    expect(JSON.parse(read('./reflective.schema.json'))).toEqual(referenceSchema(reflective));
  });

  test('is valid by its own checks, hash included', () => {
    expect(validate(referenceSchema(reflective))).toEqual({ valid: true, errors: [] });
  });

  test('runs there as the domain runs here', () => {
    const schema = referenceSchema(reflective) as unknown as DomainSchema;
    const runtime = createRuntime(reflective, {
      clock: { nowMs: () => 0, monotonicMs: () => 0 },
      random: { bytes: (count) => new Uint8Array(count) },
    });
    let snapshot: Snapshot = createSnapshot(extractDefaults(schema.state), schema.hash, context);
    const intents = [
      { type: 'start', input: { totalActions: 9, totalQueries: 3 } },
      {
        type: 'updateCandidates',
        input: { exploitId: 'fix', exploitValue: 0.5, exploreId: 'look', exploreValue: 0.8 },
      },
      ...[0.25, 0.75, 0.5, 0.125].flatMap((signal) => [
        { type: 'recordPrediction', input: { expectedSignal: signal, expectedGain: -0.5 } },
        { type: 'exploit', input: { id: 'fix' } },
        { type: 'recordObservation', input: { actualSignal: 1 - signal, actualGain: signal } },
        { type: 'updateConfidenceStreak', input: { isLowConfidence: true } },
      ]),
      { type: 'recordStrategyPreviews', input: { currentValue: 0.1, aggressiveValue: 0.5, broadenValue: 0.25 } },
      { type: 'applyRevision', input: { reason: 'low' } },
      { type: 'finish', input: { result: 'pass' } },
    ];
    for (const [n, intent] of intents.entries()) {
      const attempt = { ...intent, intentId: `i${n}` };
      const result = computeSync(schema, snapshot, attempt, context);
      expect(result.status, intent.type).toBe('complete');
      const patched = applyNamespaceDeltas(apply(schema, snapshot, result.patches), result.namespaceDelta ?? []);
      snapshot = applySystemDelta(patched, result.systemDelta);
      expect(runtime.dispatch(attempt as never)).toMatchObject({ kind: 'ok' });
      expect(snapshot.state, intent.type).toEqual(runtime.state);
      expect(snapshot.computed, intent.type).toEqual(runtime.computed);
    }
  });

  test('is valid for types of any shape that the reference knows', () => {
    const shapes = compiled(`domain Shapes {
      type Leaf = { name: string }
      type Tree = { name: string, leaves: Array<Leaf> }
      type Kind = "a" | "b" | null
      state {
        trees: Array<Tree> = []
        byName: Record<string, number> = {}
        kind: Kind = null
        maybe: string | null = null
        either: number | Array<string> = 1
        box: { inner: { deep: boolean } } = { inner: { deep: true } }
      }
      context { region: string }
      computed count = len(trees)
      action add(tree: Tree, times: number | null) {
        onceIntent { patch trees = append(trees, tree) }
      }
    }`);
    expect(validate(referenceSchema(shapes))).toEqual({ valid: true, errors: [] });
  });

  test('cannot say a read of the element outside', () => {
    const outer = compiled(`domain Outer {
      type Item = { id: string }
      state { items: Array<Item> = []  ids: Array<string> = [] }
      computed found = map(ids, findById(items, $item))
      action none() { onceIntent { patch ids = [] } }
    }`);
    expect(() => referenceSchema(outer)).toThrow(
      /^computed\.fields\.found\..* reads \^\$item, which the reference cannot$/,
    );
  });
});
