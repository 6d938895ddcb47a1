import { PraxisError } from '../../base/errors.ts';
import { type WasmMemory, webAssembly } from '../../base/web-assembly.ts';
import { type ScanKernel, scanKernel } from './scan-kernel.ts';

/** Rows of a chunk. */
export const CHUNK_ROWS = 256;
/** Rounds of the rotation before signs are taken. */
export const ROTATION_ROUNDS = 4;
/** The largest of the steps that stand for a confidence. */
export const CONFIDENCE_STEPS = 255;

const PAGE = 65_536;
const MOST_PAGES = 65_536;
/** Bytes before the signs of a chunk: confidences, and three floats a row. */
const HEAD = CHUNK_ROWS * 13;

/** Places of what a search needs beside the rows. */
interface ScratchPlaces {
  readonly query: number;
  readonly tables: number;
  readonly needs: number;
  readonly sums: number;
  readonly list: number;
  /** The numbers of all rows of a chunk. */
  readonly all: number;
  readonly dots: number;
  readonly found: number;
  readonly vector: number;
  readonly flips: number;
}

/** Places as arrays. */
interface ScratchViews {
  /** The vector that the kernel reads and writes. */
  readonly vector: Float32Array;
  /** What the kernel tells of a query: see `writeQuery`. */
  readonly querySums: Float32Array;
  readonly tables: Uint8Array;
  readonly needs: Float32Array;
  /** Rows that were selected, 3 words each: the number, and two cosines. */
  readonly foundRows: Uint32Array;
  readonly foundCosines: Float32Array;
}

/** The memory that the kernel works on: places for a search, then chunks of rows one after the other. */
export class ScanMemory {
  readonly kernel: ScanKernel;
  /** Bytes of a row as 8-bit integers: the dimensions, up to a multiple of 16. */
  readonly width: number;
  readonly places: ScratchPlaces;
  readonly #memory: WasmMemory;
  readonly #firstChunk: number;
  readonly #chunkBytes: number;
  #views: ScratchViews;

  constructor(dims: number) {
    this.width = (dims + 15) & ~15;
    let end = 64;
    const room = (bytes: number): number => {
      const start = end;
      end = (end + bytes + 63) & ~63;
      return start;
    };
    this.places = {
      query: room(this.width * 2 + 16),
      tables: room(this.width * 4),
      needs: room((CONFIDENCE_STEPS + 1) * 4),
      sums: room(CHUNK_ROWS * 2),
      list: room(CHUNK_ROWS * 4 + 16),
      all: room(CHUNK_ROWS * 4),
      dots: room(CHUNK_ROWS * 4 + 16),
      found: room(CHUNK_ROWS * 12),
      vector: room(this.width * 4),
      flips: room(this.width * 4 * ROTATION_ROUNDS),
    };
    this.#firstChunk = end;
    this.#chunkBytes = HEAD + (CHUNK_ROWS >> 3) * this.width + CHUNK_ROWS * this.width;
    this.#memory = new webAssembly.Memory({ initial: Math.ceil(end / PAGE), maximum: MOST_PAGES });
    this.kernel = scanKernel(this.#memory);
    this.#views = this.#viewsNow();
    new Uint32Array(this.buffer, this.places.all, CHUNK_ROWS).set(Array.from({ length: CHUNK_ROWS }, (_, row) => row));
  }

  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /** Good until the memory grows. */
  get views(): ScratchViews {
    if (this.#views.vector.buffer !== this.buffer) this.#views = this.#viewsNow();
    return this.#views;
  }

  /** Puts a vector where the kernel reads one, filled up with zeros. */
  placeVector(vector: Float32Array): void {
    const place = this.views.vector;
    place.fill(0, vector.length);
    place.set(vector);
  }

  /** Where a chunk begins. */
  chunkAt(chunk: number): number {
    return this.#firstChunk + chunk * this.#chunkBytes;
  }

  /** Notes the confidence of a row, in [0, 1]. */
  placeConfidence(chunk: number, row: number, confidence: number): void {
    const step = Math.max(0, Math.min(CONFIDENCE_STEPS, Math.ceil(confidence * CONFIDENCE_STEPS)));
    new Uint8Array(this.buffer, this.chunkAt(chunk), CHUNK_ROWS)[row] = step;
  }

  /** Makes room for a number of chunks. INTERNAL where 4 GB do not hold them. */
  reserve(chunks: number): void {
    const have = this.buffer.byteLength / PAGE;
    const need = Math.ceil(this.chunkAt(chunks) / PAGE);
    if (need <= have) return;
    if (need > MOST_PAGES) {
      throw new PraxisError('INTERNAL', `no room for ${chunks * CHUNK_ROWS} vectors in one index`, {
        hint: 'Split the library: an index holds at most 4 GB.',
      });
    }
    this.#memory.grow(Math.min(MOST_PAGES, Math.max(need, have + (have >> 2))) - have);
  }

  #viewsNow(): ScratchViews {
    const { buffer, places, width } = this;
    return {
      vector: new Float32Array(buffer, places.vector, width),
      querySums: new Float32Array(buffer, places.query + width * 2, 3),
      tables: new Uint8Array(buffer, places.tables, width * 4),
      needs: new Float32Array(buffer, places.needs, CONFIDENCE_STEPS + 1),
      foundRows: new Uint32Array(buffer, places.found, CHUNK_ROWS * 3),
      foundCosines: new Float32Array(buffer, places.found, CHUNK_ROWS * 3),
    };
  }
}
