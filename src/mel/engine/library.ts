import { joinPath } from '../schema/get-path.ts';
import type { Json } from '../schema/ir.ts';
import { inputTaker } from './closure-code.ts';
import { type Plan, REFUSED } from './engine.ts';
import type { LIBRARY_NAMES } from './generate/library-names.ts';
import { guardAt, withGuards } from './guards.ts';
import type { JsonObject } from './model.ts';
import { maxArray, minArray, sumArray } from './ops/arithmetic.ts';
import { append, at, first, flat, includes, last, len, reverse, slice, unique } from './ops/arrays.ts';
import { entries, fromEntries, hasKey, keys, merge, omit, pick, values } from './ops/objects.ts';
import {
  concat,
  endsWith,
  indexOf,
  replace,
  split,
  startsWith,
  strIncludes,
  strLen,
  substring,
  toLowerCase,
  toUpperCase,
  trim,
} from './ops/text.ts';
import { share } from './ownership.ts';
import type { Pass } from './pass-state.ts';
import {
  type ConcreteSegment,
  misfitProblem,
  type PatchedRoot,
  type PatchOp,
  type PatchProblem,
  patchRoot,
  segmentOf,
} from './patch.ts';
import { isoTime } from './runtime-reads.ts';
import { equals, isArray, own, toBoolean, toNumber, toText, typeName } from './values.ts';

/** What generated text of one plan is linked with. */
export type Library = { readonly [name in (typeof LIBRARY_NAMES)[number]]: unknown };

function stopWith(pass: Pass, found: PatchProblem, nodePath: string): void {
  const { code, message, context } = found;
  pass.status = 'error';
  pass.error = context === undefined ? { code, message, nodePath } : { code, message, nodePath, context };
}

function failWith(pass: Pass, code: string, message: string, nodePath: string): void {
  pass.status = 'error';
  pass.error = { code: 'VALIDATION_ERROR', message, nodePath, context: { code } };
}

/** A value that the state field `field` cannot hold. */
function misfit(pass: Pass, field: string, value: Json, nodePath: string): void {
  stopWith(pass, misfitProblem([{ kind: 'prop', name: field }], value), nodePath);
}

function ask(pass: Pass, type: string, params: JsonObject, nodePath: string): void {
  pass.status = 'pending';
  pass.requirement = { type, params, nodePath };
}

function pathText(path: readonly ConcreteSegment[]): string {
  return joinPath(path.map((segment) => (segment.kind === 'prop' ? segment.name : String(segment.index))));
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** -0 as 0; anything else as it is. */
function clean(value: Json): Json {
  return value === 0 ? 0 : value;
}

export function libraryOf(plan: Plan): Library {
  const members = plan.state.map(({ member }) => member);
  const types = plan.state.map(({ type }) => type);
  const takers = plan.actions.map((action) => inputTaker(plan, action));
  return {
    REFUSED,
    append,
    ask,
    at,
    bool: toBoolean,
    clean,
    concat,
    endsWith,
    entries,
    equals,
    failWith,
    first,
    flat,
    fromEntries,
    guardAt,
    hasKey,
    includes,
    indexOf,
    isArray,
    isMember: (index: number, value: Json): boolean => members[index]?.(value) ?? false,
    isPlain,
    isoTime,
    keys,
    last,
    len,
    maxArray,
    merge,
    minArray,
    misfit,
    num: toNumber,
    omit,
    own,
    patchField: (
      pass: Pass,
      index: number,
      root: Json,
      path: readonly ConcreteSegment[],
      op: PatchOp,
      value: Json,
    ): PatchedRoot => {
      const type = types[index];
      if (type === undefined) return { kind: 'problem', code: 'PATH_NOT_FOUND', message: 'there is no such field' };
      pass.owned ??= new Set();
      share(pass.owned, value);
      return patchRoot(plan.memberships, type, root, path, op, value, pass.owned);
    },
    pathText,
    pick,
    replace,
    reverse,
    segmentOf,
    share,
    slice,
    split,
    startsWith,
    stopWith,
    strIncludes,
    strLen,
    substring,
    sumArray,
    takeInput: (index: number, raw: unknown) => takers[index]?.(raw) ?? REFUSED,
    text: toText,
    toLowerCase,
    toUpperCase,
    trim,
    typeName,
    unique,
    values,
    withGuards,
  };
}
