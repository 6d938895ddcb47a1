import { PraxisError } from '../../base/errors.ts';
import type { ConcretePatch, Intent, JsonObject } from '../../mel/engine/model.ts';
import type { EffectContext, EffectHandler } from '../../mel/runtime/effect-handler.ts';
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
const EFFECT_KEYS = ['type', 'value', 'patches', 'reject', 'always'];
const PATCH_KEYS = ['op', 'path', 'value'];
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
  /** Where it stands in its file, from 1. */
  readonly number: number;
  readonly always: boolean;
  readonly answer: Answer;
}

type Answer =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'patches'; readonly patches: readonly ScriptedPatch[] }
  /** What the handler throws. */
  | { readonly kind: 'reject'; readonly reason: string };

/** A patch as a script has it: its path may be a dotted text. */
type ScriptedPatch = Omit<ConcretePatch, 'path'> & { readonly path: string | ConcretePatch['path'] };

/** A request that was made while a script ran. */
export interface EffectCall {
  readonly type: string;
  readonly params: JsonObject;
}

/** Handlers that answer from a list: the first entry of the type that is not used up. No entry left: there is no handler. */
export interface ScriptedEffects {
  readonly handlerOf: (type: string) => EffectHandler | undefined;
  /** Entries that no request has met so far, such as `web.get (entry 2)`. */
  readonly unused: () => readonly string[];
}

/**
 * Reads a file of scripted results: a list of `{type, always?}` with one of `value`, for the place that `into` names,
 * `patches` and `reject`. Throws MEL_SCRIPT_INVALID.
 */
export function readEffects(name: string, text: string): ScriptedEffects {
  const document = parsed(text, name);
  if (!Array.isArray(document)) throw invalid(name, 'holds no list of results');
  const left: ScriptedEffect[] = document.map((entry, index) => effectOf(entry, index + 1, name));
  const met = new Set<ScriptedEffect>();
  return {
    handlerOf(type) {
      const index = left.findIndex((entry) => entry.type === type);
      const entry = left[index];
      if (entry === undefined) return undefined;
      return (_params, context) => {
        met.add(entry);
        if (!entry.always) left.splice(index, 1);
        return patchesOf(entry, context);
      };
    },
    unused: () => left.filter((entry) => !met.has(entry)).map(({ type, number }) => `${type} (entry ${number})`),
  };
}

function patchesOf({ answer, number }: ScriptedEffect, context: EffectContext<Json>): readonly ConcretePatch[] {
  switch (answer.kind) {
    case 'reject':
      throw new Error(answer.reason);
    case 'value':
      if (typeof context.requirement.params.into !== 'string')
        throw new Error(`entry ${number} answers with a value, but the effect names no place by \`into\``);
      return [context.into(answer.value)];
    case 'patches':
      return answer.patches.map((patch) => {
        const { op, path, value = null } = patch;
        if (typeof path !== 'string') return patch as ConcretePatch;
        if (op === 'unset') return context.unset(path);
        return op === 'merge' ? context.merge(path, value as JsonObject) : context.set(path, value);
      });
  }
}

function effectOf(given: unknown, number: number, name: string): ScriptedEffect {
  const where = `${name}, entry ${number}`;
  const entry = objectOf(given, where);
  const { type, patches, reject, always = false } = entry;
  refuseUnknown(entry, EFFECT_KEYS, where);
  if (typeof type !== 'string') throw invalid(where, 'names no "type"');
  if (typeof always !== 'boolean') throw invalid(where, 'has an "always" that is not true or false');
  const answers = ['value', 'patches', 'reject'].filter((key) => Object.hasOwn(entry, key) && entry[key] !== undefined);
  if (answers.length > 1) throw invalid(where, `has both "${answers.join('" and "')}"`);
  if (answers.length === 0) throw invalid(where, 'has no answer: one of "value", "patches" and "reject"');
  if (answers[0] === 'value') return { type, number, always, answer: { kind: 'value', value: entry.value as Json } };
  if (answers[0] === 'reject') {
    if (typeof reject !== 'string') throw invalid(where, 'has a "reject" that is no text');
    return { type, number, always, answer: { kind: 'reject', reason: reject } };
  }
  if (!Array.isArray(patches)) throw invalid(where, 'has "patches" that are no list');
  for (const [index, patch] of patches.entries()) checkPatch(patch, `${where}, patch ${index + 1}`);
  return { type, number, always, answer: { kind: 'patches', patches } };
}

/** Whether it applies is for the engine to say. */
function checkPatch(given: unknown, where: string): void {
  const patch = objectOf(given, where);
  const { op, path, value } = patch;
  refuseUnknown(patch, PATCH_KEYS, where);
  if (op !== 'set' && op !== 'merge' && op !== 'unset') throw invalid(where, 'has no "op" of set, merge and unset');
  if (typeof path !== 'string' && !Array.isArray(path)) throw invalid(where, 'has no "path"');
  if (op !== 'unset' && value === undefined) throw invalid(where, 'has no "value"');
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
    hint: 'A line of a script: {"action":"lend","input":{"id":"a"}}. An effect: {"type":"api.get","value":"for the place of into"}, or "patches" or "reject" in place of "value".',
    cause,
  });
}
