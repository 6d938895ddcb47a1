import { appendAll } from '../../base/append-all.ts';
import type { TypeDef } from './ir.ts';

/** The alternatives of a type, references and unions opened; a type that is also itself adds nothing. */
export function alternativesOf(
  type: TypeDef,
  types: { readonly [name: string]: { readonly definition: TypeDef } },
): readonly TypeDef[] {
  if (type.kind !== 'union' && type.kind !== 'ref') return [type];
  const found: TypeDef[] = [];
  const opened = new Set<string>();
  const waiting: TypeDef[] = [type];
  for (let next: TypeDef | undefined = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === 'union') {
      appendAll(waiting, [...next.types].reverse());
    } else if (next.kind === 'ref') {
      const definition = Object.hasOwn(types, next.name) ? types[next.name]?.definition : undefined;
      if (definition !== undefined && !opened.has(next.name)) waiting.push(definition);
      opened.add(next.name);
    } else {
      found.push(next);
    }
  }
  return found;
}
