import { appendAll } from '../../base/append-all.ts';
import { circleText } from './circle-text.ts';
import type { Flow, Schema } from './ir.ts';
import type { ReportSchemaError } from './schema-error.ts';

/** V-004 and V-005: calls of unknown actions, and actions that call themselves. */
export function checkSchemaCalls(schema: Schema, report: ReportSchemaError): void {
  const calls = new Map(Object.entries(schema.actions).map(([name, { flow }]) => [name, callsOf(flow)]));
  for (const [name, called] of calls) {
    for (const callee of called) {
      if (!calls.has(callee)) report('V-004', `actions.${name}.flow`, `there is no action ${callee} to call`);
    }
  }
  const finished = new Set<string>();
  for (const name of calls.keys()) {
    const circle = circleFrom(name, calls, finished);
    if (circle !== null) report('V-005', `actions.${circle[0] ?? name}.flow`, `calls itself: ${circleText(circle)}`);
  }
}

function callsOf(root: Flow): ReadonlySet<string> {
  const called = new Set<string>();
  const waiting: Flow[] = [root];
  for (let flow = waiting.pop(); flow !== undefined; flow = waiting.pop()) {
    if (flow.kind === 'call') called.add(flow.flow);
    else if (flow.kind === 'seq') appendAll(waiting, [...flow.steps].reverse());
    else if (flow.kind === 'causalGuard') waiting.push(flow.body);
    else if (flow.kind === 'if') waiting.push(...(flow.else === undefined ? [] : [flow.else]), flow.then);
  }
  return called;
}

/** A circle that is reached from a name, by a walk in depth that visits each name once over all calls. */
function circleFrom(
  start: string,
  calls: ReadonlyMap<string, ReadonlySet<string>>,
  finished: Set<string>,
): readonly string[] | null {
  const trail: { readonly name: string; readonly rest: string[] }[] = [];
  const enter = (name: string) => trail.push({ name, rest: [...(calls.get(name) ?? [])] });
  if (!finished.has(start)) enter(start);
  let circle: readonly string[] | null = null;
  for (let top = trail.at(-1); top !== undefined; top = trail.at(-1)) {
    const next = top.rest.pop();
    if (next === undefined) {
      finished.add(top.name);
      trail.pop();
      continue;
    }
    const position = trail.findIndex(({ name }) => name === next);
    if (position >= 0) circle ??= trail.slice(position).map(({ name }) => name);
    else if (!finished.has(next)) enter(next);
  }
  return circle;
}
