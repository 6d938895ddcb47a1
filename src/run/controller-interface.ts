import { computedTypes } from '../mel/build/infer-type.ts';
import { alternatives, type Inferred, UNKNOWN } from '../mel/build/type-algebra.ts';
import { isBuiltinEffect } from '../mel/check/builtin-effects.ts';
import type { Snapshot } from '../mel/engine/model.ts';
import type { Flow, Schema } from '../mel/schema/ir.ts';

type Plain = 'string' | 'number' | 'boolean';

/** The actions that a run dispatches, with their parameters in order. */
const ACTIONS: Readonly<Record<string, readonly (readonly [string, Plain])[]>> = {
  start: [
    ['totalActions', 'number'],
    ['totalQueries', 'number'],
  ],
  renewBudgets: [
    ['actions', 'number'],
    ['queries', 'number'],
  ],
  updateCandidates: [
    ['exploitId', 'string'],
    ['exploitValue', 'number'],
    ['exploreId', 'string'],
    ['exploreValue', 'number'],
  ],
  recordPrediction: [
    ['expectedSignal', 'number'],
    ['expectedGain', 'number'],
  ],
  exploit: [['id', 'string']],
  explore: [['id', 'string']],
  recordObservation: [
    ['actualSignal', 'number'],
    ['actualGain', 'number'],
  ],
  updateConfidenceStreak: [['isLowConfidence', 'boolean']],
  recordStrategyPreviews: [
    ['currentValue', 'number'],
    ['aggressiveValue', 'number'],
    ['broadenValue', 'number'],
  ],
  applyRevision: [['reason', 'string']],
  recover: [],
  finish: [['result', 'string']],
};

/** What a run reads, be it state or computed. */
const READ: Readonly<Record<string, readonly string[]>> = {
  phase: ['string'],
  preferExplore: ['boolean'],
  preferExploit: ['boolean'],
  canAct: ['boolean'],
  canQuery: ['boolean'],
  needsRevision: ['boolean'],
  shouldRevise: ['boolean'],
  shouldRecover: ['boolean'],
  modelConfidence: ['number', 'null'],
  nextStrategyKind: ['string'],
  exploitThreshold: ['number'],
  policyMode: ['string'],
};

/** What a domain lacks to steer a run; empty where it can. Everything beyond the interface is its own affair. */
export function controllerProblems(schema: Schema, initial: Snapshot): readonly string[] {
  const computed = computedTypes(schema);
  const kindsOf = (name: string): readonly string[] =>
    kinds(schema, computed.get(name) ?? schema.state.fields[name]?.type ?? UNKNOWN);
  return [
    ...Object.entries(ACTIONS).flatMap(([name, params]) => actionProblems(schema, name, params)),
    ...Object.entries(READ).flatMap(([name, types]) => readProblems(initial, name, types, kindsOf)),
    ...Object.entries(schema.actions).flatMap(([name, action]) =>
      effectsOf(action.flow).map((type) => `action ${name} asks for the host effect ${type}; a controller has no host`),
    ),
    ...(schema.context === undefined ? [] : ['it declares a context; a run supplies none']),
  ];
}

function actionProblems(
  schema: Schema,
  name: string,
  params: readonly (readonly [string, Plain])[],
): readonly string[] {
  const action = Object.hasOwn(schema.actions, name) ? schema.actions[name] : undefined;
  const wanted = `action ${name}(${params.map(([param, type]) => `${param}: ${type}`).join(', ')})`;
  if (action === undefined) return [`${wanted} is missing`];
  const fields = action.inputType?.kind === 'object' ? action.inputType.fields : {};
  const fits =
    action.params.length === params.length &&
    params.every(([param, type]) => {
      const declared = Object.hasOwn(fields, param) ? fields[param]?.type : undefined;
      return declared?.kind === 'primitive' && declared.type === type;
    });
  return fits ? [] : [`${wanted} is declared with other parameters`];
}

function readProblems(
  initial: Snapshot,
  name: string,
  types: readonly string[],
  kindsOf: (name: string) => readonly string[],
): readonly string[] {
  const home = [initial.computed, initial.state].find((values) => Object.hasOwn(values, name));
  if (home === undefined) return [`${name} (${types.join(' or ')}) is neither state nor computed`];
  const wanted = `${name} must be ${types.join(' or ')}`;
  const possible = kindsOf(name).filter((kind) => kind !== 'unknown');
  if (possible.some((kind) => !types.includes(kind))) return [`${wanted}, and is ${possible.join(' or ')}`];
  const value = home[name];
  const type = value === null ? 'null' : typeof value;
  return types.includes(type) ? [] : [`${wanted}, and is ${type} at the start`];
}

/** What kinds of values a type admits, each once. */
function kinds(schema: Schema, type: Inferred): readonly string[] {
  const found = alternatives(schema, type).map((one) => {
    if (one.kind === 'primitive') return one.type;
    if (one.kind === 'literal') return one.value === null ? 'null' : typeof one.value;
    return one.kind;
  });
  return [...new Set(found)];
}

function effectsOf(flow: Flow): readonly string[] {
  switch (flow.kind) {
    case 'seq':
      return flow.steps.flatMap(effectsOf);
    case 'if':
      return [...effectsOf(flow.then), ...(flow.else === undefined ? [] : effectsOf(flow.else))];
    case 'causalGuard':
      return effectsOf(flow.body);
    case 'effect':
      return isBuiltinEffect(flow.type) ? [] : [flow.type];
    default:
      return [];
  }
}
