import type { Rotation } from './rotation.ts';
import type { ScanMemory } from './scan-memory.ts';

/** A query as the kernel compares it with rows. */
export interface ScanQuery {
  /** What a dot product of integers is multiplied by. */
  readonly unit: number;
  readonly norm: number;
  /** What the integers of the query may miss, of a row of length 1. */
  readonly missed: number;
}

const MOST = 32_767;

/** Puts a query into the memory as 16-bit integers. Few enough bits that no sum passes 32. */
export function placeQuery(memory: ScanMemory, query: Float32Array): ScanQuery {
  const { places, width, kernel } = memory;
  memory.placeVector(query);
  kernel.writeQuery(places.vector, places.query, width, Math.min(MOST, Math.floor(0x7fff_ffff / (127 * width))));
  const [unit = 0, norm = 0, missed = 0] = memory.views.querySums;
  return { unit, norm, missed };
}

/** How the sums that the tables give become the dot product with the signs of a row. */
export interface SignScale {
  readonly unit: number;
  readonly bias: number;
}

const STEPS = 63;

/** Puts tables of the rotated query into the memory: what each of the 16 codes of four signs adds to the dot product. */
export function placeTables(memory: ScanMemory, rotation: Rotation, query: Float32Array): SignScale {
  memory.placeVector(query);
  rotation.turn();
  const turned = memory.views.vector;
  const groups = memory.width / 4;
  let widest = 0;
  let bias = 0;
  for (let group = 0; group < groups; group++) {
    let reach = 0;
    for (let bit = 0; bit < 4; bit++) reach += Math.abs(turned[group * 4 + bit] ?? 0);
    widest = Math.max(widest, 2 * reach);
    bias -= reach;
  }
  const unit = widest / STEPS;
  const { tables } = memory.views;
  for (let group = 0; group < groups; group++) {
    for (let code = 0; code < 16; code++) {
      let above = 0;
      for (let bit = 0; bit < 4; bit++) {
        const value = turned[group * 4 + bit] ?? 0;
        const isPlus = ((code >> bit) & 1) === 1;
        // Over the least that this group can give: the signs that agree count twice.
        if (isPlus === value >= 0) above += 2 * Math.abs(value);
      }
      tables[group * 16 + code] = unit === 0 ? 0 : Math.round(above / unit);
    }
  }
  return { unit, bias };
}
