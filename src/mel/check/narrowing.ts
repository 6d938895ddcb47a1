import type { Expr } from '../syntax/ast.ts';
import type { Type, TypeTable } from './type.ts';

/** A part of a path: a property or literal string index by name, a literal number index. null matches any (a dynamic index). */
export type PathPart = string | number | null;

/** `root` is the bare name of state, computed or parameter, `$context.f` as `$context` with part f, or `$item`. */
export interface AccessPath {
  readonly root: string;
  readonly parts: readonly PathPart[];
}

/** What a condition says about one path. */
export type Fact =
  | { readonly kind: 'null'; readonly holds: boolean }
  | { readonly kind: 'equals'; readonly value: string | number | boolean; readonly holds: boolean }
  /** On a union of object types: the field `name` equals `value`. */
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly value: string | number | boolean | null;
      readonly holds: boolean;
    }
  | { readonly kind: 'nonZero' }
  | { readonly kind: 'any'; readonly of: readonly (readonly Fact[])[] };

/** Facts by path. Plain, never changed once handed out. */
export interface Narrowing {
  readonly facts: ReadonlyMap<string, { readonly path: AccessPath; readonly facts: readonly Fact[] }>;
}

export type Facts = readonly Fact[];
export type Refine = (type: Type, types: TypeTable) => Type;
export type PathOf = (expr: Expr) => AccessPath | null;

export const NO_NARROWING: Narrowing = { facts: new Map() };

/** `base` and what is known where `condition` is true (or false). */
export function narrow(base: Narrowing, condition: Expr, isTrue: boolean): Narrowing {
  void [condition, isTrue];
  return base;
}

/** What is still known after a write to `path`. */
export function withoutPrefix(base: Narrowing, path: AccessPath): Narrowing {
  void path;
  return base;
}
