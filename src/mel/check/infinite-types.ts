import { appendAll } from '../../base/append-all.ts';
import { circleText, shownInCircle } from '../schema/circle-text.ts';
import type { TypeDecl } from '../syntax/ast.ts';
import { findCycles } from './cycles.ts';
import type { Report } from './report.ts';
import type { Type, TypeTable } from './type.ts';

/** Reports E044 for types that no finite value can have, because they contain themselves on every path. */
export function reportInfiniteTypes(decls: readonly TypeDecl[], types: TypeTable, report: Report): void {
  const needs = new Map(decls.map(({ name }) => [name.text, needed(types.definition(name.text))]));
  const finite = finiteNames(decls, types, needs);
  const spans = new Map(decls.map(({ name }) => [name.text, name.span]));
  const infinite = [...needs.keys()].filter((name) => !finite.has(name));
  for (const cycle of findCycles(infinite, (name) => (needs.get(name) ?? []).filter((other) => !finite.has(other)))) {
    const [span, ...others] = shownInCircle(cycle).flatMap((name) => spans.get(name) ?? []);
    if (span === undefined) continue;
    const notes = others.map((at) => ({ message: 'through this type', span: at }));
    const message = `no value can have this type: it contains itself without end (${circleText(cycle)})`;
    report('E044', span, message, { notes });
  }
}

/** Names that a value has to be built of; null, optional fields, Array and Record end the need. */
function needed(type: Type | undefined): readonly string[] {
  if (type === undefined) return [];
  switch (type.kind) {
    case 'ref':
      return [type.name];
    case 'object':
      return [...type.fields.values()].flatMap((field) => (field.optional ? [] : needed(field.type)));
    case 'union':
      return type.types.flatMap(needed);
    default:
      return [];
  }
}

function finiteNames(
  decls: readonly TypeDecl[],
  types: TypeTable,
  needs: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const neededBy = new Map<string, string[]>();
  for (const [name, others] of needs) {
    for (const other of new Set(others)) {
      const users = neededBy.get(other);
      if (users === undefined) neededBy.set(other, [name]);
      else users.push(name);
    }
  }
  const finite = new Set<string>();
  const pending = decls.map(({ name }) => name.text);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (finite.has(name) || !hasFinite(types.definition(name), finite, types)) continue;
    finite.add(name);
    appendAll(pending, neededBy.get(name) ?? []);
  }
  return finite;
}

function hasFinite(type: Type | undefined, finite: ReadonlySet<string>, types: TypeTable): boolean {
  if (type === undefined) return true;
  switch (type.kind) {
    case 'ref':
      return finite.has(type.name) || types.definition(type.name) === undefined;
    case 'object':
      return [...type.fields.values()].every((field) => field.optional || hasFinite(field.type, finite, types));
    case 'union':
      return type.types.length === 0 || type.types.some((member) => hasFinite(member, finite, types));
    default:
      return true;
  }
}
