import { checkComputed } from '../../../src/mel/check/computed.ts';
import { declare } from '../../../src/mel/check/declarations.ts';
import { silent } from '../../../src/mel/check/report.ts';
import { parse } from '../../../src/mel/syntax/parse.ts';
import type { Shape } from '../member-of.ts';

/** The types that the checker infers for the computed values of a source, and what its type names stand for. */
export function checkedTypes(source: string): {
  readonly computed: ReadonlyMap<string, Shape>;
  readonly resolve: (name: string) => Shape | undefined;
} {
  const { domain } = parse(source);
  if (domain === null) throw new TypeError(`no domain:\n${source}`);
  const declared = declare(domain, silent);
  const bindings = checkComputed(declared, silent);
  const computed = new Map([...bindings].map(([name, { type }]): readonly [string, Shape] => [name, type]));
  return { computed, resolve: (name) => declared.types.definition(name) };
}
