import { unreachable } from '../../base/unreachable.ts';
import { builtInEffect } from '../engine/built-in-effects.ts';
import { canonicalText } from '../schema/canonical.ts';
import { rootOf } from '../schema/dependencies.ts';
import { splitPath } from '../schema/get-path.ts';
import type { ActionSchema, EffectParam, Expr, Flow, PathSegment, Schema } from '../schema/ir.ts';
import { partsOf } from '../schema/parts.ts';

/** Builtins whose results lean on the JavaScript engine: between two engines they may differ. */
const LEANING = ['pow', 'toLowerCase', 'toUpperCase', 'trim'] as const;

type Leaning = (typeof LEANING)[number];

const IS_LEANING: ReadonlySet<string> = new Set(LEANING);

/** What a value is made of: names that are read, and the leaning builtins on the way. */
interface Source {
  readonly names: ReadonlySet<string>;
  readonly builtins: ReadonlySet<Leaning>;
}

/**
 * Which leaning builtins may stand behind the value of a state field: in what is written to it, in what decides whether it is
 * written, and in all that is read for either. Without a field: all that the domain has.
 */
export function leaningBehind(schema: Schema, field: string | null): readonly Leaning[] {
  if (field === null) {
    // A text that looks like a node errs on the side of naming too many.
    const text = canonicalText([schema.computed, schema.actions]);
    return LEANING.filter((one) => text.includes(`"kind":"${one}"`));
  }
  const sources = sourcesOf(schema);
  const found = new Set<Leaning>();
  const seen = new Set([field]);
  for (const name of seen) {
    for (const { names, builtins } of sources.get(name) ?? []) {
      for (const one of builtins) found.add(one);
      for (const read of names) seen.add(read);
    }
  }
  return LEANING.filter((one) => found.has(one));
}

/** By state field and computed value: all that its value may come from. */
function sourcesOf(schema: Schema): ReadonlyMap<string, readonly Source[]> {
  const sources = new Map<string, Source[]>();
  const add = (name: string, source: Source): void => {
    const known = sources.get(name);
    if (known === undefined) sources.set(name, [source]);
    else known.push(source);
  };
  for (const [name, { expr }] of Object.entries(schema.computed.fields)) add(name, sourceOf([expr]));
  for (const action of Object.values(schema.actions)) {
    const { control, writes } = actionParts(action, schema);
    const decides = sourceOf(control);
    for (const { field, exprs } of writes) {
      add(field, decides);
      add(field, sourceOf(exprs));
    }
  }
  return sources;
}

function sourceOf(exprs: readonly Expr[]): Source {
  const names = new Set<string>();
  const builtins = new Set<Leaning>();
  const open = [...exprs];
  for (let expr = open.pop(); expr !== undefined; expr = open.pop()) {
    if (expr.kind === 'get') names.add(rootOf(expr.path));
    else if (isLeaning(expr.kind)) builtins.add(expr.kind);
    for (const part of partsOf(expr)) open.push(part);
  }
  return { names, builtins };
}

function isLeaning(kind: string): kind is Leaning {
  return IS_LEANING.has(kind);
}

interface ActionParts {
  /** What decides which statements run. */
  readonly control: readonly Expr[];
  readonly writes: readonly { readonly field: string; readonly exprs: readonly Expr[] }[];
}

function actionParts({ available, dispatchable, flow }: ActionSchema, schema: Schema): ActionParts {
  const control: Expr[] = [available, dispatchable].filter((gate) => gate !== undefined);
  const writes: { readonly field: string; readonly exprs: readonly Expr[] }[] = [];
  const called = new Set<string>();
  const open: Flow[] = [flow];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    switch (next.kind) {
      case 'seq':
        for (const step of next.steps) open.push(step);
        break;
      case 'if':
        control.push(next.cond);
        open.push(next.then);
        if (next.else !== undefined) open.push(next.else);
        break;
      case 'causalGuard':
        open.push(next.body);
        break;
      case 'patch': {
        const [root] = next.path;
        const exprs = [...segmentExprs(next.path), ...(next.value === undefined ? [] : [next.value])];
        if (root?.kind === 'prop') writes.push({ field: root.name, exprs });
        break;
      }
      case 'effect': {
        const params = Object.entries(next.params);
        const exprs = params.flatMap(([, param]) => (param.kind === 'path' ? segmentExprs(param.segments) : [param]));
        // A pure effect writes to its own places; a host may write anywhere.
        const pure = builtInEffect(next.type);
        const targets =
          pure === undefined
            ? Object.keys(schema.state.fields)
            : params.flatMap(([name, param]) =>
                pure.targets.some((target) => target === name) ? (targetOf(param) ?? []) : [],
              );
        for (const field of targets) writes.push({ field, exprs });
        break;
      }
      case 'call': {
        const callee = called.has(next.flow) ? undefined : schema.actions[next.flow];
        called.add(next.flow);
        if (callee !== undefined) open.push(callee.flow);
        break;
      }
      case 'halt':
      case 'fail':
        break;
      default:
        return unreachable(next);
    }
  }
  return { control, writes };
}

function targetOf(param: EffectParam): string | undefined {
  if (param.kind === 'lit') return typeof param.value === 'string' ? splitPath(param.value)[0] : undefined;
  const [root] = param.kind === 'path' ? param.segments : [];
  return root?.kind === 'prop' ? root.name : undefined;
}

function segmentExprs(segments: readonly PathSegment[]): readonly Expr[] {
  return segments.flatMap((segment) => (segment.kind === 'expr' ? [segment.expr] : []));
}
