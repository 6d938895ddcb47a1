import { PraxisError } from '../../base/errors.ts';
import type { ConcretePatch, Intent, JsonObject } from '../../mel/engine/model.ts';
import type { EffectHandler } from '../../mel/runtime/effect-handler.ts';
import type { Json } from '../../mel/schema/ir.ts';

/** One line of a script. */
export interface ScriptStep {
  readonly intent: Intent;
  readonly timestamp: number;
  readonly seed: string;
  readonly context: JsonObject | undefined;
}

const STEP_KEYS = ['action', 'input', 'context', 'intentId', 'runtime'];
const RUNTIME_KEYS = ['timestamp', 'seed'];
const EFFECT_KEYS = ['type', 'patches', 'reject', 'always'];
const DEFAULT_TIMESTAMP = 1000;

/** The steps of a script in JSON Lines; empty lines are skipped. Throws MEL_SCRIPT_INVALID with the line. */
export function readScript(name: string, text: string): readonly ScriptStep[] {
  const steps: ScriptStep[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const where = `${name}:${index + 1}`;
    steps.push(stepOf(objectOf(parsed(line, where), where), steps.length + 1, where));
  }
  return steps;
}

function stepOf(line: Readonly<Record<string, unknown>>, number: number, where: string): ScriptStep {
  const { action, input, context, intentId = `i${number}`, runtime = {} } = line;
  refuseUnknown(line, STEP_KEYS, where);
  if (typeof action !== 'string') throw invalid(where, 'names no "action"');
  if (typeof intentId !== 'string') throw invalid(where, 'has an "intentId" that is no text');
  const attempt = objectOf(runtime, `${where}, "runtime"`);
  refuseUnknown(attempt, RUNTIME_KEYS, `${where}, "runtime"`);
  const { timestamp = DEFAULT_TIMESTAMP, seed = intentId } = attempt;
  if (typeof timestamp !== 'number') throw invalid(where, 'has a "timestamp" that is no number');
  if (typeof seed !== 'string') throw invalid(where, 'has a "seed" that is no text');
  const intent: Intent =
    input === undefined ? { type: action, intentId } : { type: action, input: input as Json, intentId };
  return { intent, timestamp, seed, context: context as JsonObject | undefined };
}

interface ScriptedEffect {
  readonly type: string;
  readonly always: boolean;
  readonly patches: readonly ConcretePatch[];
  /** What the handler throws instead. */
  readonly reject: string | null;
}

/** A request that was made while a script ran. */
export interface EffectCall {
  readonly type: string;
  readonly params: JsonObject;
}

/** Handlers that answer from a list: the first entry of the type that is not used up. No entry left: there is no handler. */
export interface ScriptedEffects {
  readonly handlerOf: (type: string) => EffectHandler | undefined;
}

/** Reads a file of scripted results: a list of `{type, patches | reject, always?}`. Throws MEL_SCRIPT_INVALID. */
export function readEffects(name: string, text: string): ScriptedEffects {
  const document = parsed(text, name);
  if (!Array.isArray(document)) throw invalid(name, 'holds no list of results');
  const left: ScriptedEffect[] = document.map((entry, index) => effectOf(entry, `${name}, entry ${index + 1}`));
  return {
    handlerOf(type) {
      const index = left.findIndex((entry) => entry.type === type);
      const entry = left[index];
      if (entry === undefined) return undefined;
      return () => {
        if (!entry.always) left.splice(index, 1);
        if (entry.reject !== null) throw new Error(entry.reject);
        return entry.patches;
      };
    },
  };
}

function effectOf(value: unknown, where: string): ScriptedEffect {
  const entry = objectOf(value, where);
  refuseUnknown(entry, EFFECT_KEYS, where);
  const { type, patches = [], reject = null, always = false } = entry;
  if (typeof type !== 'string') throw invalid(where, 'names no "type"');
  if (!Array.isArray(patches)) throw invalid(where, 'has "patches" that are no list');
  if (reject !== null && typeof reject !== 'string') throw invalid(where, 'has a "reject" that is no text');
  if (typeof always !== 'boolean') throw invalid(where, 'has an "always" that is neither true nor false');
  return { type, patches, reject, always };
}

/** A key that is misspelt would be left out without a word. */
function refuseUnknown(object: Readonly<Record<string, unknown>>, keys: readonly string[], where: string): void {
  const unknown = Object.keys(object).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw invalid(where, `has no use for "${unknown}"`);
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(where, `is not JSON: ${(error as Error).message}`, error);
  }
}

function objectOf(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(where, 'is no JSON object');
  return value as Readonly<Record<string, unknown>>;
}

function invalid(where: string, what: string, cause?: unknown): PraxisError {
  return new PraxisError('MEL_SCRIPT_INVALID', `${where} ${what}`, {
    hint: 'A line of a script: {"action":"lend","input":{"id":"a"}}. An effect: {"type":"api.get","patches":[…]} or {"type":"api.get","reject":"down"}.',
    cause,
  });
}
