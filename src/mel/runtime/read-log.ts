import type { JsonObject, Snapshot } from '../engine/model.ts';
import { adoptSnapshot, type Program } from '../engine/program.ts';
import { isArray, isObject, own } from '../engine/values.ts';
import type { Json } from '../schema/ir.ts';
import type { LoggedDispatch } from './intent-log.ts';

/** A log that can be run again, or why it cannot. */
export type ReadLog =
  | {
      readonly kind: 'ok';
      readonly start: Snapshot;
      readonly dispatches: readonly LoggedDispatch[];
      readonly end: { readonly hash: string; readonly state: JsonObject };
    }
  | {
      readonly kind: 'refused';
      readonly code: 'SNAPSHOT_FOREIGN' | 'SNAPSHOT_TOO_NEW';
      readonly message: string;
    };

/** Reads what is said to be a log of a domain. */
export function readLog(program: Program, data: unknown): ReadLog {
  const log = data as Json | undefined;
  const v = own(log, 'v');
  if (own(log, 'format') !== 'mel-log') return foreign('this is no intent log');
  if (typeof v === 'number' && v > 1) {
    const message = `the log has format ${v}; this version knows formats up to 1`;
    return { kind: 'refused', code: 'SNAPSHOT_TOO_NEW', message };
  }
  if (v !== 1) return foreign('this is no intent log');
  const hash = own(log, 'schemaHash');
  if (hash !== program.schema.hash)
    return foreign(`the log belongs to the schema ${String(hash)}, this is ${program.schema.hash}`);
  const start = adoptSnapshot(program, own(log, 'start'));
  if (start === null) return foreign('the log begins with a snapshot that does not fit the types of its schema');
  const dispatches = own(log, 'dispatches');
  if (!isArray(dispatches)) return foreign('the log has no list of dispatches');
  const broken = dispatches.findIndex((dispatch) => !isDispatch(dispatch));
  if (broken >= 0) return foreign(`dispatch ${broken} of the log cannot be read`);
  const end = own(log, 'end');
  if (typeof own(end, 'hash') !== 'string' || !isObject(own(end, 'state'))) return foreign('the log has no end');
  return {
    kind: 'ok',
    start,
    dispatches: dispatches as unknown as readonly LoggedDispatch[],
    end: end as { readonly hash: string; readonly state: JsonObject },
  };
}

function isDispatch(value: Json): boolean {
  const effects = own(value, 'effects');
  return (
    isIntent(own(value, 'intent')) &&
    isAttempt(own(value, 'attempt')) &&
    isArray(effects) &&
    effects.every(isAnswer) &&
    typeof own(value, 'kind') === 'string'
  );
}

function isIntent(value: Json): boolean {
  return typeof own(value, 'type') === 'string' && typeof own(value, 'intentId') === 'string';
}

function isAttempt(value: Json): boolean {
  return typeof own(value, 'timestamp') === 'number' && typeof own(value, 'seed') === 'string';
}

/** Whether patches apply is for the engine to say. */
function isAnswer(value: Json): boolean {
  if (own(value, 'kind') === 'failed') return typeof own(value, 'code') === 'string';
  const patches = own(value, 'patches');
  return own(value, 'kind') === 'patches' && isArray(patches) && patches.every((patch) => isArray(own(patch, 'path')));
}

function foreign(message: string): ReadLog {
  return { kind: 'refused', code: 'SNAPSHOT_FOREIGN', message };
}
