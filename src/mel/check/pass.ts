import type { Span } from '../diagnostic.ts';
import type { ActionDecl, EffectStmt, FlowDecl, IncludeStmt, OnceStmt, Stmt } from '../syntax/ast.ts';
import type { AccessPath } from './access-path.ts';
import { isBuiltinEffect } from './builtin-effects.ts';
import { flowFacts } from './flow-facts.ts';
import { type Influence, mayChange } from './influence.ts';
import { accessPath, pathText } from './paths.ts';
import type { Report } from './report.ts';
import { splitAfterEffect } from './split-block.ts';
import { StaleComputed, type Write } from './stale-computed.ts';
import { stmtExprs, touches, within } from './walk.ts';

/** How a list of statements is left: at its end, never (fail, stop), or at a host effect. */
type Exit = 'end' | 'never' | 'effect';

type Guard = Extract<Stmt, { readonly kind: 'when' | 'once' | 'onceIntent' }>;

interface Pass {
  readonly report: Report;
  readonly influence: Influence;
  readonly flows: ReadonlyMap<string, FlowDecl>;
  /** What may have been written in this pass before the statement that is looked at. */
  readonly writes: Write[];
  readonly stale: StaleComputed;
  readonly guards: { readonly guard: Guard; readonly writesBefore: number }[];
}

/** Warns of what one pass over an action runs into: code behind an effect, stale computed, fail behind a patch, markers. */
export function checkPass(
  action: ActionDecl,
  flows: ReadonlyMap<string, FlowDecl>,
  influence: Influence,
  report: Report,
): void {
  const writes: Write[] = [];
  walk(action.body, { report, influence, flows, writes, stale: new StaleComputed(influence, writes), guards: [] });
  checkMarkers(action.body, new Map(), report);
}

function walk(body: readonly Stmt[], pass: Pass): Exit {
  for (const [index, stmt] of body.entries()) {
    const exit = visit(stmt, pass);
    if (exit === 'end') continue;
    const next = body[index + 1];
    if (exit === 'effect' && next !== undefined) reportAfterEffect(next, pass);
    return exit;
  }
  return 'end';
}

function visit(stmt: Stmt, pass: Pass): Exit {
  if (pass.writes.length > 0) {
    for (const expr of stmtExprs(stmt)) {
      for (const inner of within(expr)) if (inner.kind === 'name') checkFresh(inner.name, inner, pass);
    }
  }
  switch (stmt.kind) {
    case 'when':
    case 'once':
    case 'onceIntent':
      return enter(stmt, pass);
    case 'include':
      visitInclude(stmt, pass);
      return 'end';
    case 'patch':
      pass.writes.push({ path: accessPath(stmt.target), stmt });
      return 'end';
    case 'effect':
      return visitEffect(stmt, pass);
    case 'fail':
      checkNoPatchBefore(stmt, pass);
      return 'never';
    case 'stop':
      return 'never';
  }
}

function enter(guard: Guard, pass: Pass): Exit {
  const writesBefore = pass.writes.length;
  pass.guards.push({ guard, writesBefore });
  if (guard.kind === 'once') pass.writes.push({ path: accessPath(guard.marker), stmt: guard });
  const exit = walk(guard.body, pass);
  pass.guards.pop();
  // Behind the guard only what a body wrote that was left at its end has happened in the same pass.
  if (exit !== 'end') {
    pass.writes.length = writesBefore;
    pass.stale.forget();
  }
  const isEntered = guard.kind !== 'when' && guard.condition === null && isInsideOnce(pass);
  return exit === 'effect' && isEntered ? 'effect' : 'end';
}

function isInsideOnce(pass: Pass): boolean {
  return pass.guards.some(({ guard }) => guard.kind !== 'when');
}

function visitEffect(stmt: EffectStmt, pass: Pass): Exit {
  const paths = stmt.args.flatMap((arg) => (arg.kind === 'path' ? [accessPath(arg.path)] : []));
  if (isBuiltinEffect(stmt.type.text)) {
    for (const path of paths) pass.writes.push({ path, stmt });
    return 'end';
  }
  if (!converges(paths, pass)) {
    report(
      pass,
      stmt,
      `nothing that \`${stmt.type.text}\` writes can end its guards, so it is requested again and again`,
    );
  }
  return 'effect';
}

function report(pass: Pass, stmt: EffectStmt, message: string): void {
  pass.report('W_NON_CONVERGING_EFFECT', stmt.keyword, message, {
    notes: [{ message: 'put it into `onceIntent`, or let a guard ask for what it writes' }],
  });
}

function converges(effectPaths: readonly AccessPath[], pass: Pass): boolean {
  const [outermost] = pass.guards;
  if (outermost === undefined || isInsideOnce(pass)) return true;
  const written = pass.writes.slice(outermost.writesBefore).map((write) => write.path);
  const paths = [...effectPaths, ...written];
  return pass.guards.some(({ guard }) => guard.kind === 'when' && mayChange(guard.condition, paths, pass.influence));
}

function checkFresh(name: string, at: { readonly span: Span }, pass: Pass): void {
  const write = pass.stale.behind(name);
  if (write === undefined) return;
  const message = `\`${name}\` is still what it was when the pass began; its input was written before`;
  pass.report('W_STALE_COMPUTED', at.span, message, { notes: [{ message: 'written here', span: write.stmt.span }] });
}

function visitInclude(stmt: IncludeStmt, pass: Pass): void {
  const flow = pass.flows.get(stmt.flow.text);
  if (flow === undefined || pass.writes.length === 0) return;
  const { canFail, computed } = flowFacts(flow, pass.flows, pass.influence);
  if (canFail) checkNoPatchBefore(stmt, pass);
  for (const name of computed) checkFresh(name, stmt.flow, pass);
}

function checkNoPatchBefore(stmt: Stmt, pass: Pass): void {
  const write = pass.writes.find(({ stmt: { kind } }) => kind !== 'once');
  if (write === undefined) return;
  pass.report('W_FAIL_AFTER_PATCH', stmt.keyword, 'what was patched before this fail stands; put checks first', {
    notes: [{ message: 'patched here', span: write.stmt.span }],
  });
}

function reportAfterEffect(next: Stmt, pass: Pass): void {
  const guard = pass.guards.at(-1)?.guard;
  if (guard === undefined) return;
  const message = isInsideOnce(pass)
    ? 'this never runs: the effect ends the pass, and the next pass skips the block'
    : 'this never runs: each pass ends at the effect before it';
  pass.report('W_AFTER_EFFECT', next.span, message, { fixes: splitAfterEffect(guard, next) });
}

function checkMarkers(body: readonly Stmt[], markers: Map<string, OnceStmt>, report: Report): void {
  for (const stmt of body) {
    if (stmt.kind === 'once') {
      checkMarker(stmt, markers, report);
      reportMarkerWrites(stmt, accessPath(stmt.marker), stmt.body, report);
    }
    if ('body' in stmt) checkMarkers(stmt.body, markers, report);
  }
}

function checkMarker(stmt: OnceStmt, markers: Map<string, OnceStmt>, report: Report): void {
  const path = accessPath(stmt.marker);
  if (path.parts.includes(null)) return;
  const key = JSON.stringify([path.root, path.parts]);
  const first = markers.get(key);
  if (first === undefined) {
    markers.set(key, stmt);
    return;
  }
  const text = pathText(stmt.marker);
  report(
    'W_SHARED_MARKER',
    stmt.marker.span,
    `\`${text}\` marks another once block too: this one never runs after it`,
    {
      notes: [{ message: 'the other block', span: first.keyword }],
    },
  );
}

function reportMarkerWrites(once: OnceStmt, marker: AccessPath, body: readonly Stmt[], report: Report): void {
  for (const stmt of body) {
    if ('body' in stmt) reportMarkerWrites(once, marker, stmt.body, report);
    const targets =
      stmt.kind === 'patch'
        ? [stmt.target]
        : stmt.kind === 'effect'
          ? stmt.args.flatMap((arg) => (arg.kind === 'path' ? [arg.path] : []))
          : [];
    for (const target of targets) {
      if (!touches(accessPath(target), marker)) continue;
      report(
        'W_MARKER_WRITTEN',
        target.span,
        `\`${pathText(once.marker)}\` marks the block around this; leave it alone`,
        {
          notes: [{ message: 'the block', span: once.keyword }],
        },
      );
    }
  }
}
