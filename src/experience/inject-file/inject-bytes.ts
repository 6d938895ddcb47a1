import type { EncoderTraits } from '../encoder.ts';
import type { LibraryIndex, SearchableEntry } from '../library-index.ts';
import { aligned, FIXED_BYTES, type InjectHead, injectLayout, MAGIC, signatureHalves, VERSION } from './layout.ts';

/**
 * What a library may give, as bytes that a process without a database reads and scans in some milliseconds: entries in the
 * order of their ids. `rivals` are those of the user's library beneath it.
 */
export function injectBytes(
  library: LibraryIndex,
  encoder: Pick<EncoderTraits, 'simFloor' | 'dupAt'>,
  rivals: ReadonlyMap<number, readonly number[]>,
  stamp: InjectHead['stamp'],
): Uint8Array {
  const { index } = library;
  const rows = [...index.ids()].sort((a, b) => a - b).flatMap((id) => rowOf(library, id));
  const situations = rows.flatMap(({ vectors }) => (vectors.situation === null ? [] : [vectors.situation]));
  const texts = rows.map(({ entry }) => new TextEncoder().encode(JSON.stringify(entry)));
  const groups = new Map(
    rows.map(({ vectors: { group } }) => [JSON.stringify([group.type, group.domain, group.status]), group]),
  );
  const head: InjectHead = {
    encoderId: index.encoderId,
    dims: index.dims,
    simFloor: encoder.simFloor,
    dupAt: encoder.dupAt,
    stamp,
    entries: rows.length,
    situations: situations.length,
    textBytes: texts.reduce((sum, text) => sum + text.length, 0),
    groups: [...groups.values()],
    rivals: [...rivals],
  };
  const places = new Map([...groups.keys()].map((key, place) => [key, place]));
  const { bytes, length } = begun(head);
  const at = injectLayout(length, head);
  const whole = new Uint8Array(at.end);
  whole.set(bytes);
  const { buffer } = whole;
  const count = rows.length;
  new Float64Array(buffer, at.ids, count).set(rows.map(({ entry }) => entry.id));
  new Float64Array(buffer, at.confidences, count).set(rows.map(({ entry }) => entry.c));
  new Uint32Array(buffer, at.signatures, 2 * count).set(
    rows.flatMap(({ entry }) => signatureHalves(entry.failureMode?.signature)),
  );
  new Uint32Array(buffer, at.groups, count).set(
    rows.map(({ vectors: { group } }) => places.get(JSON.stringify([group.type, group.domain, group.status])) ?? 0),
  );
  let situation = 0;
  new Uint32Array(buffer, at.situated, count).set(
    rows.map(({ vectors }) => (vectors.situation === null ? 0 : ++situation)),
  );
  const vectors = new Float32Array(buffer, at.vectors, (count + situations.length) * index.dims);
  const all = [...rows.map((row) => row.vectors.text), ...situations];
  for (const [row, vector] of all.entries()) vectors.set(vector, row * index.dims);
  const offsets = new Uint32Array(buffer, at.offsets, count + 1);
  let end = 0;
  for (const [row, text] of texts.entries()) {
    whole.set(text, at.texts + end);
    end += text.length;
    offsets[row + 1] = end;
  }
  return whole;
}

function rowOf(library: LibraryIndex, id: number) {
  const entry = library.entry(id);
  const vectors = library.index.get(id);
  return entry === undefined || vectors === undefined ? [] : [{ entry: keptOf(entry), vectors }];
}

/** What retrieval and the holding back of entries look at. */
function keptOf(entry: SearchableEntry): SearchableEntry {
  const { id, text, type, domain, c, status, rule, failureMode, origin, u, counters } = entry;
  return { id, text, type, domain, c, status, rule, failureMode, origin, u, counters };
}

function begun(head: InjectHead): { readonly bytes: Uint8Array; readonly length: number } {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(aligned(FIXED_BYTES + text.length));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, text.length, true);
  bytes.set(text, FIXED_BYTES);
  return { bytes, length: bytes.length };
}
