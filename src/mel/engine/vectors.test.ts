import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compile } from '../compile.ts';
import type { Json, Schema } from '../schema/ir.ts';
import type { AttemptContext, ConcretePatch, ErrorValue, Intent, JsonObject, Snapshot } from './model.ts';
import { createProgram, fulfil, initialSnapshot, type Program, pass, withFailure } from './program.ts';

interface Step {
  readonly status: string;
  readonly reason?: string;
  readonly error?: {
    readonly code: string;
    readonly layer?: string;
    readonly fail?: string;
    readonly message?: string;
  };
  readonly calls?: readonly { readonly type: string; readonly params: Json }[];
  readonly state: Json;
  readonly computed: Json;
}

interface Case {
  readonly name: string;
  readonly kind: 'check' | 'eval' | 'run';
  readonly source: string;
  readonly intents?: readonly {
    readonly action: string;
    readonly input?: Json;
    readonly context?: JsonObject;
    readonly intentId?: string;
    readonly runtime?: { readonly timestamp?: number; readonly seed?: string };
  }[];
  readonly effects?: readonly {
    readonly type: string;
    readonly always?: boolean;
    readonly reject?: string;
    readonly patches?: readonly ConcretePatch[];
  }[];
  readonly expected: { readonly value?: Json; readonly steps?: readonly Step[] };
}

const THEMES = [
  '02-expressions-builtins',
  '03-sugar-selection-entities',
  '04-types-narrowing',
  '05-names-scopes-legality',
  '06-actions',
  '07-effects',
  '08-flows',
  '10-domains',
];

function casesOf(theme: string): readonly Case[] {
  const file = new URL(`../../../test/vectors/mel/${theme}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).cases;
}

function schemaOf(source: string): Schema {
  const { schema, diagnostics } = compile(source);
  if (schema === null) throw new Error(JSON.stringify(diagnostics.slice(0, 3)));
  return schema;
}

/** A host in small: the loop of one dispatch over scripted effects. */
function runScript(program: Program, vector: Case): Json[] {
  const entries = (vector.effects ?? []).map((effect) => ({ ...effect, isUsed: false }));
  const start: AttemptContext = { timestamp: 1000, seed: '' };
  let snapshot: Snapshot = initialSnapshot(program, start);
  return (vector.intents ?? []).map((given, i): Json => {
    const intentId = given.intentId ?? `i${i + 1}`;
    const intent: Intent = { type: given.action, intentId, ...('input' in given ? { input: given.input } : {}) };
    const attempt: AttemptContext = {
      timestamp: given.runtime?.timestamp ?? 1000,
      seed: given.runtime?.seed ?? intentId,
      ...(given.context === undefined ? {} : { context: given.context }),
    };
    const calls: Json[] = [];
    const done = (fields: { [name: string]: Json }): Json => ({
      ...fields,
      ...(calls.length > 0 ? { calls } : {}),
      state: snapshot.state,
      computed: snapshot.computed,
    });
    const fail = (code: ErrorValue['code']): Json => {
      const error: ErrorValue = { code, message: '', source: { actionId: given.action, nodePath: '' }, timestamp: 0 };
      snapshot = withFailure(program, snapshot, error);
      return done({ status: 'failed', error: { code } });
    };
    for (let round = 0; round < 100; round++) {
      const result = pass(program, snapshot, intent, attempt, round > 0);
      snapshot = result.snapshot;
      if (result.status === 'blocked')
        return done({ status: 'blocked', error: { layer: result.layer, code: result.code } });
      if (result.status === 'error') {
        const { code, message, context } = result.error;
        const details = code === 'VALIDATION_ERROR' ? { fail: context?.code ?? null, message } : {};
        return done({ status: 'error', error: { code, ...details } });
      }
      if (result.status === 'halted') return done({ status: 'halted', reason: result.reason });
      if (result.status === 'complete') return done({ status: 'complete' });
      const { type, params } = result.requirement;
      calls.push({ type, params });
      const entry = entries.find((each) => each.type === type && (each.always === true || !each.isUsed));
      if (entry === undefined) return fail('UNKNOWN_EFFECT');
      entry.isUsed = true;
      if (entry.reject !== undefined) return fail('EFFECT_EXECUTION_FAILED');
      const applied = fulfil(program, snapshot, entry.patches ?? []);
      if (applied.kind === 'error') return fail('EFFECT_APPLY_FAILED');
      snapshot = applied.snapshot;
    }
    return fail('LOOP_MAX_ITERATIONS');
  });
}

describe.each(['closures', 'generated'] as const)('golden vectors by %s', (mode) => {
  for (const theme of THEMES) {
    const cases = casesOf(theme).filter(({ kind }) => kind !== 'check');
    if (cases.length === 0) continue;
    describe(theme, () => {
      test.each(cases.map((vector) => [vector.name, vector] as const))('%s', (_name, vector) => {
        const program = createProgram(schemaOf(vector.source), { mode });
        expect(program.info).toEqual({ mode });
        if (vector.kind === 'eval') {
          const { computed } = initialSnapshot(program, { timestamp: 1000, seed: '' });
          expect(computed.r).toEqual(vector.expected.value);
          return;
        }
        const steps = vector.expected.steps ?? [];
        const got = runScript(program, vector);
        for (const [i, step] of steps.entries()) {
          if (step.error?.code === 'LOOP_MAX_ITERATIONS') expect(got[i]).toMatchObject(step);
          else expect(got[i]).toEqual(step);
        }
      });
    });
  }
});
