import type { Found } from './found.ts';
import type { ScanEntries } from './scan-entries.ts';
import { CHUNK_ROWS, CONFIDENCE_STEPS, type ScanMemory } from './scan-memory.ts';
import { placeQuery, placeTables, type ScanQuery, type SignScale } from './scan-query.ts';
import type { RowSpan } from './scan-rows.ts';
import { compareHits, type Hit, type SearchOptions, type SearchResult } from './vector-index.ts';

/** Standard deviations that a cosine told by signs may lie off before an entry is missed: once in three million. */
const SIGN_MARGIN = 5;
/** What the signs of a vector leave open of it, over what they tell: 0.75 for most, hardly ever more than this. */
const SIGN_REST = 0.85;
/** A rise of a threshold that is worth telling the kernel. */
const NOTABLE = 0.004;
/** More than what rounding to 32 bits adds up to, for unit vectors. */
const ROUNDING = 3e-6;

/** A kind whose entries are candidates, and the list that they compete in. */
interface OpenKind {
  readonly kind: number;
  readonly lane: number;
}

/** One search of a scan. `number` is its own among those of the scan, from 1. */
export class ScanSearch {
  readonly #entries: ScanEntries;
  readonly #memory: ScanMemory;
  readonly #options: SearchOptions;
  readonly #number: number;
  readonly #open: readonly OpenKind[];
  readonly #laneOf = new Map<number, number>();
  readonly #candidates: number;
  readonly #found: Found;
  /** Whether all entries that reach the floor are counted, which takes a look at all. */
  readonly #isCounting: boolean;
  /** The least that signs have to tell of any row of the lane. */
  #leastNeed = Number.NEGATIVE_INFINITY;

  constructor(entries: ScanEntries, options: SearchOptions, number: number, found: Found) {
    this.#entries = entries;
    this.#memory = entries.rows.memory;
    this.#options = options;
    this.#number = number;
    this.#isCounting = !entries.rows.hasSigns;
    const open: OpenKind[] = [];
    let candidates = 0;
    for (const { number: kind, group, entries: count } of entries.kinds.used()) {
      const lane = options.lane(group);
      if (lane === null) continue;
      open.push({ kind, lane });
      this.#laneOf.set(kind, lane);
      candidates += count;
    }
    this.#open = open.sort((a, b) => a.lane - b.lane);
    this.#candidates = candidates;
    this.#found = found;
    found.begin((this.#open.at(-1)?.lane ?? -1) + 1, options.limit);
  }

  result(query: Float32Array): SearchResult {
    if (this.#candidates > 0) this.#scan(query);
    const lanes = this.#settle(query);
    const belowFloor = this.#isCounting ? this.#candidates - this.#countAbove() : null;
    return { lanes, candidates: this.#candidates, belowFloor };
  }

  #scan(query: Float32Array): void {
    const { rows } = this.#entries;
    const signs = rows.hasSigns ? placeTables(this.#memory, rows.rotation, query) : null;
    const placed = placeQuery(this.#memory, query);
    for (const { kind, lane } of this.#open) {
      let needed: number | undefined;
      for (let span = rows.span(kind, 0), n = 1; span !== null; span = rows.span(kind, n++)) {
        const threshold = this.#found.threshold(lane);
        if (signs !== null && (needed === undefined || threshold > needed + NOTABLE)) {
          this.#placeNeeds(threshold);
          needed = threshold;
        }
        const selected = this.#select(span, lane, signs, placed);
        if (selected > 0) this.#note(span.chunk, selected, lane);
      }
    }
  }

  /** Compares the rows of a chunk that are worth it, and selects those that may be among the best; their count. */
  #select({ chunk, rows }: RowSpan, lane: number, signs: SignScale | null, query: ScanQuery): number {
    const { places, kernel, width } = this.#memory;
    const { floor, mix } = this.#options;
    const { longest } = this.#entries.rows;
    const { unit, norm, missed } = query;
    const at = this.#memory.chunkAt(chunk);
    const list = signs === null ? places.all : places.list;
    const count = signs === null ? rows : this.#sieve(at, rows, signs);
    if (count === 0) return 0;
    const slack = missed * longest + ROUNDING * Math.max(1, longest * norm);
    // Where all are counted that reach the floor, none of them may be left out before.
    const threshold = this.#isCounting ? Number.NEGATIVE_INFINITY : this.#found.threshold(lane);
    const { dots, found } = places;
    return kernel.compare(at, list, count, places.query, width, dots, found, unit, norm, slack, floor, mix, threshold);
  }

  #sieve(at: number, rows: number, { unit, bias }: SignScale): number {
    const { places, kernel, width } = this.#memory;
    const { tables, sums, needs, list } = places;
    return kernel.sieve(at, rows, width, tables, sums, needs, list, unit, bias, this.#leastNeed);
  }

  #note(chunk: number, selected: number, lane: number): void {
    const { foundRows: rows, foundCosines: cosines } = this.#memory.views;
    const { floor, mix } = this.#options;
    for (let i = 0; i < selected * 3; i += 3) {
      const place = this.#entries.rows.entryOf(chunk * CHUNK_ROWS + (rows[i] ?? 0));
      const entry = this.#entries.at(place);
      if (entry === undefined) continue;
      const share = mix * entry.confidence;
      const least = cosines[i + 1] ?? 0;
      if (least >= floor) {
        entry.above = this.#number;
        this.#found.bound(lane, place, (1 - mix) * least + share);
      }
      this.#found.note(place, (1 - mix) * (cosines[i + 2] ?? 0) + share);
    }
  }

  /** Tells the kernel, by confidence, what signs have to tell of a row whose score has to reach a threshold. */
  #placeNeeds(threshold: number): void {
    const { needs } = this.#memory.views;
    const { floor, mix } = this.#options;
    this.#leastNeed = Number.POSITIVE_INFINITY;
    for (let step = 0; step <= CONFIDENCE_STEPS; step++) {
      const wanted = threshold - (mix * step) / CONFIDENCE_STEPS;
      const need = Math.fround(this.#signsNeeded(Math.max(floor, cosineFor(wanted, 1 - mix))));
      needs[step] = need;
      this.#leastNeed = Math.min(this.#leastNeed, need);
    }
  }

  /** The cosine that signs have to tell of a vector, where its own has to reach one. */
  #signsNeeded(cosine: number): number {
    const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
    return cosine - (SIGN_MARGIN * SIGN_REST * sine) / Math.sqrt(this.#memory.width - 1) - ROUNDING;
  }

  /** Compares with the floats what may be among the best, and what may lie on either side of the floor where all are counted. */
  #settle(query: Float32Array): readonly (readonly Hit[])[] {
    const { floor, mix, limit } = this.#options;
    const lanes: Hit[][] = [];
    for (let i = 0; i < this.#found.noted; i++) {
      const entry = this.#entries.at(this.#found.entryOf(i));
      if (entry === undefined || entry.compared === this.#number) continue;
      const lane = this.#laneOf.get(entry.kind) ?? 0;
      const isCounted = !this.#isCounting || entry.above === this.#number;
      if (isCounted && this.#found.mostOf(i) < this.#found.threshold(lane)) continue;
      entry.compared = this.#number;
      const { cosine, nearest } = this.#entries.similarity(entry, query);
      if (cosine < floor) continue;
      entry.above = this.#number;
      while (lanes.length <= lane) lanes.push([]);
      const { id, confidence } = entry;
      lanes[lane]?.push({ id, cosine, nearest, confidence, score: (1 - mix) * cosine + mix * confidence });
    }
    return lanes.map((hits) => hits.sort(compareHits).slice(0, limit));
  }

  /** How many of the noted entries reach the floor, each once. */
  #countAbove(): number {
    let above = 0;
    for (let i = 0; i < this.#found.noted; i++) {
      const entry = this.#entries.at(this.#found.entryOf(i));
      if (entry?.above !== this.#number) continue;
      entry.above = 0;
      above += 1;
    }
    return above;
  }
}

/** What a cosine has to be where its share `keep` of the score has to reach something. */
function cosineFor(wanted: number, keep: number): number {
  if (keep > 0) return wanted / keep;
  return wanted > ROUNDING ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}
