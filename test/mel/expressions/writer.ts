import type { Draws } from '../../support/draws.ts';
import { NAMES, NUMBERS, TEXTS, type Ty } from './vocabulary.ts';

/** Where a generated expression stands. */
export type Place = 'computed' | 'effect' | 'patch';

/** One way to write an expression of a type. */
export type Production = (writer: Writer) => string;

export type Productions = { readonly [ty in Ty]: readonly Production[] };

/** Whether a production may stand at a place; others may everywhere. */
const ONLY = new WeakMap<Production, (writer: Writer) => boolean>();

export function onlyIf(may: (writer: Writer) => boolean, production: Production): Production {
  ONLY.set(production, may);
  return production;
}

/** A text of MEL with the value of a JSON text. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028');
}

/** Writes expressions of a given type; forms that came up least are preferred. */
export class Writer {
  readonly draws: Draws;
  readonly place: Place;
  readonly #productions: Productions;
  readonly #uses: Map<Production, number>;
  /** Types of the elements of the callbacks around, the innermost last. */
  #items: Ty[] = [];
  #depth = 0;
  /** Names beyond the vocabulary: parameters, earlier computed values. */
  readonly #more: ReadonlyMap<Ty, readonly string[]>;
  isInTransform = false;

  constructor(
    productions: Productions,
    uses: Map<Production, number>,
    draws: Draws,
    place: Place,
    more: ReadonlyMap<Ty, readonly string[]> = new Map(),
  ) {
    this.#productions = productions;
    this.#uses = uses;
    this.draws = draws;
    this.place = place;
    this.#more = more;
  }

  /** An expression at most `depth` forms deep, of a type; without one, of the type of a form that is rare. */
  root(depth: number, ty?: Ty): { readonly ty: Ty; readonly text: string } {
    this.#depth = depth;
    if (ty !== undefined) return { ty, text: this.e(ty) };
    const types = Object.keys(this.#productions) as Ty[];
    const known = types.flatMap((one) => this.#known(one).map((production) => ({ ty: one, production })));
    const rarest = this.#rarest(known, ({ production }) => production);
    return { ty: rarest.ty, text: this.#write(rarest.production) };
  }

  e(ty: Ty): string {
    if (this.#depth <= 0 || this.draws.chance(0.12)) return this.leaf(ty);
    return this.#write(this.#rarest(this.#known(ty), (production) => production));
  }

  #known(ty: Ty): readonly Production[] {
    return this.#productions[ty].filter((production) => ONLY.get(production)?.(this) ?? true);
  }

  /** Of some that are drawn the one whose form came up least. */
  #rarest<T>(known: readonly T[], formOf: (one: T) => Production): T {
    const uses = (one: T) => this.#uses.get(formOf(one)) ?? 0;
    return this.draws.many(12, 12, () => this.draws.pick(known)).reduce((a, b) => (uses(b) < uses(a) ? b : a));
  }

  #write(production: Production): string {
    this.#uses.set(production, (this.#uses.get(production) ?? 0) + 1);
    this.#depth -= 1;
    const text = production(this);
    this.#depth += 1;
    return text;
  }

  /** Several expressions of one type, joined by commas. */
  list(ty: Ty, least: number, most: number): string {
    return this.draws.many(least, most, () => this.e(ty)).join(', ');
  }

  /** What `write` gives with `$item` as an element of that type. */
  over(item: Ty, write: () => string): string {
    this.#items.push(item);
    const text = write();
    this.#items.pop();
    return text;
  }

  /** Inside an updateById or removeById. */
  inTransform(write: () => string): string {
    this.isInTransform = true;
    const text = write();
    this.isInTransform = false;
    return text;
  }

  leaf(ty: Ty): string {
    const item = this.#items.at(-1);
    if (item !== undefined && this.draws.chance(0.5)) {
      const read = itemRead(item, ty, this.draws);
      if (read !== null) return read;
    }
    // Read by a key that is no literal, so that no condition narrows it.
    if (this.draws.chance(0.04) && ty !== 'sureItem' && ty !== 'items' && ty !== 'item') return 'open[lib]';
    const more = this.#more.get(ty) ?? [];
    if (more.length > 0 && this.draws.chance(0.3)) return this.draws.pick(more);
    const literal = this.draws.chance(0.4) ? literalOf(ty, this.draws) : null;
    return literal ?? this.draws.pick(NAMES[ty]);
  }
}

function literalOf(ty: Ty, draws: Draws): string | null {
  switch (ty) {
    case 'number':
    case 'number?':
      return String(draws.pick(NUMBERS));
    case 'string':
    case 'string?':
      return quoted(draws.pick(TEXTS));
    case 'boolean':
      return draws.pick(['true', 'false']);
    case 'numbers':
      return draws.pick(['[]', '[1, 2, 2]', '[0.5, -1]']);
    case 'strings':
      return draws.pick(['[]', '["a", "b"]', '["id", "n"]']);
    case 'item?':
      return 'null';
    default:
      return null;
  }
}

function itemRead(item: Ty, ty: Ty, draws: Draws): string | null {
  if (item === ty || ty === 'any') return '$item';
  if (item === 'number' && ty === 'number?') return '$item';
  if (item === 'string' && ty === 'string?') return '$item';
  if (item !== 'item') return null;
  switch (ty) {
    case 'number':
      return '$item.n';
    case 'string':
      return '$item.id';
    case 'boolean':
      return '$item.flag';
    case 'string?':
      return '$item.tag';
    case 'number?':
      return draws.pick(['$item.n', '$item.more.n']);
    case 'sureItem':
    case 'item?':
      return '$item';
    default:
      return null;
  }
}
