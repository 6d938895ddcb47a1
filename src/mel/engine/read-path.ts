import { splitPath } from '../schema/get-path.ts';

/** Counts what closures do. */
export interface Meter {
  /** Expressions evaluated and statements run. */
  steps: number;
}

/** Where an expression stands: what it may read. */
export interface Scope {
  readonly kind: 'computed' | 'gate' | 'input-gate' | 'action';
  readonly states: ReadonlySet<string>;
  readonly computeds: ReadonlySet<string>;
  readonly params: ReadonlySet<string>;
  readonly meter?: Meter;
}

/** What a `get` addresses; `rest`: properties below it. */
export type Read =
  | { readonly kind: 'state'; readonly name: string; readonly rest: readonly string[] }
  | { readonly kind: 'computed'; readonly name: string; readonly rest: readonly string[] }
  | { readonly kind: 'input'; readonly name: string; readonly rest: readonly string[] }
  | { readonly kind: 'context'; readonly rest: readonly string[] }
  | { readonly kind: 'runtime'; readonly path: string }
  | { readonly kind: 'item'; readonly level: number; readonly rest: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'illegal' };

const ITEM = /^(\^*)\$item$/;
const ILLEGAL: Read = { kind: 'illegal' };

/** Finds what a path addresses at a place with `depth` callbacks around it. */
export function resolveRead(path: string, scope: Scope, depth: number): Read {
  const [head = '', ...rest] = splitPath(path);
  const item = ITEM.exec(head);
  if (item !== null) {
    const level = depth - 1 - (item[1] ?? '').length;
    return level < 0 ? ILLEGAL : { kind: 'item', level, rest };
  }
  const takesInput = scope.kind === 'action' || scope.kind === 'input-gate';
  const [name = '', ...below] = rest;
  if ((head === 'input' || head === '$input') && takesInput && scope.params.has(name))
    return { kind: 'input', name, rest: below };
  if (head.startsWith('$')) {
    if (scope.kind !== 'action') return ILLEGAL;
    if (head === '$runtime') return { kind: 'runtime', path: rest.join('.') };
    return head === '$context' ? { kind: 'context', rest } : ILLEGAL;
  }
  if (scope.states.has(head)) return { kind: 'state', name: head, rest };
  if (scope.computeds.has(head)) return { kind: 'computed', name: head, rest };
  return head === 'input' && !takesInput ? ILLEGAL : { kind: 'none' };
}
