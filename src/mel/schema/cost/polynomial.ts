/** A quantity that is known only with a snapshot, e.g. `|items|`. */
export interface Quantity {
  /** How it is written; equal texts are equal quantities. */
  readonly text: string;
  readonly measure: Measure;
}

/** What a quantity is at a given moment. */
export type Measure = (values: Values) => number;

/** What quantities are measured on. */
export interface Values {
  readonly state: { readonly [name: string]: unknown };
  readonly computed: { readonly [name: string]: unknown };
  readonly input?: unknown;
  readonly context?: unknown;
  readonly intentId?: string;
  /** Default: the intent id. */
  readonly seed?: string;
}

interface Term {
  readonly factor: number;
  readonly quantities: readonly Quantity[];
}

/** A sum of products of quantities with factors from 0. By the product, written out. */
export type Polynomial = ReadonlyMap<string, Term>;

/** More terms than this are summed up as "without bound". */
const MAX_TERMS = 500;

export const ZERO: Polynomial = new Map();
export const ONE = constant(1);
/** Larger than could be stated. */
export const UNBOUNDED = constant(Number.POSITIVE_INFINITY);

export function constant(value: number): Polynomial {
  return value === 0 ? ZERO : new Map([['', { factor: value, quantities: [] }]]);
}

export function variable(quantity: Quantity): Polynomial {
  return new Map([[quantity.text, { factor: 1, quantities: [quantity] }]]);
}

export function sum(...parts: readonly Polynomial[]): Polynomial {
  return sumOf(parts);
}

/** The sum of a list, which may be too long to be arguments. */
export function sumOf(parts: readonly Polynomial[]): Polynomial {
  return parts.every((part) => part.size === 0) ? ZERO : combined(parts, (a, b) => a + b);
}

/** No less than any of them: the larger factor for each product. */
export function largest(...parts: readonly Polynomial[]): Polynomial {
  return largestOf(parts);
}

/** The largest of a list, which may be too long to be arguments. */
export function largestOf(parts: readonly Polynomial[]): Polynomial {
  return combined(parts, Math.max);
}

function combined(parts: readonly Polynomial[], join: (a: number, b: number) => number): Polynomial {
  const terms = new Map<string, Term>();
  for (const part of parts) {
    for (const [key, term] of part) {
      const known = terms.get(key);
      terms.set(key, known === undefined ? term : { ...known, factor: join(known.factor, term.factor) });
    }
  }
  return terms.size > MAX_TERMS ? UNBOUNDED : terms;
}

export function product(a: Polynomial, b: Polynomial): Polynomial {
  const terms = new Map<string, Term>();
  for (const left of a.values()) {
    for (const right of b.values()) {
      const quantities = [...left.quantities, ...right.quantities].sort(outerFirst);
      const key = quantities.map(({ text }) => text).join(' * ');
      const factor = left.factor * right.factor + (terms.get(key)?.factor ?? 0);
      terms.set(key, { factor, quantities });
      if (terms.size > MAX_TERMS) return UNBOUNDED;
    }
  }
  return terms;
}

/** A path before what lies below it. */
function outerFirst(a: Quantity, b: Quantity): number {
  return a.text.slice(0, -1) < b.text.slice(0, -1) ? -1 : 1;
}

/** The base-2 logarithm, rounded up, of one more than a polynomial. */
export function logarithm(of: Polynomial): Polynomial {
  const measure: Measure = (values) => Math.ceil(Math.log2(valueAt(of, values) + 1));
  return variable({ text: `log(${polynomialText(of)})`, measure });
}

/** The value for given quantities; infinite where no bound could be stated. */
export function valueAt(polynomial: Polynomial, values: Values): number {
  let total = 0;
  for (const { factor, quantities } of polynomial.values()) {
    let value = factor;
    for (const { measure } of quantities) value = value === 0 ? 0 : value * measure(values);
    if (!Number.isNaN(value)) total += value;
  }
  return total;
}

/** E.g. `2 + 2 * |items| + 3 * |items| * |tags|`: products of few quantities first. */
export function polynomialText(polynomial: Polynomial): string {
  const terms = [...polynomial].sort(
    ([a, left], [b, right]) => left.quantities.length - right.quantities.length || (a < b ? -1 : 1),
  );
  if (terms.length === 0) return '0';
  return terms
    .map(([key, { factor }]) => {
      if (factor === Number.POSITIVE_INFINITY) return 'without bound';
      if (key === '') return String(factor);
      return factor === 1 ? key : `${factor} * ${key}`;
    })
    .join(' + ');
}
