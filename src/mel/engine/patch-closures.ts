import type { Flow, Json, PathSegment, TypeDef } from '../schema/ir.ts';
import type { Evaluate } from './closure-shapes.ts';
import { compileExpr } from './closures.ts';
import { type FlowSetting, failed, type Run, siteOf } from './flow-setting.ts';
import type { Memberships } from './membership.ts';
import type { JsonObject } from './model.ts';
import { type Owned, share } from './ownership.ts';
import type { Pass } from './pass-state.ts';
import {
  type ConcreteSegment,
  describe,
  isProblem,
  type PatchOp,
  type PatchProblem,
  patchRoot,
  problem,
  segmentOf,
  shownPath,
} from './patch.ts';
import type { Site } from './site.ts';
import { type MutableObject, own, setOwn } from './values.ts';

/** The segments of a path at the moment, or why they are none. */
export type ResolvePath = (pass: Pass) => readonly ConcreteSegment[] | PatchProblem;

/** Resolves the segments of a path when it is reached. */
export function compilePath(path: readonly PathSegment[], site: (label: string) => Site): ResolvePath {
  if (path.every((segment) => segment.kind !== 'expr')) return () => path;
  const parts = path.map((segment, i) =>
    segment.kind === 'expr' ? compileExpr(segment.expr, site(`path[${i}].expr`)) : segment,
  );
  const [first] = path;
  const root = first?.kind === 'prop' ? first.name : '';
  return (pass) => {
    const resolved: ConcreteSegment[] = [];
    for (const [i, part] of parts.entries()) {
      const segment = typeof part === 'function' ? segmentOf(part(pass), i, root) : part;
      if (segment.kind === 'problem') return segment;
      resolved.push(segment);
    }
    return resolved;
  };
}

/** What patches are applied to: a state, copied when it is first written to. */
export interface PatchTarget {
  state: JsonObject;
  draft: MutableObject | null;
  /** What patches may write to in place; null: nothing, everything is copied. */
  readonly owned: Owned | null;
}

/** Applies one resolved patch to the state of a target. */
export function applyTo(
  target: PatchTarget,
  path: readonly ConcreteSegment[],
  op: PatchOp,
  value: Json,
  memberships: Memberships,
  stateTypes: ReadonlyMap<string, TypeDef>,
): PatchProblem | undefined {
  const [root] = path;
  const type = root?.kind === 'prop' ? stateTypes.get(root.name) : undefined;
  if (root?.kind !== 'prop' || type === undefined)
    return problem('PATH_NOT_FOUND', `${shownPath(path) || 'an empty path'} is no place in the state`);
  const before = own(target.state, root.name);
  share(target.owned, value);
  const patched = patchRoot(memberships, type, before, path, op, value, target.owned);
  if (patched.kind === 'problem') return patched;
  if (patched.value === before) return undefined;
  target.draft ??= { ...target.state };
  setOwn(target.draft, root.name, patched.value);
  target.state = target.draft;
  return undefined;
}

/** Compiles a `patch`. */
export function compilePatch(
  flow: Extract<Flow, { readonly kind: 'patch' }>,
  nodePath: string,
  setting: FlowSetting,
): Run {
  const { op } = flow;
  const resolve = compilePath(flow.path, (label) => siteOf(setting, nodePath, label));
  const value: Evaluate =
    flow.value === undefined ? () => null : compileExpr(flow.value, siteOf(setting, nodePath, 'value'));
  return (pass) => {
    const path = resolve(pass);
    if (isProblem(path)) return failed(pass, path, nodePath);
    const patched = value(pass);
    if (path.length > 1 && pass.trace === null) pass.owned ??= new Set();
    const found = applyTo(pass, path, op, patched, setting.memberships, setting.stateTypes);
    if (found !== undefined) return failed(pass, found, nodePath);
    pass.trace?.leaf('patch', nodePath, { op, path: describe(path) }, patched);
    return true;
  };
}
