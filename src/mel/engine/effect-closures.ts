import { joinPath, splitPath } from '../schema/get-path.ts';
import type { EffectParam, Expr, Flow, Json, TypeDef } from '../schema/ir.ts';
import { type BuiltInEffect, builtInEffect } from './built-in-effects.ts';
import { compileExpr, MalformedSchema } from './closures.ts';
import { type FlowSetting, failed, type Run, siteOf, stopWith } from './flow-setting.ts';
import type { Memberships } from './membership.ts';
import { NO_ITEMS, openItems, type Pass } from './pass-state.ts';
import { type ConcreteSegment, describe, isProblem, type PatchProblem, preview } from './patch.ts';
import { applyTo, compilePath, type ResolvePath } from './patch-closures.ts';
import { isArray, isObject, type MutableObject, setOwn, toText, typeName } from './values.ts';

/** Compiles an `effect`: built-in ones run in place, others end the pass. */
export function compileEffect(
  flow: Extract<Flow, { readonly kind: 'effect' }>,
  nodePath: string,
  setting: FlowSetting,
): Run {
  const builtIn = builtInEffect(flow.type);
  return builtIn === undefined
    ? hostEffect(flow.type, flow.params, nodePath, setting)
    : inlineEffect(flow.type, builtIn, flow.params, nodePath, setting);
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
