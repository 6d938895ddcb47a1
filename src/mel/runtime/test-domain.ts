import { compile } from '../compile.ts';
import type { JsonObject } from '../engine/model.ts';
import type { Schema } from '../schema/ir.ts';
import { createRuntime } from './create-runtime.ts';
import type { Runtime, RuntimeOptions } from './runtime.ts';
import type { Timers } from './timers.ts';
import type { DispatchResult } from './types.ts';

/** The schema of a source that compiles. */
export function schemaOf(source: string): Schema {
  const { schema, diagnostics } = compile(source);
  if (schema === null) throw new TypeError(JSON.stringify(diagnostics));
  return schema;
}

/** A runtime on a clock that stands still. */
export function runtimeOf(source: string, options: Partial<RuntimeOptions> = {}): Runtime {
  return createRuntime(schemaOf(source), {
    clock: { nowMs: () => 1000, monotonicMs: () => 0 },
    random: { bytes: (count) => new Uint8Array(count) },
    ...options,
  });
}

/** The result of a dispatch that did not have to wait. */
export function atOnce(result: DispatchResult | Promise<DispatchResult>): DispatchResult {
  if (result instanceof Promise) throw new TypeError('the dispatch waits');
  return result;
}

/** Timers that run out when they are told to. */
export interface HandTimers extends Timers {
  /** Runs out all that wait at this moment; returns after how many ms each would have. */
  runOut(): readonly number[];
  readonly waiting: number;
}

export function handTimers(): HandTimers {
  let open: { readonly ms: number; readonly callback: () => void }[] = [];
  return {
    after(ms, callback) {
      const timer = { ms, callback };
      open.push(timer);
      return () => {
        open = open.filter((other) => other !== timer);
      };
    },
    runOut() {
      const due = open;
      open = [];
      for (const timer of due) timer.callback();
      return due.map((timer) => timer.ms);
    },
    get waiting() {
      return open.length;
    },
  };
}

/** `{op: 'set'}` of a field of the state. */
export function set(name: string, value: JsonObject[string]) {
  return { op: 'set', path: [{ kind: 'prop', name }], value } as const;
}
