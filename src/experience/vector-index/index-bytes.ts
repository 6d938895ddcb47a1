import { PraxisError } from '../../base/errors.ts';
import type { EntryGroup, VectorIndex } from './vector-index.ts';

const MAGIC = 0x5650_5849;
const VERSION = 1;
const HEAD_BYTES = 16;

/** What stands before the numbers. */
interface Head {
  readonly encoderId: string;
  readonly dims: number;
  readonly entries: number;
  readonly situations: number;
  readonly groups: readonly EntryGroup[];
}

/**
 * An index as bytes, in the order of its ids: a head, then ids, confidences, groups and which have a situation, then the floats
 * of texts and of situations. What the scan makes of them is made again when they are read. Little-endian.
 */
export function indexBytes(index: VectorIndex): Uint8Array {
  const ids = [...index.ids()].sort((a, b) => a - b);
  const entries = ids.map((id) => ({ id, entry: index.get(id) })).filter(isHeld);
  const groups = new Map<string, number>();
  const byGroup: EntryGroup[] = [];
  const numbers = entries.map(({ entry: { group } }) => {
    const key = JSON.stringify([group.type, group.domain, group.status]);
    const known = groups.get(key) ?? byGroup.push(group) - 1;
    groups.set(key, known);
    return known;
  });
  const situations = entries.flatMap(({ entry }) => (entry.situation === null ? [] : [entry.situation]));
  const { encoderId, dims } = index;
  const head = headBytes({ encoderId, dims, entries: entries.length, situations: situations.length, groups: byGroup });
  const layout = layoutOf(head.length, entries.length, situations.length, dims);
  const bytes = new Uint8Array(layout.end);
  bytes.set(head);
  const { buffer } = bytes;
  new Float64Array(buffer, layout.ids, entries.length).set(ids);
  new Float64Array(buffer, layout.confidences, entries.length).set(entries.map(({ entry }) => entry.confidence));
  new Uint32Array(buffer, layout.groups, entries.length).set(numbers);
  new Uint32Array(buffer, layout.situated, entries.length).set(
    entries.map(({ entry }) => (entry.situation === null ? 0 : 1)),
  );
  const floats = new Float32Array(buffer, layout.floats);
  for (const [i, { entry }] of entries.entries()) floats.set(entry.text, i * dims);
  for (const [i, situation] of situations.entries()) floats.set(situation, (entries.length + i) * dims);
  return bytes;
}

/** Puts what bytes hold into an empty index of the same encoder. STORE_CORRUPT where they are damaged, RECORD_TOO_NEW where a later version wrote them. */
export function readIndexBytes(bytes: Uint8Array, index: VectorIndex): void {
  // Aligned, as typed arrays want it.
  const { buffer } = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const start = bytes.byteOffset % 8 === 0 ? bytes.byteOffset : 0;
  const { head, length } = readHead(new DataView(buffer, start, bytes.length));
  const layout = layoutOf(length, head.entries, head.situations, head.dims);
  if (layout.end !== bytes.length) throw damaged(`${bytes.length} bytes where ${layout.end} belong`);
  if (head.encoderId !== index.encoderId || head.dims !== index.dims) {
    throw damaged(`vectors of ${head.encoderId} where those of ${index.encoderId} belong`);
  }
  const ids = new Float64Array(buffer, start + layout.ids, head.entries);
  const confidences = new Float64Array(buffer, start + layout.confidences, head.entries);
  const groups = new Uint32Array(buffer, start + layout.groups, head.entries);
  const situated = new Uint32Array(buffer, start + layout.situated, head.entries);
  const floats = new Float32Array(buffer, start + layout.floats, (head.entries + head.situations) * head.dims);
  const vector = (row: number): Float32Array => floats.subarray(row * head.dims, (row + 1) * head.dims);
  let situations = head.entries;
  for (const [i, id] of ids.entries()) {
    const group = head.groups[groups[i] ?? 0];
    if (group === undefined || !Number.isSafeInteger(id)) throw damaged(`no group or id for entry ${i}`);
    const situation = situated[i] === 0 ? null : vector(situations++);
    if (situations > head.entries + head.situations) throw damaged('more situations than there are');
    index.upsert(id, { group, confidence: confidences[i] ?? 0, text: vector(i), situation });
  }
}

function isHeld<T extends { readonly entry: unknown }>(one: T): one is T & { readonly entry: NonNullable<T['entry']> } {
  return one.entry !== undefined;
}

function headBytes(head: Head): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(aligned(HEAD_BYTES + text.length));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, text.length, true);
  bytes.set(text, HEAD_BYTES);
  return bytes;
}

function readHead(view: DataView): { readonly head: Head; readonly length: number } {
  if (view.byteLength < HEAD_BYTES || view.getUint32(0, true) !== MAGIC) throw damaged('no index');
  const version = view.getUint32(4, true);
  if (version > VERSION) {
    throw new PraxisError('RECORD_TOO_NEW', `an index of version ${version}; this Praxis knows ${VERSION}`, {
      hint: 'Update Praxis.',
    });
  }
  const size = view.getUint32(8, true);
  const length = aligned(HEAD_BYTES + size);
  if (length > view.byteLength) throw damaged('its head is cut off');
  return { head: parsedHead(new Uint8Array(view.buffer, view.byteOffset + HEAD_BYTES, size)), length };
}

function parsedHead(text: Uint8Array): Head {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch (error) {
    throw damaged('its head cannot be read', error);
  }
}

function layoutOf(head: number, entries: number, situations: number, dims: number) {
  const ids = head;
  const confidences = ids + entries * 8;
  const groups = confidences + entries * 8;
  const situated = groups + entries * 4;
  const floats = situated + entries * 4;
  return { ids, confidences, groups, situated, floats, end: floats + (entries + situations) * dims * 4 };
}

function aligned(bytes: number): number {
  return (bytes + 7) & ~7;
}

function damaged(what: string, cause?: unknown): PraxisError {
  return new PraxisError('STORE_CORRUPT', `the bytes of an index are damaged: ${what}`, {
    hint: 'Remove the file: it is made again from the library.',
    ...(cause === undefined ? {} : { cause }),
  });
}
