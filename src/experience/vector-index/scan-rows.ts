import { Rotation } from './rotation.ts';
import { CHUNK_ROWS, type ChunkView, CONFIDENCE_STEPS, ScanMemory } from './scan-memory.ts';

/** Signs need some dimensions to tell anything, and their sums 16 bits at most. */
const FEWEST_SIGNED = 128;
const MOST_SIGNED = 4096;

/**
 * Vectors as rows: the floats themselves, and in the kernel's memory 8-bit integers of them with a bound on what they
 * leave out. Once there are many, also the signs of the rotated vectors, an eighth as large. Rows have no gaps: the last takes the place of one that is removed.
 */
export class ScanRows {
  readonly memory: ScanMemory;
  readonly rotation: Rotation;
  readonly #dims: number;
  readonly #signsFrom: number;
  readonly #floats: Float32Array[] = [];
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

  get length(): number {
    return this.#length;
  }

  get hasSigns(): boolean {
    return this.#hasSigns;
  }

  /** No row is longer than this. */
  get longest(): number {
    return this.#longest;
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
    const at = (row % CHUNK_ROWS) * this.#dims;
    return this.#chunkFloats(row).subarray(at, at + this.#dims);
  }

  /** Puts a vector at the end; its row. */
  add(vector: Float32Array, entry: number): number {
    const row = this.#length;
    const chunk = Math.floor(row / CHUNK_ROWS);
    this.memory.reserve(chunk + 1);
    if (this.#floats[chunk] === undefined) this.#floats[chunk] = new Float32Array(CHUNK_ROWS * this.#dims);
    if (row >= this.#entries.length) {
      const longer = new Int32Array(this.#entries.length * 2);
      longer.set(this.#entries);
      this.#entries = longer;
    }
    this.#length += 1;
    this.setEntry(row, entry);
    this.write(row, vector);
    if (!this.#hasSigns && this.#length >= this.#signsFrom) this.#addSigns();
    return row;
  }

  /** Puts a vector in the place of the one in a row. */
  write(row: number, vector: Float32Array): void {
    this.vector(row).set(vector);
    const view = this.memory.view(Math.floor(row / CHUNK_ROWS));
    this.#longest = Math.max(this.#longest, writeIntegers(view, row % CHUNK_ROWS, vector, this.memory.width));
    if (this.#hasSigns) this.#writeSigns(row);
  }

  /** Notes what the scan filters and scores by. */
  label(row: number, kind: number, confidence: number): void {
    const view = this.memory.view(Math.floor(row / CHUNK_ROWS));
    view.kinds[row % CHUNK_ROWS] = kind;
    view.confidences[row % CHUNK_ROWS] = Math.min(CONFIDENCE_STEPS, Math.ceil(confidence * CONFIDENCE_STEPS));
  }

  /** Removes a row. The entry whose row took its place is returned, by its place and former row. */
  remove(row: number): { readonly entry: number; readonly from: number } | null {
    const last = this.#length - 1;
    this.#length = last;
    if (row === last) return null;
    const source = this.memory.view(Math.floor(last / CHUNK_ROWS));
    const target = this.memory.view(Math.floor(row / CHUNK_ROWS));
    const from = last % CHUNK_ROWS;
    const to = row % CHUNK_ROWS;
    this.vector(row).set(this.vector(last));
    copyRow(source, from, target, to, this.memory.width);
    const entry = this.entryOf(last);
    this.setEntry(row, entry);
    return { entry, from: last };
  }

  #chunkFloats(row: number): Float32Array {
    return this.#floats[Math.floor(row / CHUNK_ROWS)] ?? NO_FLOATS;
  }

  #addSigns(): void {
    this.#hasSigns = true;
    for (let row = 0; row < this.#length; row++) this.#writeSigns(row);
  }

  #writeSigns(row: number): void {
    const turned = this.rotation.turn(this.vector(row));
    const view = this.memory.view(Math.floor(row / CHUNK_ROWS));
    const place = row % CHUNK_ROWS;
    let sum = 0;
    let squares = 0;
    for (let group = 0; group * 4 < turned.length; group++) {
      let code = 0;
      for (let bit = 0; bit < 4; bit++) {
        const value = turned[group * 4 + bit] ?? 0;
        if (value >= 0) code |= 1 << bit;
        sum += Math.abs(value);
        squares += value * value;
      }
      setCode(view.signs, place, group, this.memory.width, code);
    }
    view.stretches[place] = sum === 0 ? 0 : squares / sum;
  }
}

const NO_FLOATS = new Float32Array(0);

/** Writes a vector as 8-bit integers; its length. */
function writeIntegers(view: ChunkView, place: number, vector: Float32Array, width: number): number {
  let peak = 0;
  for (const value of vector) peak = Math.max(peak, Math.abs(value));
  const scale = Math.fround(peak / 127);
  const at = place * width;
  let missed = 0;
  let squares = 0;
  for (let i = 0; i < width; i++) {
    const value = vector[i] ?? 0;
    const whole = scale === 0 ? 0 : Math.max(-127, Math.min(127, Math.round(value / scale)));
    view.body[at + i] = whole;
    missed += (value - whole * scale) ** 2;
    squares += value * value;
  }
  view.scales[place] = scale;
  view.errors[place] = Math.sqrt(missed) * (1 + 1e-6) + 1e-9;
  return Math.sqrt(squares);
}

function copyRow(source: ChunkView, from: number, target: ChunkView, to: number, width: number): void {
  target.kinds[to] = source.kinds[from] ?? 0;
  target.confidences[to] = source.confidences[from] ?? 0;
  target.scales[to] = source.scales[from] ?? 0;
  target.errors[to] = source.errors[from] ?? 0;
  target.stretches[to] = source.stretches[from] ?? 0;
  target.body.set(source.body.subarray(from * width, (from + 1) * width), to * width);
  for (let group = 0; group * 4 < width; group++) {
    setCode(target.signs, to, group, width, codeOf(source.signs, from, group, width));
  }
}

/** Where the four signs of a group lie: those of 32 rows together, 16 bytes a group, a half byte each. */
function codeAt(place: number, group: number, width: number): number {
  return (place >> 5) * width * 4 + group * 16 + (place & 15);
}

function codeOf(signs: Uint8Array, place: number, group: number, width: number): number {
  const byte = signs[codeAt(place, group, width)] ?? 0;
  return (place & 16) === 0 ? byte & 15 : byte >> 4;
}

function setCode(signs: Uint8Array, place: number, group: number, width: number, code: number): void {
  const at = codeAt(place, group, width);
  const byte = signs[at] ?? 0;
  signs[at] = (place & 16) === 0 ? (byte & 0xf0) | code : (byte & 0x0f) | (code << 4);
}
