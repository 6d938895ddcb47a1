import type { EffectParam, Expr, Flow, Json, PathSegment, Schema } from '../../../src/mel/schema/ir.ts';
import { builtIn } from './built-in-effects.ts';
import { asBoolean, asText, type Dict, isList, ownValue } from './coercions.ts';
import { evaluate } from './evaluate.ts';
import type { Frame } from './frame.ts';
import { patched, type Refusal, type Segment, segmentFor } from './patch.ts';
import { everythingIn, type Steps } from './steps.ts';

/** How a pass ended, and what it wrote. */
export type PassEnd = { readonly state: Dict; readonly guards: Dict } & (
  | { readonly kind: 'complete' }
  | { readonly kind: 'halted'; readonly reason: string }
  | { readonly kind: 'error'; readonly code: string; readonly message?: string; readonly author?: string }
  | { readonly kind: 'pending'; readonly type: string; readonly params: Dict }
);

export interface PassInput {
  readonly schema: Schema;
  readonly frame: Frame;
  readonly guards: Dict;
  readonly intentId: string;
  readonly steps: Steps;
}

/** Runs a flow once, statement by statement. */
export function runPass(flow: Flow, input: PassInput): PassEnd {
  const pass = new Pass(input);
  pass.run(flow);
  return { ...(pass.end ?? { kind: 'complete' }), state: pass.state, guards: pass.guards };
}

type End =
  | { readonly kind: 'halted'; readonly reason: string }
  | { readonly kind: 'error'; readonly code: string; readonly message?: string; readonly author?: string }
  | { readonly kind: 'pending'; readonly type: string; readonly params: Dict };

class Pass {
  state: Dict;
  guards: Dict;
  end: End | null = null;
  readonly #input: PassInput;

  constructor(input: PassInput) {
    this.#input = input;
    this.state = input.frame.state;
    this.guards = input.guards;
  }

  run(flow: Flow): void {
    if (this.end !== null) return;
    switch (flow.kind) {
      case 'seq':
        for (const step of flow.steps) this.run(step);
        return;
      case 'if':
        if (asBoolean(this.#value(flow.cond))) this.run(flow.then);
        else if (flow.else !== undefined) this.run(flow.else);
        return;
      case 'causalGuard':
        this.#input.steps.add(1);
        if (ownValue(this.guards, flow.guardId) === this.#input.intentId) return;
        this.guards = { ...this.guards, [flow.guardId]: this.#input.intentId };
        this.run(flow.body);
        return;
      case 'patch':
        this.#patch(flow);
        return;
      case 'effect':
        this.#effect(flow);
        return;
      case 'halt':
        this.#input.steps.add(1);
        this.end = { kind: 'halted', reason: flow.reason };
        return;
      case 'fail': {
        this.#input.steps.add(1);
        const message = flow.message === undefined ? flow.code : asText(this.#value(flow.message));
        this.end = { kind: 'error', code: 'VALIDATION_ERROR', author: flow.code, message };
        return;
      }
      case 'call':
        throw new Error('no source calls flows');
    }
  }

  #value(expr: Expr, item?: Json): Json {
    const frame = { ...this.#input.frame, state: this.state, items: item === undefined ? [] : [item] };
    return evaluate(expr, frame);
  }

  #refuse(code: Refusal): void {
    this.end = { kind: 'error', code };
  }

  /** The path as it is now; null, with the pass at its end, where a segment has the wrong kind. */
  #path(segments: readonly PathSegment[]): readonly Segment[] | null {
    const path: Segment[] = [];
    for (const segment of segments) {
      const one = segment.kind === 'expr' ? segmentFor(this.#value(segment.expr)) : segment;
      if (one === null) {
        this.#refuse('INVALID_PATCH_PATH');
        return null;
      }
      path.push(one);
    }
    return path;
  }

  #patch(flow: Extract<Flow, { kind: 'patch' }>): void {
    this.#input.steps.add(1);
    const path = this.#path(flow.path);
    if (path === null) return;
    const value = flow.value === undefined ? null : this.#value(flow.value);
    this.#input.steps.add(everythingIn(value));
    this.#write(flow.op, path, value);
  }

  #write(op: 'set' | 'merge' | 'unset', path: readonly Segment[], value: Json): void {
    const result = patched(this.#input.schema, this.state, { op, path, value });
    if ('refused' in result) this.#refuse(result.refused);
    else this.state = result.state;
  }

  #effect(flow: Extract<Flow, { kind: 'effect' }>): void {
    this.#input.steps.add(1);
    const run = builtIn(flow.type);
    if (run === undefined) {
      this.#ask(flow.type, flow.params);
      return;
    }
    const source = this.#value(flow.params.source as Expr);
    const by = flow.params.where ?? flow.params.select ?? flow.params.by;
    const each = (item: Json) => {
      this.#input.steps.add(1);
      return by === undefined ? item : this.#value(by as Expr, item);
    };
    const order = flow.params.order === undefined ? 'asc' : this.#value(flow.params.order as Expr);
    const values = run(source, each, order === 'desc');
    if (values === null) {
      this.#refuse('TYPE_MISMATCH');
      return;
    }
    const targets = ['into', 'pass', 'fail'].flatMap((name) => flow.params[name] ?? []);
    for (const [i, target] of targets.entries()) {
      if (this.end !== null) return;
      const path = this.#target(target);
      if (path === null) return;
      this.#input.steps.add(everythingIn(values[i] ?? null));
      this.#write('set', path, values[i] ?? null);
    }
  }

  /** The place that `into`, `pass` or `fail` names; a text of digits below a list is an index. */
  #target(param: EffectParam): readonly Segment[] | null {
    if (param.kind === 'path') return this.#path(param.segments);
    const names = param.kind === 'lit' ? String(param.value).split('.') : [];
    let holder: Json = this.state;
    return names.map((name): Segment => {
      const isIndex = isList(holder);
      holder = isIndex ? ((holder as readonly Json[])[Number(name)] ?? null) : ownValue(holder, name);
      return isIndex ? { kind: 'index', index: Number(name) } : { kind: 'prop', name };
    });
  }

  #ask(type: string, params: { readonly [name: string]: EffectParam }): void {
    const values: { [name: string]: Json } = {};
    for (const [name, param] of Object.entries(params)) {
      if (param.kind !== 'path') values[name] = this.#value(param);
      else {
        const path = this.#path(param.segments);
        if (path === null) return;
        values[name] = path.map(textOf).join('.');
      }
    }
    this.end = { kind: 'pending', type, params: values };
  }
}

function textOf(segment: Segment): string {
  return segment.kind === 'index' ? `${segment.index}` : segment.name.replace(/[.\\]/g, '\\$&');
}

/** Values of computed fields of a state, in order of the schema. */
export function computedOf(schema: Schema, state: Dict, steps: Steps): Dict {
  const values: { [name: string]: Json } = {};
  for (const [name, { expr }] of Object.entries(schema.computed.fields)) {
    values[name] = evaluate(expr, {
      ...{ state, computed: values, input: {}, context: {}, runtime: {}, items: [], onHiddenNull: () => {} },
      onNode: steps.onNode,
    });
  }
  return values;
}
