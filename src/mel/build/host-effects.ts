import { appendAll } from '../../base/append-all.ts';
import { isBuiltinEffect } from '../check/builtin-effects.ts';
import { splitPath } from '../schema/get-path.ts';
import type { EffectParam, Flow, PathSegment, Schema } from '../schema/ir.ts';
import { type TypeScope, typeOf } from './infer-type.ts';
import { type Inferred, memberOf, objectOf, STRING, UNKNOWN, unionOf, withoutNull } from './type-algebra.ts';

/** What the handler of one effect type has to do with. */
export interface HostEffect {
  readonly params: Inferred;
  /** The type of the place that `into` names; null where no request has one. */
  readonly into: Inferred | null;
}

const PATH_PARAMS: readonly string[] = ['into', 'pass', 'fail'];

/** Every effect that the host has to carry out, by type, over all actions. */
export function hostEffects(schema: Schema, computed: ReadonlyMap<string, Inferred>): ReadonlyMap<string, HostEffect> {
  const found = new Map<string, HostEffect>();
  for (const action of Object.values(schema.actions)) {
    const scope: TypeScope = { schema, computed, input: action.inputType, items: [], present: new Set(), facts: [] };
    for (const effect of effectsOf(action.flow)) {
      const params = objectOf(
        Object.entries(effect.params).map(([name, param]) => [
          name,
          { type: paramType(name, param, scope), optional: false },
        ]),
      );
      const into = Object.hasOwn(effect.params, 'into') ? placeType(effect.params.into, schema) : null;
      const before = found.get(effect.type);
      found.set(effect.type, before === undefined ? { params, into } : either(before, { params, into }));
    }
  }
  return found;
}

function effectsOf(flow: Flow): readonly Extract<Flow, { kind: 'effect' }>[] {
  const effects: Extract<Flow, { kind: 'effect' }>[] = [];
  const open: Flow[] = [flow];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'seq') appendAll(open, next.steps.toReversed());
    else if (next.kind === 'causalGuard') open.push(next.body);
    else if (next.kind === 'if') open.push(...(next.else === undefined ? [] : [next.else]), next.then);
    else if (next.kind === 'effect' && !isBuiltinEffect(next.type)) effects.push(next);
  }
  return effects;
}

function either(a: HostEffect, b: HostEffect): HostEffect {
  const into = a.into === null || b.into === null ? (a.into ?? b.into) : unionOf([a.into, b.into]);
  return { params: unionOf([a.params, b.params]), into };
}

function paramType(name: string, param: EffectParam, scope: TypeScope): Inferred {
  return param.kind === 'path' || PATH_PARAMS.includes(name) ? STRING : typeOf(param, scope);
}

/** The declared type of a place in the state. */
function placeType(param: EffectParam | undefined, schema: Schema): Inferred {
  if (param?.kind === 'path') return below(schema, param.segments.map(nameOf));
  if (param?.kind === 'lit' && typeof param.value === 'string') return below(schema, splitPath(param.value));
  return UNKNOWN;
}

/** A dynamic segment is an element or a value, whichever it is. */
function nameOf(segment: PathSegment): string {
  return segment.kind === 'prop' ? segment.name : segment.kind === 'index' ? String(segment.index) : '0';
}

function below(schema: Schema, [root = '', ...rest]: readonly string[]): Inferred {
  const field = Object.hasOwn(schema.state.fields, root) ? schema.state.fields[root]?.type : undefined;
  const start: Inferred = field ?? UNKNOWN;
  return rest.reduce((type: Inferred, name, index) => {
    const member = memberOf(schema, type, name);
    // An absent field is one that may be set, not one that may be null; at the end null is what the type says.
    return index < rest.length - 1 ? withoutNull(schema, member) : member;
  }, start);
}
