import { unreachable } from '../../base/unreachable.ts';
import type { Diagnostic, Span } from '../diagnostic.ts';
import type { ActionDecl, ContextDecl, Domain, Param } from '../syntax/ast.ts';
import { schemaHash } from './canonical.ts';
import { constantValue } from './constant.ts';
import { dependenciesOf, rootOf, topologicalOrder } from './dependencies.ts';
import type { ActionSchema, Schema, TypeDef } from './ir.ts';
import { lowerExpr } from './lower-expr.ts';
import { lowerActionBody } from './lower-flow.ts';
import { type Lowering, MAX_DEPTH, MAX_NODES, type NodeSources, type Scope } from './lowering.ts';
import { lowerType } from './type-def.ts';

/** A schema, or the limit that it would pass. */
export type LowerResult =
  | { readonly kind: 'schema'; readonly schema: Schema }
  | { readonly kind: 'limit'; readonly diagnostic: Diagnostic };

/** What a schema is made of, with where each node of it comes from. */
export interface Traced extends NodeSources {
  readonly root: object;
}

const OUTSIDE: Scope = { params: new Set(), args: new Map(), callbacks: 0, item: 0 };

/** Lowers a domain that was checked and has no errors. */
export function lower(domain: Domain): LowerResult {
  const lowering = begin(domain, null);
  const body = bodyOf(lowering, domain);
  if (lowering.excess !== null) return { kind: 'limit', diagnostic: limit(lowering, lowering.excess) };
  const { id, version, ...rest } = body;
  return { kind: 'schema', schema: { id, version, hash: schemaHash(body), ...rest } };
}

/** Lowers the domain once more and keeps where its nodes come from: few ask for that, and it costs as much as the rest. */
export function trace(domain: Domain): Traced {
  const sources: NodeSources = { spans: new Map(), includes: new Map() };
  return { root: bodyOf(begin(domain, sources), domain), ...sources };
}

function begin(domain: Domain, sources: NodeSources | null): Lowering {
  return {
    lowerExpr,
    flows: new Map(domain.members.flatMap((member) => (member.kind === 'flow' ? [[member.name.text, member]] : []))),
    hasGuards: new Map(),
    sources,
    nodes: 0,
    depth: 0,
    deepest: 0,
    site: null,
    excess: null,
  };
}

function bodyOf(lowering: Lowering, domain: Domain): Omit<Schema, 'hash'> {
  const { types, state, context, computed, actions } = lowerMembers(lowering, domain);
  return {
    id: `mel:${domain.name.text.toLowerCase()}`,
    version: '1.0.0',
    types: Object.fromEntries(types),
    state: { fields: Object.fromEntries(state) },
    ...(context && { context }),
    computed: { fields: Object.fromEntries(inOrder(computed)) },
    actions: Object.fromEntries(actions),
    meta: { name: domain.name.text },
  };
}

interface Members {
  readonly types: Map<string, Schema['types'][string]>;
  readonly state: Map<string, Schema['state']['fields'][string]>;
  readonly computed: Map<string, Computed>;
  readonly actions: Map<string, ActionSchema>;
  context: Schema['context'];
}

type Computed = Schema['computed']['fields'][string];

/** In source order, which is also the order in which nodes are counted. */
function lowerMembers(lowering: Lowering, domain: Domain): Members {
  const members: Members = {
    types: new Map(),
    state: new Map(),
    computed: new Map(),
    actions: new Map(),
    context: undefined,
  };
  for (const member of domain.members) {
    switch (member.kind) {
      case 'type': {
        const name = member.name.text;
        members.types.set(name, declared(lowering, { definition: lowerType(member.type), name }, member.span));
        break;
      }
      case 'state':
        for (const field of member.fields) {
          const value = field.initializer === null ? null : constantValue(field.initializer);
          const entry = { default: value, type: lowerType(field.type) };
          members.state.set(field.name.text, declared(lowering, entry, field.span));
        }
        break;
      case 'context':
        members.context = lowerContext(lowering, member);
        break;
      case 'computed': {
        const expr = lowerExpr(lowering, member.expr, OUTSIDE);
        const entry = { deps: dependenciesOf(expr), expr };
        members.computed.set(member.name.text, declared(lowering, entry, member.span));
        break;
      }
      case 'action':
        members.actions.set(member.name.text, declared(lowering, lowerAction(lowering, member), member.span));
        break;
      case 'flow':
        break;
      default:
        unreachable(member);
    }
  }
  return members;
}

function declared<Entry extends object>(lowering: Lowering, entry: Entry, span: Span): Entry {
  lowering.sources?.spans.set(entry, span);
  return entry;
}

function lowerContext(lowering: Lowering, { fields, span }: ContextDecl): NonNullable<Schema['context']> {
  const lowered = fields.map(
    (field) => [field.name.text, declared(lowering, { type: lowerType(field.type) }, field.span)] as const,
  );
  return declared(lowering, { fields: Object.fromEntries(lowered) }, span);
}

function inOrder(computed: ReadonlyMap<string, Computed>): readonly (readonly [string, Computed])[] {
  const needs = new Map([...computed].map(([name, { deps }]) => [name, new Set(deps.map(rootOf))]));
  return topologicalOrder(needs).flatMap((name) => {
    const field = computed.get(name);
    return field === undefined ? [] : [[name, field] as const];
  });
}

function lowerAction(lowering: Lowering, action: ActionDecl): ActionSchema {
  const scope: Scope = { ...OUTSIDE, params: new Set(action.params.map((param) => param.name.text)) };
  const { available, dispatchable } = action;
  return {
    ...(available && { available: lowerExpr(lowering, available, OUTSIDE) }),
    ...(dispatchable && { dispatchable: lowerExpr(lowering, dispatchable, scope) }),
    flow: lowerActionBody(lowering, action.name.text, action.body, scope),
    ...(action.params.length > 0 && { inputType: inputType(action.params) }),
    params: action.params.map((param) => param.name.text),
  };
}

function inputType(params: readonly Param[]): TypeDef {
  const fields = params.map((param) => [param.name.text, { optional: false, type: lowerType(param.type) }] as const);
  return { fields: Object.fromEntries(fields), kind: 'object' };
}

function limit(lowering: Lowering, span: Span): Diagnostic {
  const message =
    lowering.nodes > MAX_NODES
      ? `the schema would have more than 200,000 nodes here`
      : `flow arguments nest expressions deeper than ${MAX_DEPTH} here`;
  return { code: 'E_LIMIT', severity: 'error', message, span, notes: [], fixes: [] };
}
