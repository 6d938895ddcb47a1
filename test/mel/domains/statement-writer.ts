import type { Draws } from '../../support/draws.ts';
import { PRODUCTIONS } from '../expressions/productions.ts';
import type { Ty } from '../expressions/vocabulary.ts';
import { type Place, type Production, Writer } from '../expressions/writer.ts';
import { INNER } from './statements.ts';

/** Writes statements and the expressions in them. */
export class StatementWriter {
  readonly draws: Draws;
  readonly #uses: Map<Production, number>;
  /** Names beyond state by what they hold. */
  readonly #names: ReadonlyMap<Ty, readonly string[]>;
  #depth = 0;

  constructor(draws: Draws, uses: Map<Production, number>, names: ReadonlyMap<Ty, readonly string[]>) {
    this.draws = draws;
    this.#uses = uses;
    this.#names = names;
  }

  value(ty: Ty): string {
    return this.#expression('effect', ty, this.draws.below(4));
  }

  /** The value of a patch of the items, where transforms by id may stand. */
  items(): string {
    return this.#expression('patch', 'items', this.draws.below(4));
  }

  /** An expression over each element. */
  each(item: Ty, ty: Ty): string {
    const writer = this.#writer('effect');
    return writer.over(item, () => writer.root(this.draws.below(3), ty).text);
  }

  scalar(): Ty {
    return this.draws.pick<Ty>(['number', 'string', 'boolean', 'string?', 'number?']);
  }

  index(): string {
    return this.draws.pick([
      '0',
      '1',
      'n',
      'len(xs)',
      'len(items)',
      '(len(xs) - 1)',
      'K0',
      'indexOf(s, lib)',
      'min(len(items), 1)',
    ]);
  }

  key(): string {
    return this.draws.pick(['s', 'lib', '"a"', 'it.id', 'concat(s, lib)', 'toString(n)', 'first(ws)', 'lower("B")']);
  }

  block(): string {
    this.#depth += 1;
    const least = this.#depth > 3 ? 0 : 1;
    const text = this.draws.many(least, this.#depth > 3 ? 0 : 3, () => this.draws.pick(INNER)(this)).join(' ');
    this.#depth -= 1;
    return text;
  }

  #writer(place: Place): Writer {
    return new Writer(PRODUCTIONS, this.#uses, this.draws, place, this.#names);
  }

  #expression(place: Place, ty: Ty, depth: number): string {
    return this.#writer(place).root(depth, ty).text;
  }
}
