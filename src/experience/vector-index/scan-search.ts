import { PraxisError } from '../../base/errors.ts';
import { similarityOf } from './cosine.ts';
import { Found } from './found.ts';
import type { ScanEntries, ScanEntry } from './scan-entries.ts';
import { CHUNK_ROWS, CONFIDENCE_STEPS, MOST_KINDS, MOST_LANES, type ScanMemory } from './scan-memory.ts';
import { placeQuery, placeTables, type ScanQuery, type SignScale } from './scan-query.ts';
import { compareHits, type Hit, type SearchOptions, type SearchResult } from './vector-index.ts';

/** Standard deviations that a cosine told by signs may lie off before an entry is missed: once in three million. */
const SIGN_MARGIN = 5;
/** What the signs of a vector leave open of it, over what they tell: 0.75 for most, hardly ever more than this. */
const SIGN_REST = 0.85;
/** More than what rounding to 32 bits adds up to, for unit vectors. */
const ROUNDING = 3e-6;

/** One search of a scan. `number` is its own among those of the scan, from 1. */
export class ScanSearch {
  readonly #entries: ScanEntries;
  readonly #memory: ScanMemory;
  readonly #options: SearchOptions;
  readonly #number: number;
  /** The lane of each kind, one more than its number; 0 for none. */
  readonly #lanes: Uint8Array;
  readonly #candidates: number;
  readonly #found: Found;
  /** Whether all entries that reach the floor are counted, which takes a look at all. */
  readonly #isCounting: boolean;

  constructor(entries: ScanEntries, options: SearchOptions, number: number) {
    this.#entries = entries;
    this.#memory = entries.rows.memory;
    this.#options = options;
    this.#number = number;
    this.#isCounting = !entries.rows.hasSigns;
    this.#lanes = new Uint8Array(this.#memory.buffer, this.#memory.places.lanes, MOST_KINDS);
    const { candidates, lanes } = this.#placeLanes();
    this.#candidates = candidates;
    this.#found = new Found(lanes, options.limit);
  }

  result(query: Float32Array): SearchResult {
    if (this.#candidates > 0) this.#scan(query);
    const lanes = this.#settle(query);
    const belowFloor = this.#isCounting ? this.#candidates - this.#countAbove() : null;
    return { lanes, candidates: this.#candidates, belowFloor };
  }

  #placeLanes(): { readonly candidates: number; readonly lanes: number } {
    let candidates = 0;
    let lanes = 0;
    for (const { number, group, entries } of this.#entries.kinds.used()) {
      const lane = this.#options.lane(group);
      this.#lanes[number] = lane === null ? 0 : lane + 1;
      if (lane === null) continue;
      candidates += entries;
      lanes = Math.max(lanes, lane + 1);
    }
    if (lanes < MOST_LANES) return { candidates, lanes };
    throw new PraxisError('INTERNAL', `a search fills at most ${MOST_LANES - 1} lists`, { hint: 'Report this.' });
  }

  #scan(query: Float32Array): void {
    const { rows } = this.#entries;
    const signs = rows.hasSigns ? placeTables(this.#memory, rows.rotation.turn(query)) : null;
    const placed = placeQuery(this.#memory, query);
    let raised = -1;
    for (let chunk = 0; chunk * CHUNK_ROWS < rows.length; chunk++) {
      if (this.#found.raised !== raised) this.#placeThresholds(signs !== null);
      raised = this.#found.raised;
      const listed = this.#list(chunk, Math.min(CHUNK_ROWS, rows.length - chunk * CHUNK_ROWS), signs);
      const selected = listed === 0 ? 0 : this.#compare(chunk, listed, placed);
      if (selected > 0) this.#note(chunk, selected);
    }
  }

  /** Lists the rows of a chunk that are worth comparing. */
  #list(chunk: number, rows: number, signs: SignScale | null): number {
    const { places, kernel, width } = this.#memory;
    const at = this.#memory.chunkAt(chunk);
    if (signs === null) return kernel.accept(at, rows, places.lanes, places.list);
    kernel.signSums(at, rows, width, places.tables, places.sums);
    const { unit, bias } = signs;
    return kernel.sieve(at, rows, places.sums, places.lanes, places.needs, places.list, unit, bias);
  }

  /** Compares the listed rows of a chunk and selects those that may be among the best. */
  #compare(chunk: number, listed: number, { unit, norm, missed }: ScanQuery): number {
    const { longest } = this.#entries.rows;
    const { places, kernel, width } = this.#memory;
    const { floor, mix } = this.#options;
    const { list, dots, lanes, thresholds, found, query } = places;
    const at = this.#memory.chunkAt(chunk);
    const slack = missed * longest + ROUNDING * Math.max(1, longest * norm);
    kernel.dots(at, list, listed, query, width, dots);
    return kernel.select(at, list, dots, listed, lanes, thresholds, found, unit, norm, slack, floor, mix);
  }

  #note(chunk: number, selected: number): void {
    const { buffer, places } = this.#memory;
    const { floor, mix } = this.#options;
    const rows = new Uint32Array(buffer, places.found, selected * 3);
    const cosines = new Float32Array(buffer, places.found, selected * 3);
    for (let i = 0; i < selected * 3; i += 3) {
      const place = this.#entries.rows.entryOf(chunk * CHUNK_ROWS + (rows[i] ?? 0));
      const entry = this.#entries.at(place);
      if (entry === undefined) continue;
      const share = mix * entry.confidence;
      const least = cosines[i + 1] ?? 0;
      if (least >= floor) {
        entry.above = this.#number;
        this.#found.bound(this.#laneOf(entry), place, (1 - mix) * least + share);
      }
      this.#found.note(place, (1 - mix) * (cosines[i + 2] ?? 0) + share);
    }
  }

  #placeThresholds(hasSigns: boolean): void {
    const { buffer, places } = this.#memory;
    const { floor, mix } = this.#options;
    const thresholds = new Float32Array(buffer, places.thresholds, MOST_LANES);
    const needs = new Float32Array(buffer, places.needs, MOST_LANES * 256);
    needs.fill(Number.POSITIVE_INFINITY, 0, 256);
    for (let lane = 0; lane < this.#found.lanes; lane++) {
      const threshold = this.#found.threshold(lane);
      // Where all are counted that reach the floor, none of them may be left out before.
      thresholds[lane + 1] = this.#isCounting ? Number.NEGATIVE_INFINITY : threshold;
      for (let step = 0; hasSigns && step <= CONFIDENCE_STEPS; step++) {
        const wanted = threshold - (mix * step) / CONFIDENCE_STEPS;
        needs[(lane + 1) * 256 + step] = this.#signsNeeded(Math.max(floor, cosineFor(wanted, 1 - mix)));
      }
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
      const lane = this.#laneOf(entry);
      const isCounted = !this.#isCounting || entry.above === this.#number;
      if (isCounted && this.#found.mostOf(i) < this.#found.threshold(lane)) continue;
      entry.compared = this.#number;
      const { cosine, nearest } = similarityOf(this.#entries.vectors(entry), query);
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

  #laneOf({ kind }: ScanEntry): number {
    return (this.#lanes[kind] ?? 1) - 1;
  }
}

/** What a cosine has to be where its share `keep` of the score has to reach something. */
function cosineFor(wanted: number, keep: number): number {
  if (keep > 0) return wanted / keep;
  return wanted > ROUNDING ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}
