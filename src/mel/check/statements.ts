import type { FailStmt, FlowDecl, IncludeStmt, OnceStmt, Stmt, StopStmt } from '../syntax/ast.ts';
import type { AccessPath } from './access-path.ts';
import { checkEffect } from './effects.ts';
import { checkCondition, inferExpr } from './infer.ts';
import { narrow } from './narrowing.ts';
import { checkPatch } from './patches.ts';
import { accessPath, checkPath } from './paths.ts';
import type { Program } from './program.ts';
import { type Report, wrap } from './report.ts';
import { inPosition, type Scope, withNarrowing } from './scope.ts';
import { Shrinking, withoutPrefix } from './shrinking.ts';
import { suggest, suggestion, useInstead } from './suggest.ts';
import { alternatives, isNullType } from './type.ts';

/** Where statements stand. */
export interface Place {
  readonly program: Program;
  readonly report: Report;
  /** Inside `when`, `once` or `onceIntent`. */
  readonly isGuarded: boolean;
}

/** Checks the statements of an action from top to bottom; gives the paths they may write. */
export function checkStatements(body: readonly Stmt[], place: Place, scope: Scope): readonly AccessPath[] {
  const written: AccessPath[] = [];
  const known = new Shrinking(scope.narrowing);
  for (const stmt of body) {
    const paths = checkStatement(stmt, place, withNarrowing(scope, known.narrowing));
    for (const path of paths) {
      written.push(path);
      known.forget(path);
    }
  }
  return written;
}

function checkStatement(stmt: Stmt, place: Place, scope: Scope): readonly AccessPath[] {
  const { report, isGuarded } = place;
  const inside: Place = { ...place, isGuarded: true };
  switch (stmt.kind) {
    case 'when':
      checkCondition(stmt.condition, inPosition(scope, 'guard'), report);
      return checkStatements(stmt.body, inside, narrowed(scope, stmt.condition));
    case 'onceIntent':
      if (stmt.condition === null) return checkStatements(stmt.body, inside, scope);
      checkCondition(stmt.condition, inPosition(scope, 'guard'), report);
      return checkStatements(stmt.body, inside, narrowed(scope, stmt.condition));
    case 'once':
      return checkOnce(stmt, inside, scope);
    case 'include':
      if (isGuarded) {
        report('E016', stmt.keyword, 'an include stands at the top level of an action or flow, not inside a guard');
      }
      checkInclude(stmt, place, scope);
      return [];
    case 'patch':
      if (!isGuarded) report('E_UNGUARDED_PATCH', stmt.keyword, ...unguarded('patch', stmt));
      checkPatch(stmt, scope, report);
      return [accessPath(stmt.target)];
    case 'effect':
      if (!isGuarded) report('E_UNGUARDED_EFFECT', stmt.keyword, ...unguarded('effect', stmt));
      return checkEffect(stmt, scope, report);
    case 'fail':
      if (!isGuarded) report('E006', stmt.keyword, ...unguarded('fail', stmt));
      checkFail(stmt, scope, report);
      return [];
    case 'stop':
      if (!isGuarded) report('E007', stmt.keyword, ...unguarded('stop', stmt));
      checkStop(stmt, report);
      return [];
  }
}

function unguarded(word: string, stmt: Stmt): [string, { readonly fixes: readonly ReturnType<typeof wrap>[] }] {
  const message = `\`${word}\` stands outside a guard; it belongs in \`when\`, \`once\` or \`onceIntent\``;
  const inWhen = wrap('Wrap in `when true { }`', stmt.span, 'when true { ', ' }');
  if (stmt.kind !== 'patch' && stmt.kind !== 'effect') return [message, { fixes: [inWhen] }];
  const inOnce = wrap('Wrap in `onceIntent { }`', stmt.span, 'onceIntent { ', ' }');
  // A pass that ends at an effect is repeated, and would enter `when true` again.
  return [message, { fixes: stmt.kind === 'effect' ? [inOnce, inWhen] : [inWhen, inOnce] }];
}

function narrowed(scope: Scope, condition: Parameters<typeof narrow>[1]): Scope {
  return withNarrowing(scope, narrow(scope.narrowing, condition, true));
}

function checkOnce(stmt: OnceStmt, inside: Place, scope: Scope): readonly AccessPath[] {
  const { report } = inside;
  const { type } = checkPath(stmt.marker, scope, report);
  const members = alternatives(type, scope.types);
  const isMarker =
    members.some((member) => member.kind === 'unknown') ||
    (members.some(isString) && members.every((member) => isString(member) || isNullType(member)));
  if (!isMarker) {
    report(
      'E_MARKER_TYPE',
      stmt.marker.span,
      'a once marker is of type `string | null` or `string`: it holds an intent id',
    );
  }
  const marker = accessPath(stmt.marker);
  if (stmt.condition !== null) checkCondition(stmt.condition, inPosition(scope, 'guard'), report);
  const known = stmt.condition === null ? scope : narrowed(scope, stmt.condition);
  const body = withNarrowing(known, withoutPrefix(known.narrowing, marker));
  return [marker, ...checkStatements(stmt.body, inside, body)];
}

function isString(type: ReturnType<typeof alternatives>[number]): boolean {
  return type.kind === 'primitive' && type.type === 'string';
}

function checkInclude(stmt: IncludeStmt, { program, report }: Place, scope: Scope): void {
  const { declared, flowParams } = program;
  const flow = declared.flowByName.get(stmt.flow.text);
  if (flow === undefined) reportNoFlow(stmt, program, report);
  else if (flow.params.length !== stmt.args.length) reportCount(stmt, flow, report);
  const params = flow === undefined ? undefined : flowParams.get(flow);
  const position: Scope = inPosition(scope, 'includeArg');
  for (const [index, arg] of stmt.args.entries()) {
    const param = flow?.params.length === stmt.args.length ? flow.params[index]?.name : undefined;
    const type = param === undefined ? undefined : params?.get(param.text)?.type;
    if (param === undefined || type === undefined) {
      inferExpr(arg, position, report);
      continue;
    }
    const place = `parameter \`${param.text}\` of \`${stmt.flow.text}\``;
    const notes = [{ message: `\`${param.text}\` is declared here`, span: param.span }];
    inferExpr(arg, position, report, { type, code: 'E024', place, notes });
  }
}

function reportNoFlow(stmt: IncludeStmt, { declared }: Program, report: Report): void {
  const { text, span } = stmt.flow;
  const isAction = declared.actions.some((action) => action.name.text === text);
  const close = suggest(text, declared.flowByName.keys(), declared.types);
  const message = isAction ? `\`${text}\` is an action, not a flow` : `there is no flow \`${text}\``;
  report('E015', span, message + suggestion(close), useInstead(close, span));
}

function reportCount(stmt: IncludeStmt, flow: FlowDecl, report: Report): void {
  const wanted = flow.params.length;
  const message = `flow \`${stmt.flow.text}\` takes ${wanted} argument${wanted === 1 ? '' : 's'}, not ${stmt.args.length}`;
  report('E023', stmt.flow.span, message, { notes: [{ message: 'declared here', span: flow.name.span }] });
}

function checkFail(stmt: FailStmt, scope: Scope, report: Report): void {
  if (stmt.code.value === '') report('E_ARG_FORM', stmt.code.span, 'the code of a fail cannot be empty');
  if (stmt.message !== null) inferExpr(stmt.message, inPosition(scope, 'failMessage'), report);
}

const WAITING = /\b(await(ing)?|wait(ing)?|pending)\b/i;

function checkStop(stmt: StopStmt, report: Report): void {
  if (!WAITING.test(stmt.reason.value)) return;
  report('E008', stmt.keyword, `\`stop\` ends the intent for good; "${stmt.reason.value}" reads like waiting`);
}

const FLOW_STATEMENTS = {
  once: ['E017', 'a flow holds guards that refuse, not `once`'],
  onceIntent: ['E018', 'a flow holds guards that refuse, not `onceIntent`'],
  patch: ['E019', 'a flow writes nothing: put the patch into the action'],
  effect: ['E020', 'a flow has no effects: put the effect into the action'],
} as const;

/** Checks the statements of a flow: `when` and `include`, inside `when` also `fail` and `stop`. */
export function checkFlowBody(body: readonly Stmt[], place: Place, scope: Scope): void {
  const { report, isGuarded } = place;
  for (const stmt of body) {
    switch (stmt.kind) {
      case 'when':
        checkCondition(stmt.condition, inPosition(scope, 'guard'), report);
        checkFlowBody(stmt.body, { ...place, isGuarded: true }, narrowed(scope, stmt.condition));
        break;
      case 'once':
      case 'onceIntent':
      case 'patch':
      case 'effect':
        report(FLOW_STATEMENTS[stmt.kind][0], stmt.keyword, FLOW_STATEMENTS[stmt.kind][1]);
        break;
      case 'include':
        if (isGuarded) report('E016', stmt.keyword, 'an include stands at the top level of a flow, not inside a guard');
        checkInclude(stmt, place, scope);
        break;
      case 'fail':
        if (!isGuarded) report('MEL_PARSER', stmt.keyword, '`fail` in a flow stands inside `when`');
        checkFail(stmt, scope, report);
        break;
      case 'stop':
        if (!isGuarded) report('MEL_PARSER', stmt.keyword, '`stop` in a flow stands inside `when`');
        checkStop(stmt, report);
        break;
    }
  }
}
