import type { Draws } from '../../support/draws.ts';
import { PRODUCTIONS } from '../expressions/productions.ts';
import { DECLARATIONS, type Ty } from '../expressions/vocabulary.ts';
import { type Production, Writer } from '../expressions/writer.ts';
import { StatementWriter } from './statement-writer.ts';
import { TOP } from './statements.ts';

type Names = ReadonlyMap<Ty, readonly string[]>;

/** State that only statements write. */
const MORE_STATE = `
  state {
    mark: string | null = null
    marks: { a: string | null } = { a: null }
    left: Array<Item> = []
    groups: Record<string, Array<Item>> = {}
    pairs: Array<{ key: string, value: number }> = []
  }`;

const COMPUTED_TYPES: readonly Ty[] = ['number', 'string', 'boolean', 'numbers', 'items', 'item?', 'record', 'any'];

const DOLLARS: Names = new Map<Ty, readonly string[]>([
  ['number', ['$input.p', '$context.limit', '$runtime.time.timestamp']],
  ['string', ['$runtime.intent.id', '$runtime.intent.action', '$runtime.time.iso', '$runtime.random.seed']],
  ['string?', ['$input.q', '$context.region']],
]);

const PARAMETERS: Names = new Map<Ty, readonly string[]>([
  ['number', ['p']],
  ['string?', ['q']],
  ['numbers', ['list']],
]);

/** Actions of every drawn domain. */
export const ACTIONS = ['a0', 'a1', 'a2', 'a3'] as const;

function joined(...all: readonly Names[]): Names {
  const names = new Map<Ty, readonly string[]>();
  for (const map of all) for (const [ty, list] of map) names.set(ty, [...(names.get(ty) ?? []), ...list]);
  return names;
}

/** Draws whole domains: computed values, flows, and actions with gates and statements of all kinds. */
export class DomainSources {
  readonly #draws: Draws;
  readonly #uses = new Map<Production, number>();

  constructor(draws: Draws) {
    this.#draws = draws;
  }

  next(): string {
    const draws = this.#draws;
    const computed = new Map<Ty, string[]>();
    const lines = COMPUTED_TYPES.map((ty, i) => {
      const text = this.#expression('computed', computed, ty);
      computed.set(ty, [...(computed.get(ty) ?? []), `r${i}`]);
      return `computed r${i} = ${text}`;
    });
    const actions = ACTIONS.map((name) => this.#action(name, computed));
    const flow = (params: Names) => new StatementWriter(draws, this.#uses, joined(computed, params));
    const inCheck = flow(
      new Map<Ty, readonly string[]>([
        ['number', ['fp']],
        ['string?', ['fq']],
      ]),
    );
    const inBoth = flow(new Map([['number', ['gp']]]));
    return `domain V {${DECLARATIONS}${MORE_STATE}
  ${lines.join('\n  ')}
  flow check(fp: number, fq: string | null) {
    when ${inCheck.value('boolean')} { when ${inCheck.value('boolean')} { fail "CHECK" with ${inCheck.value('string')} } }
    when ${inCheck.value('boolean')} { ${draws.pick(['stop "checked"', 'fail "SECOND"'])} }
  }
  flow both(gp: number) {
    include check(${inBoth.value('number')}, ${inBoth.value('string?')})
    when ${inBoth.value('boolean')} { fail "BOTH" with gp }
  }
  ${actions.join('\n  ')}
}`;
  }

  #action(name: string, computed: Names): string {
    const draws = this.#draws;
    const available = draws.chance(0.3)
      ? ` available when (${this.#expression('effect', computed, 'boolean')} || n < 3)`
      : '';
    const withParams = joined(computed, PARAMETERS);
    const dispatchable = draws.chance(0.3)
      ? ` dispatchable when (${this.#expression('effect', withParams, 'boolean')} || p < 2)`
      : '';
    const writer = new StatementWriter(draws, this.#uses, joined(withParams, DOLLARS));
    const body = draws.many(1, 4, () => draws.pick(TOP)(writer));
    return `action ${name}(p: number, q: string | null, list: Array<number>)${available}${dispatchable} {
    ${body.join('\n    ')}
  }`;
  }

  #expression(place: 'computed' | 'effect', names: Names, ty: Ty): string {
    return new Writer(PRODUCTIONS, this.#uses, this.#draws, place, names).root(this.#draws.below(4), ty).text;
  }
}
