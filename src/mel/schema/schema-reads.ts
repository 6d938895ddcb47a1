import { alternativesOf } from './alternatives.ts';
import { circleText } from './circle-text.ts';
import { dependenciesOf, readsDomain, rootOf, topologicalOrder } from './dependencies.ts';
import { splitPath } from './get-path.ts';
import type { Expr, Flow, PathSegment, Schema, TypeDef } from './ir.ts';
import { partsOf } from './parts.ts';
import type { ReportSchemaError } from './schema-error.ts';

type Place = 'computed' | 'available' | 'dispatchable' | 'action';

const RUNTIME_PATHS: ReadonlySet<string> = new Set([
  'intent.id',
  'intent.action',
  'time.timestamp',
  'time.iso',
  'random.seed',
  'random.uuid',
]);
const PER_ELEMENT: ReadonlySet<string> = new Set(['where', 'select', 'by']);
const ITEM = /^(\^*)\$item$/;

/** V-001, V-002, V-003 and V-012: what expressions read. */
export function checkSchemaReads(schema: Schema, report: ReportSchemaError): void {
  const reads = new Reads(schema, report);
  for (const [name, { deps, expr }] of Object.entries(schema.computed.fields)) {
    const path = `computed.fields.${name}`;
    reads.expr(expr, `${path}.expr`, 'computed', []);
    for (const dep of deps) {
      if (!reads.exists(splitPath(dep))) report('V-001', `${path}.deps`, `${dep} does not exist`);
    }
    for (const read of dependenciesOf(expr)) {
      if (!deps.some((dep) => read === dep || read.startsWith(`${dep}.`))) {
        report('V-001', `${path}.deps`, `${read} is read and not named`);
      }
    }
  }
  checkCycles(schema, report);
  for (const [name, action] of Object.entries(schema.actions)) {
    const path = `actions.${name}`;
    if (action.available) reads.expr(action.available, `${path}.available`, 'available', []);
    const input = action.inputType?.kind === 'object' ? action.inputType.fields : {};
    const params = Object.entries(input).map(([param, field]) => [param, field.type] as const);
    if (action.dispatchable) reads.expr(action.dispatchable, `${path}.dispatchable`, 'dispatchable', params);
    reads.flow(action.flow, `${path}.flow`, params);
  }
}

function checkCycles(schema: Schema, report: ReportSchemaError): void {
  const { fields } = schema.computed;
  const needs = new Map(
    Object.entries(fields).map(([name, { deps, expr }]) => [
      name,
      new Set([...deps, ...dependenciesOf(expr)].map(rootOf).filter((root) => Object.hasOwn(fields, root))),
    ]),
  );
  const ordered = new Set(topologicalOrder(needs));
  const left = [...needs.keys()].filter((name) => !ordered.has(name));
  const [start] = left;
  if (start === undefined) return;
  const trail: string[] = [];
  const seen = new Set<string>();
  let name: string | undefined = start;
  while (name !== undefined && !seen.has(name)) {
    seen.add(name);
    trail.push(name);
    name = [...(needs.get(name) ?? [])].find((needed) => !ordered.has(needed));
  }
  const circle = name === undefined ? trail : trail.slice(trail.indexOf(name));
  report('V-002', `computed.fields.${circle[0] ?? start}`, `depends on itself: ${circleText(circle)}`);
}

type Params = readonly (readonly [string, TypeDef])[];

class Reads {
  readonly #schema: Schema;
  readonly #report: ReportSchemaError;

  constructor(schema: Schema, report: ReportSchemaError) {
    this.#schema = schema;
    this.#report = report;
  }

  flow(root: Flow, rootPath: string, params: Params): void {
    const waiting: { readonly flow: Flow; readonly path: string }[] = [{ flow: root, path: rootPath }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { flow, path } = next;
      const read = (expr: Expr | undefined, field: string, callbacks = 0) => {
        if (expr !== undefined) this.expr(expr, `${path}.${field}`, 'action', params, callbacks);
      };
      switch (flow.kind) {
        case 'seq':
          for (let i = flow.steps.length - 1; i >= 0; i--) {
            const step = flow.steps[i];
            if (step !== undefined) waiting.push({ flow: step, path: `${path}.steps[${i}]` });
          }
          break;
        case 'if':
          read(flow.cond, 'cond');
          if (flow.else !== undefined) waiting.push({ flow: flow.else, path: `${path}.else` });
          waiting.push({ flow: flow.then, path: `${path}.then` });
          break;
        case 'patch':
          this.#target(flow.path, `${path}.path`, params);
          read(flow.value, 'value');
          break;
        case 'causalGuard':
          waiting.push({ flow: flow.body, path: `${path}.body` });
          break;
        case 'effect':
          for (const [name, param] of Object.entries(flow.params)) {
            if (param.kind === 'path') this.#target(param.segments, `${path}.params.${name}.segments`, params);
            else read(param, `params.${name}`, PER_ELEMENT.has(name) ? 1 : 0);
          }
          break;
        case 'fail':
          read(flow.message, 'message');
          break;
        default:
          break;
      }
    }
  }

  #target(segments: readonly PathSegment[], path: string, params: Params): void {
    const [first] = segments;
    if (first?.kind !== 'prop' || !Object.hasOwn(this.#schema.state.fields, first.name)) {
      this.#report('V-003', `${path}[0]`, 'is no state field');
    }
    for (const [i, segment] of segments.entries()) {
      if (segment.kind === 'expr') this.expr(segment.expr, `${path}[${i}].expr`, 'action', params);
    }
  }

  expr(root: Expr, path: string, place: Place, params: Params, callbacksAround = 0): void {
    const waiting: { readonly expr: Expr; readonly callbacks: number }[] = [{ expr: root, callbacks: callbacksAround }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { expr, callbacks } = next;
      if (expr.kind === 'get') {
        this.#get(expr.path, path, place, params, callbacks);
        continue;
      }
      const inner = hasCallback(expr) ? 1 : 0;
      for (const [i, part] of partsOf(expr).entries()) {
        waiting.push({ expr: part, callbacks: i === 1 ? callbacks + inner : callbacks });
      }
    }
  }

  #get(read: string, path: string, place: Place, params: Params, callbacks: number): void {
    const [head = '', ...rest] = splitPath(read);
    const item = ITEM.exec(head);
    if (item !== null) {
      if ((item[1] ?? '').length >= callbacks) this.#report('V-003', path, `${read} stands outside a callback`);
      return;
    }
    const isInput = head === '$input' || (head === 'input' && rest.length > 0 && !readsDomain(read));
    const isOwn = Object.hasOwn(this.#schema.state.fields, head) || Object.hasOwn(this.#schema.computed.fields, head);
    if (isInput && !(isOwn && place === 'computed')) {
      this.#input(read, rest, path, place, params);
      return;
    }
    if (head.startsWith('$') || (head === 'system' && !isOwn)) {
      this.#dollar(read, head, rest, path, place);
      return;
    }
    if (!this.exists([head, ...rest])) this.#report('V-003', path, `${read} does not exist`);
  }

  #input(read: string, [name, ...rest]: readonly string[], path: string, place: Place, params: Params): void {
    if (place === 'computed') {
      this.#report('V-012', path, `a computed value cannot read ${read}`);
      return;
    }
    const param = params.find(([known]) => known === name);
    if (place === 'available' || param === undefined || !this.#has(param[1], rest)) {
      this.#report('V-003', path, `${read} does not exist here`);
    }
  }

  #dollar(read: string, head: string, rest: readonly string[], path: string, place: Place): void {
    if (place === 'computed') {
      this.#report('V-012', path, `a computed value cannot read ${read}`);
      return;
    }
    const context = this.#schema.context?.fields ?? {};
    const [name = '', ...below] = rest;
    const type = Object.hasOwn(context, name) ? context[name]?.type : undefined;
    const isThere =
      place === 'action' &&
      (head === '$runtime'
        ? RUNTIME_PATHS.has(rest.join('.'))
        : head === '$context' && type !== undefined && this.#has(type, below));
    if (!isThere) this.#report('V-003', path, `${read} does not exist here`);
  }

  /** Whether a path leads to state or a computed value; what a computed value holds is not known. */
  exists([root = '', ...rest]: readonly string[]): boolean {
    const { state, computed } = this.#schema;
    const field = Object.hasOwn(state.fields, root) ? state.fields[root] : undefined;
    return field === undefined ? Object.hasOwn(computed.fields, root) : this.#has(field.type, rest);
  }

  #has(type: TypeDef, path: readonly string[]): boolean {
    let types: readonly TypeDef[] = [type];
    for (const name of path) {
      const alternatives = types.flatMap((each) => alternativesOf(each, this.#schema.types));
      if (alternatives.some((each) => each.kind === 'primitive' && each.type === 'object')) return true;
      types = [...new Set(alternatives.flatMap((each) => propertyTypes(each, name)))];
      if (types.length === 0) return false;
    }
    return true;
  }
}

function propertyTypes(type: TypeDef, name: string): readonly TypeDef[] {
  if (type.kind === 'record') return [type.value];
  const field = type.kind === 'object' && Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
  return field === undefined ? [] : [field.type];
}

function hasCallback(expr: Expr): boolean {
  switch (expr.kind) {
    case 'filter':
    case 'map':
    case 'find':
    case 'every':
    case 'some':
      return true;
    default:
      return false;
  }
}
