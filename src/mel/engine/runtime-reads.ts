import { sha256Hex } from '../../base/sha256.ts';
import type { Json } from '../schema/ir.ts';
import type { Frame } from './pass-state.ts';

/** ISO-8601 text of a time in milliseconds since the epoch; null where no such date exists. */
export function isoTime(timestamp: number): string | null {
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** A version-4-shaped id that depends only on the attempt, the place of the read and the reads before it. */
export function nextUuid(frame: Frame, nodePath: string, expr: string): string {
  const ordinal = frame.uuids;
  frame.uuids += 1;
  // The member names stand in canonical order already.
  const key = JSON.stringify({
    expr,
    intentId: frame.intentId,
    itemIndexes: frame.indexes,
    nodePath,
    ordinal,
    seed: frame.seed,
  });
  return uuidShaped(sha256Hex(key));
}

function uuidShaped(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export type RuntimeRead = (frame: Frame) => Json;

/** The value behind `$runtime.<rest>`, uuid excepted; undefined where the path does not exist. */
export function runtimeRead(rest: string): RuntimeRead | undefined {
  switch (rest) {
    case 'intent.id':
      return (frame) => frame.intentId;
    case 'intent.action':
      return (frame) => frame.action;
    case 'time.timestamp':
      return (frame) => frame.timestamp;
    case 'time.iso':
      return (frame) => isoTime(frame.timestamp);
    case 'random.seed':
      return (frame) => frame.seed;
    default:
      return undefined;
  }
}
