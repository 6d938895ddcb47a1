import type { Encoder } from '../experience/encoder.ts';
import { COMMON_WORDS } from './common-words.ts';

const DIMS = 384;
/** Name, dimensions, version and, as a test sees to, the digest of the vectors of the shipped guidelines. */
const ID = 'floor:384:2:9706dc4d9e21';
/**
 * Measured on the first messages of 301 recorded runs of 80 tasks of tau-bench (airline and retail; 416 pairs of one task
 * and 44,722 of two, equal texts left out): the least, in hundredths, that lets no more than 1 % of different tasks meet;
 * 47 % of those of one task do. What it still lets meet says the same and not which ("I need to make some changes to my
 * upcoming flight"); no threshold parts that.
 */
const CLUSTER_AT = 0.67;
/** These three as `node scripts/calibrate.mjs` finds them on the shipped set, which a test repeats. */
const DUP_AT = 0.68;
const SIM_FLOOR = 0.27;
const REMEDY_AT = 0.39;
/** Weight of a common word, and of a pair with one. */
const COMMON_WEIGHT = 0.25;
const WORD = /`[^`\s]+`|[\p{L}\p{N}_]+(?:[-./:][\p{L}\p{N}_]+)*/gu;

/**
 * The encoder that needs no model: words, pairs of words and runs of 3 to 5 characters, hashed into 384 dimensions, each
 * weighed by 1 + log of its count; common words count for little. A name such as `get_order` or `shell:git` is one word.
 * Microseconds a text.
 */
export const floorEncoder: Encoder = {
  id: ID,
  dims: DIMS,
  clusterAt: CLUSTER_AT,
  dupAt: DUP_AT,
  simFloor: SIM_FLOOR,
  remedyAt: REMEDY_AT,
  encode,
};

interface Feature {
  readonly weight: number;
  readonly times: number;
}

function encode(text: string): Float32Array | null {
  const features = new Map<string, Feature>();
  const count = (feature: string, weight: number): void => {
    features.set(feature, { weight, times: (features.get(feature)?.times ?? 0) + 1 });
  };
  const words = Array.from(text.normalize('NFC').toLowerCase().matchAll(WORD), ([word]) => word.replaceAll('`', ''));
  for (const [index, word] of words.entries()) {
    const isCommon = COMMON_WORDS.has(word);
    count(`w ${word}`, isCommon ? COMMON_WEIGHT : 1);
    const next = words[index + 1];
    if (next !== undefined) count(`b ${word} ${next}`, isCommon || COMMON_WORDS.has(next) ? COMMON_WEIGHT : 1);
    if (!isCommon && !isName(word)) for (const run of characterRuns(word)) count(`c ${run}`, 1);
  }
  return features.size === 0 ? null : unitVector(features);
}

/** A tool's or file's name says something as a whole only. */
function isName(word: string): boolean {
  return /[_./:]/.test(word);
}

function characterRuns(word: string): readonly string[] {
  const characters = Array.from(`<${word}>`);
  const runs: string[] = [];
  for (const length of [3, 4, 5]) {
    for (let start = 0; start + length <= characters.length; start++)
      runs.push(characters.slice(start, start + length).join(''));
  }
  return runs;
}

function unitVector(features: ReadonlyMap<string, Feature>): Float32Array {
  const vector = new Float64Array(DIMS);
  for (const [feature, { weight, times }] of features) {
    const hash = hash32(feature);
    const slot = hash % DIMS;
    // The top bit gives the sign, so that features which share a place cancel as often as they add up.
    vector[slot] = (vector[slot] ?? 0) + (hash >= 0x8000_0000 ? -1 : 1) * weight * (1 + Math.log(times));
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length));
}

/** FNV-1a over UTF-16 units, then mixed (murmur3), since its low bits alone are poor. */
function hash32(text: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
