import type { ActionDecl, FlowDecl, Param } from '../syntax/ast.ts';
import { isBuiltinEffect } from './builtin-effects.ts';
import type { Declarations } from './declarations.ts';
import { checkGate } from './infer.ts';
import { NO_NARROWING, narrow } from './narrowing.ts';
import { checkParams } from './params.ts';
import type { Program } from './program.ts';
import type { Report } from './report.ts';
import { type Binding, inPosition, type Scope, withNarrowing } from './scope.ts';
import { checkFlowBody, checkStatements } from './statements.ts';
import { readType } from './type-table.ts';
import { statements } from './walk.ts';

/** The parameters of an action or flow with their types. */
export function bindParams(
  params: readonly Param[],
  declared: Declarations,
  report: Report,
): ReadonlyMap<string, Binding> {
  const bound = new Map<string, Binding>();
  for (const { name, type } of params) {
    const binding: Binding = {
      kind: 'param',
      type: readType(type, declared.types, report),
      maybeNull: null,
      declared: name.span,
    };
    if (!bound.has(name.text)) bound.set(name.text, binding);
  }
  return bound;
}

/** Checks parameters, gates and statements of an action. */
export function checkAction(action: ActionDecl, program: Program, report: Report): void {
  checkParams(action, program, report);
  const scope = scopeOf(program, bindParams(action.params, program.declared, report), false);
  const { available, dispatchable } = action;
  let gated = scope.narrowing;
  if (available !== null) {
    checkGate(available, inPosition(scope, 'available'), report);
    gated = narrow(gated, available, true);
  }
  if (dispatchable !== null) {
    checkGate(dispatchable, withNarrowing(inPosition(scope, 'dispatchable'), gated), report);
    gated = narrow(gated, dispatchable, true);
  }
  // Gates are not looked at again when a pass is repeated after an effect, so what they say may be over by then.
  const narrowing = hasHostEffect(action) ? NO_NARROWING : gated;
  checkStatements(action.body, { program, report, isGuarded: false }, withNarrowing(scope, narrowing));
}

/** Checks parameters and statements of a flow, whether it is included or not. */
export function checkFlow(flow: FlowDecl, program: Program, report: Report): void {
  checkParams(flow, program, report);
  const scope = scopeOf(program, program.flowParams.get(flow) ?? new Map(), true);
  checkFlowBody(flow.body, { program, report, isGuarded: false }, scope);
}

function scopeOf(program: Program, params: ReadonlyMap<string, Binding>, inFlow: boolean): Scope {
  const { types, context } = program.declared;
  const { globals } = program;
  return {
    types,
    position: 'guard',
    inFlow,
    globals,
    params,
    context,
    item: null,
    narrowing: NO_NARROWING,
    inTransform: false,
  };
}

function hasHostEffect(action: ActionDecl): boolean {
  for (const stmt of statements(action.body)) {
    if (stmt.kind === 'effect' && !isBuiltinEffect(stmt.type.text)) return true;
  }
  return false;
}
