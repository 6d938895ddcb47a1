import type { LibraryScope, SearchableEntry, SearchableLibrary } from '../library-index.ts';
import { FileIndex } from './file-index.ts';
import { aligned, FIXED_BYTES, type InjectHead, injectLayout, MAGIC, signatureHalves, VERSION } from './layout.ts';

/** A library as its file holds it, to be searched as it lies. */
export interface InjectLibrary extends SearchableLibrary {
  readonly head: InjectHead;
}

/** Bytes that hold at least the head of most files. */
export const HEAD_WINDOW = 65_536;

/** The head of a file, of its first bytes; undefined where they are too few, damaged or of another version. */
export function readInjectHead(bytes: Uint8Array): { readonly head: InjectHead; readonly length: number } | undefined {
  if (bytes.length < FIXED_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== VERSION) return undefined;
  const size = view.getUint32(8, true);
  if (FIXED_BYTES + size > bytes.length) return undefined;
  try {
    const head: InjectHead = JSON.parse(new TextDecoder().decode(bytes.subarray(FIXED_BYTES, FIXED_BYTES + size)));
    return { head, length: aligned(FIXED_BYTES + size) };
  } catch {
    return undefined;
  }
}

/** A library of the bytes of its file; undefined where they are damaged or of another version: then nothing is given. */
export function readInject(bytes: Uint8Array, scope: LibraryScope): InjectLibrary | undefined {
  const read = readInjectHead(bytes);
  if (read === undefined || bytes.byteOffset % 8 !== 0) return undefined;
  const { head, length } = read;
  const at = injectLayout(length, head);
  if (at.end !== bytes.length) return undefined;
  const { buffer, byteOffset } = bytes;
  const count = head.entries;
  const index = new FileIndex(head, {
    ids: new Float64Array(buffer, byteOffset + at.ids, count),
    confidences: new Float64Array(buffer, byteOffset + at.confidences, count),
    groups: new Uint32Array(buffer, byteOffset + at.groups, count),
    situated: new Uint32Array(buffer, byteOffset + at.situated, count),
    vectors: new Float32Array(buffer, byteOffset + at.vectors, (count + head.situations) * head.dims),
  });
  const signatures = new Uint32Array(buffer, byteOffset + at.signatures, 2 * count);
  const offsets = new Uint32Array(buffer, byteOffset + at.offsets, count + 1);
  const decoder = new TextDecoder();
  const known = new Map<number, SearchableEntry>();
  return {
    head,
    scope,
    index,
    rivals: new Map(),
    entry(id) {
      const row = index.rowOf(id);
      if (row === undefined) return undefined;
      const before = known.get(row);
      if (before !== undefined) return before;
      const text = bytes.subarray(at.texts + (offsets[row] ?? 0), at.texts + (offsets[row + 1] ?? 0));
      const entry: SearchableEntry = JSON.parse(decoder.decode(text));
      known.set(row, entry);
      return entry;
    },
    withSignature(signature) {
      const [high, low] = signatureHalves(signature);
      const ids: number[] = [];
      if (high === 0 && low === 0) return ids;
      for (let row = 0; row < count; row++)
        if (signatures[2 * row] === high && signatures[2 * row + 1] === low) ids.push(index.idAt(row));
      return ids;
    },
  };
}

/** The user's library beneath one whose file says which of its entries rule out which. */
export function beneath(user: InjectLibrary, repository: InjectLibrary): InjectLibrary {
  return { ...user, rivals: new Map(repository.head.rivals) };
}
