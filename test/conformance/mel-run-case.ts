import { compile } from '../../src/mel/compile.ts';
import type { JsonObject } from '../../src/mel/engine/model.ts';
import { createRuntime } from '../../src/mel/runtime/create-runtime.ts';
import type { RuntimeOptions } from '../../src/mel/runtime/runtime.ts';
import type { DispatchResult } from '../../src/mel/runtime/types.ts';
import type { Json, Schema } from '../../src/mel/schema/ir.ts';
import type { MelEvalCase, MelRunCase } from './mel-vector-file.ts';
import { sameJson } from './same-json.ts';

const MODES = ['closures', 'generated'] as const;
type Mode = (typeof MODES)[number];

const HOST = {
  clock: { nowMs: () => 1000, monotonicMs: () => 0 },
  random: { bytes: (count: number) => new Uint8Array(count) },
};

/** Evaluates the expression of a case in both ways to run a domain. */
export function runMelEvalCase({ source, expected }: MelEvalCase): string | null {
  return inEachMode(source, (schema, mode) => {
    const value = createRuntime(schema, { ...HOST, mode }).computed.r ?? null;
    return sameJson(value, expected.value)
      ? null
      : `expected ${JSON.stringify(expected.value)}\nfound ${JSON.stringify(value)}`;
  });
}

/** Dispatches the intents of a case to one runtime, in both ways to run a domain. */
export function runMelRunCase(vector: MelRunCase): string | null {
  return inEachMode(vector.source, (schema, mode) => {
    const host = scriptedHost(vector.effects);
    const runtime = createRuntime(schema, { ...HOST, ...host.options, mode });
    for (const [i, wanted] of vector.expected.steps.entries()) {
      const step = vector.intents[i];
      if (step === undefined) return `step ${i + 1} has no intent`;
      const { action, input, context, intentId = `i${i + 1}`, runtime: given } = step;
      const intent = { type: action, intentId, ...('input' in step && { input }) };
      const options = { timestamp: given.timestamp ?? 1000, seed: given.seed ?? intentId, ...(context && { context }) };
      const result = runtime.dispatch(intent as Parameters<typeof runtime.dispatch>[0], options);
      if (result instanceof Promise) return `step ${i + 1} is not settled at once`;
      const found = outcome(result, host.takeCalls(), 'calls' in wanted);
      if (!sameJson(found, wanted)) {
        return `step ${i + 1} in ${mode}\nexpected ${JSON.stringify(wanted)}\nfound ${JSON.stringify(found)}`;
      }
    }
    return null;
  });
}

function inEachMode(source: string, run: (schema: Schema, mode: Mode) => string | null): string | null {
  const { schema, diagnostics } = compile(source);
  if (schema === null) return `${source}\n${JSON.stringify(diagnostics.slice(0, 3))}`;
  for (const mode of MODES) {
    const difference = run(schema, mode);
    if (difference !== null) return `${source}\n${difference}`;
  }
  return null;
}

interface ScriptedHost {
  readonly options: Pick<RuntimeOptions, 'effects' | 'onRequest'>;
  readonly takeCalls: () => readonly Json[];
}

/** Answers each request with the first unused entry of its type. */
function scriptedHost(entries: MelRunCase['effects']): ScriptedHost {
  let calls: Json[] = [];
  const used = new Set<object>();
  return {
    options: {
      onRequest: ({ type, params }) => {
        calls.push({ type, params });
      },
      effects: (type: string) => {
        const entry = entries.find((candidate) => candidate.type === type && !used.has(candidate));
        if (entry === undefined) return undefined;
        if (!entry.always) used.add(entry);
        return () => {
          if (entry.reject !== undefined) throw new Error(entry.reject);
          return entry.patches;
        };
      },
    },
    takeCalls: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}

function outcome(result: DispatchResult, calls: readonly Json[], countsCalls: boolean): JsonObject {
  const { state, computed } = result.snapshot;
  const isCompared = calls.length > 0 && (countsCalls || !isIterationLimit(result));
  return { ...statusOf(result), ...(isCompared && { calls }), state, computed };
}

function isIterationLimit(result: DispatchResult): boolean {
  return result.kind === 'failed' && result.error.code === 'LOOP_MAX_ITERATIONS';
}

function statusOf(result: DispatchResult): JsonObject {
  switch (result.kind) {
    case 'ok':
      return { status: 'complete' };
    case 'stop':
      return { status: 'halted', reason: result.reason };
    case 'blocked':
      return { status: 'blocked', error: { layer: result.layer, code: result.code } };
    case 'failed':
      return { status: 'failed', error: { code: result.error.code } };
    case 'fail': {
      const { code, message, context } = result.error;
      const fail = code === 'VALIDATION_ERROR' ? { fail: context?.code ?? null, message } : {};
      return { status: 'error', error: { code, ...fail } };
    }
  }
}
