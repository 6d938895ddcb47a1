import type { Candidate } from './candidate.ts';
import { compareRules } from './rule-order.ts';

/**
 * The candidates that say different things: none that is constant, of those that are true of the same units the first in
 * order, no `USE` that a kept `PREFER` says from the other side, and of two `USE` that are the reverse of each other one.
 */
export function closure(candidates: readonly Candidate[], units: number): readonly Candidate[] {
  const varying = candidates.filter(({ applies, truth }) => truth.length > 0 && truth.length < applies.length);
  const ordered = varying.sort((a, b) => compareRules(a.rule, b.rule));
  const known = new UnitSets();
  const kept: Candidate[] = [];
  /** Sets of units of which a kept candidate is true that applies to all and stands for its reverse too. */
  const reversible = new Set<number>();
  const said = new Set<string>();
  for (const candidate of ordered) {
    const { applies, truth } = candidate;
    const { form } = candidate.rule;
    const set = known.numberOf(truth, () => candidate.truth);
    const name = `${known.numberOf(applies, () => candidate.applies)} ${set}`;
    if (said.has(name)) continue;
    said.add(name);
    const isOfAll = applies.length === units;
    const isReverse = (): boolean => {
      const reverse = () => complement(candidate.truth, candidate.applies);
      return reversible.has(known.numberOf(reverse(), reverse));
    };
    if (form === 'USE' && isOfAll && isReverse()) continue;
    kept.push(candidate);
    if ((form === 'USE' || form === 'PREFER') && isOfAll) reversible.add(set);
  }
  return kept;
}

/** Members of `all` that are not in `part`; both ascending. */
function complement(part: Int32Array, all: Int32Array): Int32Array {
  const rest = new Int32Array(all.length - part.length);
  let taken = 0;
  let next = 0;
  for (const unit of all) {
    if (part[next] === unit) next++;
    else rest[taken++] = unit;
  }
  return rest;
}

/** Gives equal lists of units one number. Lists are not kept: they are asked for again where two may be equal. */
class UnitSets {
  readonly #buckets = new Map<number, { readonly again: () => Int32Array; readonly number: number }[]>();
  readonly #known = new WeakMap<Int32Array, number>();
  #size = 0;

  numberOf(units: Int32Array, again: () => Int32Array): number {
    const known = this.#known.get(units);
    if (known !== undefined) return known;
    const hash = hashOf(units);
    const bucket = this.#buckets.get(hash) ?? [];
    this.#buckets.set(hash, bucket);
    const same = bucket.find((one) => isSame(one.again(), units));
    const number = same?.number ?? this.#size++;
    if (same === undefined) bucket.push({ again, number });
    this.#known.set(units, number);
    return number;
  }
}

function hashOf(units: Int32Array): number {
  let hash = units.length;
  for (const unit of units) hash = (Math.imul(hash ^ unit, 0x9e3779b1) ^ (hash >>> 15)) | 0;
  return hash;
}

function isSame(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((unit, index) => unit === b[index]);
}
