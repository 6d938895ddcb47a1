import { cosineAt } from './cosine.ts';
import { Rotation } from './rotation.ts';
import { CHUNK_ROWS, ScanMemory } from './scan-memory.ts';

/** Signs need some dimensions to tell anything, and their sums 16 bits at most. */
const FEWEST_SIGNED = 128;
const MOST_SIGNED = 4096;
/** Rows whose floats lie together: few, since a kind may have few. */
const BLOCK_ROWS = 32;

/** The chunks of a kind. All but the last are full. */
interface KindRows {
  readonly chunks: number[];
  rows: number;
}

/** A chunk and how many rows it has. */
export interface RowSpan {
  readonly chunk: number;
  readonly rows: number;
}

/**
 * Vectors as rows, those of a kind together: the floats themselves, and in the kernel's memory 8-bit integers of them with a
 * bound on what these leave out. Once there are many, also the signs of the rotated vectors, an eighth as large. A kind has no
 * gaps: its last row takes the place of one that is removed.
 */
export class ScanRows {
  readonly memory: ScanMemory;
  readonly rotation: Rotation;
  readonly #dims: number;
  readonly #signsFrom: number;
  readonly #floats: Float32Array[] = [];
  readonly #kinds = new Map<number, KindRows>();
  /** The kind of each chunk. */
  readonly #kindOf: number[] = [];
  readonly #free: number[] = [];
  #entries = new Int32Array(CHUNK_ROWS);
  #length = 0;
  #hasSigns = false;
  #longest = 1;

  /** From `signsFrom` rows on signs are kept. */
  constructor(dims: number, signsFrom: number) {
    this.#dims = dims;
    this.#signsFrom = dims < FEWEST_SIGNED || dims > MOST_SIGNED ? Number.POSITIVE_INFINITY : signsFrom;
    this.memory = new ScanMemory(dims);
    this.rotation = new Rotation(this.memory);
  }

  get hasSigns(): boolean {
    return this.#hasSigns;
  }

  /** No row is longer than this. */
  get longest(): number {
    return this.#longest;
  }

  /** Where rows of a kind lie: its chunk number `index`, from 0; null where it has no more. */
  span(kind: number, index: number): RowSpan | null {
    const known = this.#kinds.get(kind);
    const chunk = known?.chunks[index];
    if (known === undefined || chunk === undefined) return null;
    return { chunk, rows: Math.min(CHUNK_ROWS, known.rows - index * CHUNK_ROWS) };
  }

  /** The place of the entry that a row belongs to. */
  entryOf(row: number): number {
    return this.#entries[row] ?? 0;
  }

  setEntry(row: number, entry: number): void {
    this.#entries[row] = entry;
  }

  /** The floats of a row as they lie here. */
  vector(row: number): Float32Array {
    const at = (row % BLOCK_ROWS) * this.#dims;
    return this.#block(row).subarray(at, at + this.#dims);
  }

  /** The cosine of a row and a query, by the floats. */
  cosine(row: number, query: Float32Array): number {
    return cosineAt(this.#block(row), (row % BLOCK_ROWS) * this.#dims, query);
  }

  /** Puts a vector at the end of a kind; its row. */
  add(kind: number, vector: Float32Array, entry: number): number {
    const known = this.#kinds.get(kind) ?? { chunks: [], rows: 0 };
    this.#kinds.set(kind, known);
    if (known.rows === known.chunks.length * CHUNK_ROWS) known.chunks.push(this.#freshChunk(kind));
    const row = lastRow({ ...known, rows: known.rows + 1 });
    known.rows += 1;
    this.#length += 1;
    this.setEntry(row, entry);
    this.write(row, vector);
    if (!this.#hasSigns && this.#length >= this.#signsFrom) this.#addSigns();
    return row;
  }

  /** Puts a vector in the place of the one in a row. */
  write(row: number, vector: Float32Array): void {
    const { kernel, width, places } = this.memory;
    this.vector(row).set(vector);
    this.memory.placeVector(vector);
    const length = kernel.writeRow(this.#chunkAt(row), row % CHUNK_ROWS, width, places.vector);
    this.#longest = Math.max(this.#longest, length);
    if (this.#hasSigns) this.#writeSigns(row);
  }

  setConfidence(row: number, confidence: number): void {
    this.memory.placeConfidence(Math.floor(row / CHUNK_ROWS), row % CHUNK_ROWS, confidence);
  }

  /** Removes a row; the former number of the row that took its place, if one did. */
  remove(row: number): number | null {
    const kind = this.#kindOf[Math.floor(row / CHUNK_ROWS)] ?? 0;
    const known = this.#kinds.get(kind);
    if (known === undefined) return null;
    const last = lastRow(known);
    if (row !== last) this.#move(last, row);
    known.rows -= 1;
    this.#length -= 1;
    if (known.rows <= (known.chunks.length - 1) * CHUNK_ROWS) this.#free.push(known.chunks.pop() ?? 0);
    if (known.rows === 0) this.#kinds.delete(kind);
    return row === last ? null : last;
  }

  #move(from: number, to: number): void {
    this.write(to, this.vector(from));
    this.setEntry(to, this.entryOf(from));
    const confidences = new Uint8Array(this.memory.buffer);
    confidences[this.#chunkAt(to) + (to % CHUNK_ROWS)] = confidences[this.#chunkAt(from) + (from % CHUNK_ROWS)] ?? 0;
  }

  #freshChunk(kind: number): number {
    const chunk = this.#free.pop() ?? this.#kindOf.length;
    this.memory.reserve(chunk + 1);
    this.#kindOf[chunk] = kind;
    while (this.#entries.length < (chunk + 1) * CHUNK_ROWS) {
      const longer = new Int32Array(this.#entries.length * 2);
      longer.set(this.#entries);
      this.#entries = longer;
    }
    return chunk;
  }

  #block(row: number): Float32Array {
    const block = Math.floor(row / BLOCK_ROWS);
    const known = this.#floats[block];
    if (known !== undefined) return known;
    const fresh = new Float32Array(BLOCK_ROWS * this.#dims);
    this.#floats[block] = fresh;
    return fresh;
  }

  #addSigns(): void {
    this.#hasSigns = true;
    for (const kind of this.#kinds.keys()) {
      for (let span = this.span(kind, 0), n = 1; span !== null; span = this.span(kind, n++)) {
        const { chunk, rows } = span;
        for (let row = chunk * CHUNK_ROWS; row < chunk * CHUNK_ROWS + rows; row++) {
          this.memory.placeVector(this.vector(row));
          this.#writeSigns(row);
        }
      }
    }
  }

  /** Writes the signs of a row whose vector lies where the kernel reads one. */
  #writeSigns(row: number): void {
    const { kernel, width, places } = this.memory;
    this.rotation.turn();
    kernel.writeSigns(this.#chunkAt(row), row % CHUNK_ROWS, width, places.vector);
  }

  #chunkAt(row: number): number {
    return this.memory.chunkAt(Math.floor(row / CHUNK_ROWS));
  }
}

function lastRow({ chunks, rows }: KindRows): number {
  return (chunks.at(-1) ?? 0) * CHUNK_ROWS + ((rows - 1) % CHUNK_ROWS);
}
