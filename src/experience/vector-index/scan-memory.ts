import { PraxisError } from '../../base/errors.ts';
import { type WasmMemory, webAssembly } from '../../base/web-assembly.ts';
import { type ScanKernel, scanKernel } from './scan-kernel.ts';

/** Rows of a chunk. */
export const CHUNK_ROWS = 1024;
/** Kinds of entries that can be told apart at one time. */
export const MOST_KINDS = 65_536;
/** Lists that a search can fill, and one that takes what none does. */
export const MOST_LANES = 16;
/** Steps of a confidence. */
export const CONFIDENCE_STEPS = 255;

const PAGE = 65_536;
const MOST_PAGES = 65_536;

/** Places of what a search needs beside the rows. */
interface ScratchPlaces {
  readonly lanes: number;
  readonly thresholds: number;
  readonly needs: number;
  readonly query: number;
  readonly tables: number;
  readonly rotated: number;
  readonly list: number;
  readonly dots: number;
  readonly sums: number;
  readonly found: number;
}

/** A chunk as typed arrays over the memory: good until the memory grows. */
export interface ChunkView {
  readonly kinds: Uint16Array;
  readonly confidences: Uint8Array;
  readonly scales: Float32Array;
  readonly errors: Float32Array;
  readonly stretches: Float32Array;
  readonly signs: Uint8Array;
  readonly body: Int8Array;
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
  #chunks = 0;
  #views: ChunkView[] = [];

  constructor(dims: number) {
    this.width = (dims + 15) & ~15;
    let end = 64;
    const room = (bytes: number): number => {
      const start = end;
      end = (end + bytes + 63) & ~63;
      return start;
    };
    this.places = {
      lanes: room(MOST_KINDS),
      thresholds: room(MOST_LANES * 4),
      needs: room(MOST_LANES * 256 * 4),
      query: room(this.width * 2),
      tables: room(this.width * 4),
      rotated: room(this.width * 4),
      list: room(CHUNK_ROWS * 4 + 16),
      dots: room(CHUNK_ROWS * 4 + 16),
      sums: room(CHUNK_ROWS * 2),
      found: room(CHUNK_ROWS * 12),
    };
    this.#firstChunk = end;
    this.#chunkBytes = CHUNK_ROWS * 16 + (CHUNK_ROWS >> 3) * this.width + CHUNK_ROWS * this.width;
    this.#memory = new webAssembly.Memory({ initial: Math.ceil(end / PAGE), maximum: MOST_PAGES });
    this.kernel = scanKernel(this.#memory);
  }

  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /** Where a chunk begins. */
  chunkAt(chunk: number): number {
    return this.#firstChunk + chunk * this.#chunkBytes;
  }

  view(chunk: number): ChunkView {
    const known = this.#views[chunk];
    if (known !== undefined && known.body.buffer === this.buffer) return known;
    const at = this.chunkAt(chunk);
    const floats = (place: number): Float32Array => new Float32Array(this.buffer, at + place, CHUNK_ROWS);
    const signBytes = (CHUNK_ROWS >> 3) * this.width;
    const view: ChunkView = {
      kinds: new Uint16Array(this.buffer, at, CHUNK_ROWS),
      confidences: new Uint8Array(this.buffer, at + CHUNK_ROWS * 2, CHUNK_ROWS),
      scales: floats(CHUNK_ROWS * 4),
      errors: floats(CHUNK_ROWS * 8),
      stretches: floats(CHUNK_ROWS * 12),
      signs: new Uint8Array(this.buffer, at + CHUNK_ROWS * 16, signBytes),
      body: new Int8Array(this.buffer, at + CHUNK_ROWS * 16 + signBytes, CHUNK_ROWS * this.width),
    };
    this.#views[chunk] = view;
    return view;
  }

  /** Makes room for a number of chunks. INTERNAL where 4 GB do not hold them. */
  reserve(chunks: number): void {
    if (chunks <= this.#chunks) return;
    const have = this.buffer.byteLength / PAGE;
    const need = Math.ceil(this.chunkAt(chunks) / PAGE);
    if (need > MOST_PAGES) {
      throw new PraxisError('INTERNAL', `no room for ${chunks * CHUNK_ROWS} vectors in one index`, {
        hint: 'Split the library: an index holds at most 4 GB.',
      });
    }
    if (need > have) this.#memory.grow(Math.min(MOST_PAGES, Math.max(need, have + (have >> 2))) - have);
    this.#chunks = chunks;
  }
}
