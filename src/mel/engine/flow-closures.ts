import { joinPath, splitPath } from '../schema/get-path.ts';
import type { EffectParam, Expr, Flow, Json, PathSegment, TypeDef } from '../schema/ir.ts';
import { type BuiltInEffect, builtInEffect } from './built-in-effects.ts';
import { compileExpr, type Evaluate, MalformedSchema, type Site } from './closures.ts';
import type { Memberships } from './membership.ts';
import type { JsonObject } from './model.ts';
import { type FlowError, NO_ITEMS, openItems, type Pass } from './pass-state.ts';
import {
  type ConcreteSegment,
  describe,
  isProblem,
  type PatchOp,
  type PatchProblem,
  patchRoot,
  preview,
  problem,
  segmentOf,
} from './patch.ts';
import type { Scope } from './read-path.ts';
import { isArray, isObject, type MutableObject, own, setOwn, toBoolean, toText, typeName } from './values.ts';

/** A flow made ready: runs in a pass; true where the next statement follows. */
export type Run = (pass: Pass) => boolean;

/** What all flows of a program share. */
export interface FlowSetting {
  readonly scope: Scope;
  readonly memberships: Memberships;
  readonly stateTypes: ReadonlyMap<string, TypeDef>;
  readonly isTraced: boolean;
  /** The flow of another action, for `call`; undefined where there is none. */
  readonly flowOf: (action: string) => Run | undefined;
}

export function stopWith(pass: Pass, error: FlowError): false {
  pass.status = 'error';
  pass.error = error;
  pass.trace?.leaf('error', error.nodePath, { code: error.code }, error.message);
  return false;
}

/** Compiles a flow; `nodePath` is its address in the schema. */
export function compileFlow(flow: Flow, nodePath: string, setting: FlowSetting): Run {
  switch (flow.kind) {
    case 'seq':
      return sequence(flow.steps, nodePath, setting);
    case 'if':
      return branch(flow, nodePath, setting);
    case 'patch':
      return patch(flow, nodePath, setting);
    case 'causalGuard':
      return guard(flow.guardId, compileFlow(flow.body, `${nodePath}.body`, setting), nodePath);
    case 'effect': {
      const builtIn = builtInEffect(flow.type);
      return builtIn === undefined
        ? hostEffect(flow.type, flow.params, nodePath, setting)
        : inlineEffect(flow.type, builtIn, flow.params, nodePath, setting);
    }
    case 'halt':
      return (pass) => {
        pass.status = 'halted';
        pass.reason = flow.reason;
        pass.trace?.leaf('halt', nodePath, {}, flow.reason);
        return false;
      };
    case 'fail': {
      const message = flow.message && compileExpr(flow.message, siteOf(setting, nodePath, 'message'));
      const { code } = flow;
      return (pass) =>
        stopWith(pass, {
          code: 'VALIDATION_ERROR',
          message: message === undefined ? code : toText(message(pass)),
          nodePath,
          context: { code },
        });
    }
    case 'call':
      return call(flow.flow, nodePath, setting);
    default:
      throw new MalformedSchema(`a statement of the unknown kind ${String((flow as { readonly kind: unknown }).kind)}`);
  }
}

function siteOf(setting: FlowSetting, nodePath: string, label: string): Site {
  return { scope: setting.scope, nodePath, address: { above: null, label }, depth: 0 };
}

function sequence(steps: readonly Flow[], nodePath: string, setting: FlowSetting): Run {
  const runs = steps.map((step, i) => compileFlow(step, `${nodePath}.steps[${i}]`, setting));
  return (pass) => {
    pass.trace?.open();
    let goesOn = true;
    for (const run of runs) {
      goesOn = run(pass);
      if (!goesOn) break;
    }
    pass.trace?.close('flow', nodePath, {}, null);
    return goesOn;
  };
}

function branch(flow: Extract<Flow, { readonly kind: 'if' }>, nodePath: string, setting: FlowSetting): Run {
  const cond = compileExpr(flow.cond, siteOf(setting, nodePath, 'cond'));
  const then = compileFlow(flow.then, `${nodePath}.then`, setting);
  const otherwise = flow.else && compileFlow(flow.else, `${nodePath}.else`, setting);
  return (pass) => {
    const value = cond(pass);
    const holds = toBoolean(value);
    pass.trace?.open();
    const goesOn = holds ? then(pass) : (otherwise?.(pass) ?? true);
    pass.trace?.close('branch', nodePath, { cond: value }, holds);
    return goesOn;
  };
}

function guard(guardId: string, body: Run, nodePath: string): Run {
  return (pass) => {
    const { intentId } = pass;
    if (own(pass.guards, guardId) === intentId) return true;
    if (intentId === '')
      return stopWith(pass, { code: 'INVALID_INPUT', message: 'onceIntent needs an intent id', nodePath });
    const guards: MutableObject = { ...pass.guards };
    setOwn(guards, guardId, intentId);
    pass.guards = guards as { readonly [id: string]: string };
    pass.trace?.open();
    const goesOn = body(pass);
    pass.trace?.close('namespaceDelta', nodePath, { guardId }, intentId);
    return goesOn;
  };
}

function call(name: string, nodePath: string, setting: FlowSetting): Run {
  return (pass) => {
    const run = setting.flowOf(name);
    if (run === undefined)
      return stopWith(pass, { code: 'UNKNOWN_FLOW', message: `there is no flow named ${name}`, nodePath });
    const { calls } = pass;
    if (name === pass.action || calls.includes(name))
      return stopWith(pass, { code: 'CYCLIC_CALL', message: `the flow ${name} calls itself`, nodePath });
    pass.calls = [...calls, name];
    pass.trace?.open();
    const goesOn = run(pass);
    pass.trace?.close('call', nodePath, { flow: name }, null);
    pass.calls = calls;
    return goesOn;
  };
}

type ResolvePath = (pass: Pass) => readonly ConcreteSegment[] | PatchProblem;

/** Resolves the segments of a path when it is reached. */
export function compilePath(path: readonly PathSegment[], site: (label: string) => Site): ResolvePath {
  if (path.every((segment) => segment.kind !== 'expr')) return () => path;
  const parts = path.map((segment, i) =>
    segment.kind === 'expr' ? compileExpr(segment.expr, site(`path[${i}].expr`)) : segment,
  );
  return (pass) => {
    const resolved: ConcreteSegment[] = [];
    for (const [i, part] of parts.entries()) {
      const segment = typeof part === 'function' ? segmentOf(part(pass), i) : part;
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
    return problem('PATH_NOT_FOUND', `${describe(path) || 'an empty path'} is no place in the state`);
  const before = own(target.state, root.name);
  const patched = patchRoot(memberships, type, before, path, op, value);
  if (patched.kind === 'problem') return patched;
  if (patched.value === before) return undefined;
  target.draft ??= { ...target.state };
  setOwn(target.draft, root.name, patched.value);
  target.state = target.draft;
  return undefined;
}

function failed(pass: Pass, found: PatchProblem, nodePath: string): false {
  const { code, message, context } = found;
  return stopWith(pass, context === undefined ? { code, message, nodePath } : { code, message, nodePath, context });
}

function patch(flow: Extract<Flow, { readonly kind: 'patch' }>, nodePath: string, setting: FlowSetting): Run {
  const { op } = flow;
  const resolve = compilePath(flow.path, (label) => siteOf(setting, nodePath, label));
  const value: Evaluate =
    flow.value === undefined ? () => null : compileExpr(flow.value, siteOf(setting, nodePath, 'value'));
  return (pass) => {
    const path = resolve(pass);
    if (isProblem(path)) return failed(pass, path, nodePath);
    const patched = value(pass);
    const found = applyTo(pass, path, op, patched, setting.memberships, setting.stateTypes);
    if (found !== undefined) return failed(pass, found, nodePath);
    pass.trace?.leaf('patch', nodePath, { op, path: describe(path) }, patched);
    return true;
  };
}

type EffectParams = { readonly [name: string]: EffectParam };

function hostEffect(type: string, params: EffectParams, nodePath: string, setting: FlowSetting): Run {
  const parts = Object.keys(params).flatMap((name) => {
    const param = params[name];
    return param === undefined ? [] : [{ name, read: compileParam(param, name, nodePath, setting) }];
  });
  return (pass) => {
    const values: MutableObject = {};
    for (const { name, read } of parts) {
      const value = read(pass);
      if (isProblem(value)) return failed(pass, value, nodePath);
      setOwn(values, name, value.value);
    }
    pass.status = 'pending';
    pass.requirement = { type, params: values, nodePath };
    pass.trace?.leaf('effect', nodePath, { type }, values);
    return false;
  };
}

type ReadParam = (pass: Pass) => { readonly kind: 'value'; readonly value: Json } | PatchProblem;

function compileParam(param: EffectParam, name: string, nodePath: string, setting: FlowSetting): ReadParam {
  if (param.kind !== 'path') {
    const value = compileExpr(param, siteOf(setting, nodePath, `params.${name}`));
    return (pass) => ({ kind: 'value', value: value(pass) });
  }
  const resolve = compilePath(param.segments, (label) => siteOf(setting, nodePath, `params.${name}.${label}`));
  return (pass) => {
    const path = resolve(pass);
    if (isProblem(path)) return path;
    return { kind: 'value', value: joinPath(path.map((s) => (s.kind === 'prop' ? s.name : String(s.index)))) };
  };
}

function inlineEffect(
  type: string,
  effect: BuiltInEffect,
  params: EffectParams,
  nodePath: string,
  setting: FlowSetting,
): Run {
  const missing = [
    'source',
    ...effect.targets,
    ...(effect.item === undefined || effect.itemIsOptional ? [] : [effect.item]),
  ].filter((name) => !Object.hasOwn(params, name));
  if (missing.length > 0)
    return (pass) =>
      stopWith(pass, { code: 'INVALID_INPUT', message: `${type} needs ${missing.join(' and ')}`, nodePath });
  const source = compileExpr(exprOf(params, 'source'), siteOf(setting, nodePath, 'params.source'));
  const order = Object.hasOwn(params, 'order')
    ? compileExpr(exprOf(params, 'order'), siteOf(setting, nodePath, 'params.order'))
    : () => 'asc';
  const item =
    effect.item !== undefined && Object.hasOwn(params, effect.item)
      ? compileExpr(exprOf(params, effect.item), { ...siteOf(setting, nodePath, `params.${effect.item}`), depth: 1 })
      : undefined;
  const targets = effect.targets.map((name) => compileTarget(params, name, nodePath, setting));
  return (pass) => {
    const from = source(pass);
    const isFit = effect.source === 'array' ? isArray(from) : isObject(from);
    if (!isFit)
      return stopWith(pass, {
        code: 'TYPE_MISMATCH',
        message: `the source of ${type} is ${preview(from)}, not an ${effect.source}`,
        nodePath,
        context: { resolvedType: typeName(from) },
      });
    const ofItem = (element: Json, index: number): Json => {
      if (item === undefined) return element;
      if (pass.items === NO_ITEMS) openItems(pass);
      pass.items[0] = element;
      pass.indexes[0] = index;
      return item(pass);
    };
    const results = effect.run(from, ofItem, toText(order(pass)));
    if (pass.items !== NO_ITEMS) {
      pass.items.length = 0;
      pass.indexes.length = 0;
    }
    for (const [i, resolve] of targets.entries()) {
      const path = resolve(pass);
      if (isProblem(path)) return failed(pass, path, nodePath);
      const value = results[i] ?? null;
      const found = applyTo(pass, path, 'set', value, setting.memberships, setting.stateTypes);
      if (found !== undefined) return failed(pass, found, nodePath);
      pass.trace?.leaf('patch', nodePath, { op: 'set', path: describe(path), effect: type }, value);
    }
    return true;
  };
}

function exprOf(params: EffectParams, name: string): Expr {
  const param = Object.hasOwn(params, name) ? params[name] : undefined;
  if (param === undefined || param.kind === 'path') throw new MalformedSchema(`the argument ${name} is no expression`);
  return param;
}

function compileTarget(params: EffectParams, name: string, nodePath: string, setting: FlowSetting): ResolvePath {
  const param = params[name];
  if (param?.kind === 'path')
    return compilePath(param.segments, (label) => siteOf(setting, nodePath, `params.${name}.${label}`));
  const text = param?.kind === 'lit' ? param.value : null;
  if (typeof text !== 'string') throw new MalformedSchema(`the argument ${name} is no path`);
  const path = typedSegments(splitPath(text), setting);
  return () => path;
}

/** Segments of a dotted path, where the types say which of them are indexes. */
function typedSegments(names: readonly string[], setting: FlowSetting): readonly ConcreteSegment[] {
  let types = [setting.stateTypes.get(names[0] ?? '')].filter((type) => type !== undefined);
  return names.map((name, i): ConcreteSegment => {
    if (i === 0) return { kind: 'prop', name };
    const open = types.flatMap((type) => flatten(setting.memberships.resolve(type), setting.memberships));
    const lists = open.filter((type) => type.kind === 'array');
    if (lists.length > 0 && /^\d+$/.test(name)) {
      types = lists.map((type) => type.element);
      return { kind: 'index', index: Number(name) };
    }
    types = open.flatMap((type) => {
      if (type.kind === 'record') return [type.value];
      const field = type.kind === 'object' && Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
      return field === undefined ? [] : [field.type];
    });
    return { kind: 'prop', name };
  });
}

function flatten(type: TypeDef | undefined, memberships: Memberships): TypeDef[] {
  if (type?.kind !== 'union') return type === undefined ? [] : [type];
  return type.types.flatMap((member) => {
    const resolved = memberships.resolve(member);
    return resolved === undefined || resolved.kind === 'union' ? [] : [resolved];
  });
}
