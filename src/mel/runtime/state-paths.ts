import type { Json } from '../schema/ir.ts';
import type { DomainTypes } from './types.ts';

type Root<D extends DomainTypes> = (keyof D['state'] | keyof D['computed']) & string;

/** A dotted path that begins with a state field or a computed value; `\` stands before a dot or `\` of a key. */
export type PathOf<D extends DomainTypes> = Root<D> | `${Root<D>}.${string}`;

/** What stands at a path; null where there is nothing. Of keys with escapes nothing is known but that it is JSON. */
export type ValueAt<D extends DomainTypes, P extends string> = P extends `${string}\\${string}`
  ? Json
  : P extends `${infer R}.${infer Rest}`
    ? Below<RootValue<D, R>, Rest>
    : RootValue<D, P>;

type RootValue<D extends DomainTypes, R extends string> = R extends keyof D['state']
  ? D['state'][R]
  : R extends keyof D['computed']
    ? D['computed'][R]
    : Json;

type Below<T, P extends string> = P extends `${infer K}.${infer Rest}` ? Below<PartOf<T, K>, Rest> : PartOf<T, P>;

/** Distributes over unions; what may be absent is null. */
type PartOf<T, K extends string> = T extends readonly (infer E)[]
  ? E | null
  : T extends object
    ? K extends keyof T
      ? undefined extends T[K]
        ? Exclude<T[K], undefined> | null
        : string extends keyof T
          ? T[K] | null
          : T[K]
      : null
    : null;
