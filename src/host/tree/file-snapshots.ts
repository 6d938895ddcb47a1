import fs from 'node:fs';
import type { Clock } from '../../base/clock.ts';
import type { TreeEntry } from '../../run/tree.ts';
import { systemPath } from './byte-paths.ts';
import { isAbsence, systemCode, treeError } from './tree-error.ts';
import type { UndoStore } from './undo-store.ts';

/** Entries of single paths. A file whose size, times, mode and inode are unchanged is not read again. */
export interface FileSnapshots {
  /**
   * Begins a record: what changed within the racy window before this instant is read again next time. In the first one a
   * file that cannot be read is an error; later an act took the right away, and it counts as changed.
   */
  begin(isFirst: boolean): void;
  /** The entry of a path that `stat` (not following links) found; null where it vanished meanwhile. */
  take(path: string, source: string, stat: fs.Stats, isIgnored: boolean): TreeEntry | null;
  /** Takes over entries of an earlier process, made at that time. */
  seed(entries: Iterable<TreeEntry>, recordedAtMs: number): void;
  /** Forgets everything, so that all contents are read and copied again. */
  clear(): void;
}

interface Known {
  readonly entry: TreeEntry;
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** null for what an earlier process saw. */
  readonly inode: number | null;
  readonly isRacy: boolean;
}

// Within one tick of the file system's clock a second write leaves the same time stamp, as in git's index.
const RACY_MS = 50;
const COARSE_RACY_MS = 2000;
const IN_MEMORY_BYTES = 8 << 20;
const ATTEMPTS = 3;

function isRacy(mtimeMs: number, ctimeMs: number, recordedAtMs: number): boolean {
  // Time stamps of whole seconds come from a file system that keeps no finer ones.
  const isCoarse = mtimeMs % 1000 === 0 && ctimeMs % 1000 === 0;
  return Math.max(mtimeMs, ctimeMs) >= recordedAtMs - (isCoarse ? COARSE_RACY_MS : RACY_MS);
}

/** Milliseconds as `fs.Stats` computes them, so that both compare equal. */
function statMs(nanoseconds: string): number {
  const value = BigInt(nanoseconds);
  return Number(value / 1_000_000_000n) * 1000 + Number(value % 1_000_000_000n) / 1_000_000;
}

function kindOf(stat: fs.Stats | fs.BigIntStats): TreeEntry['kind'] {
  return stat.isFile() ? 'file' : stat.isSymbolicLink() ? 'link' : 'other';
}

interface Content {
  readonly sha256: string;
  readonly stat: fs.BigIntStats;
  readonly isSettled: boolean;
}

function readOnce(source: string, store: UndoStore): Content {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  const fd = fs.openSync(systemPath(source), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stat = fs.fstatSync(fd, { bigint: true });
    const size = Number(stat.size);
    let sha256: string;
    let read: number;
    if (size > IN_MEMORY_BYTES) ({ sha256, size: read } = store.addFile(fd));
    else {
      const bytes = fs.readFileSync(fd);
      read = bytes.length;
      sha256 = store.add(bytes);
    }
    const after = fs.fstatSync(fd, { bigint: true });
    const isSettled = read === size && after.mtimeNs === stat.mtimeNs && after.size === stat.size;
    return { sha256, stat, isSettled };
  } finally {
    fs.closeSync(fd);
  }
}

function readContent(source: string, stat: fs.Stats, store: UndoStore): Content {
  if (stat.isSymbolicLink()) {
    const target = fs.readlinkSync(systemPath(source), { encoding: 'buffer' });
    const sha256 = store.add(target);
    return { sha256, stat: fs.lstatSync(systemPath(source), { bigint: true }), isSettled: true };
  }
  let content = readOnce(source, store);
  for (let attempt = 1; attempt < ATTEMPTS && !content.isSettled; attempt++) content = readOnce(source, store);
  return content;
}

/** Remembers entries for one run; new contents go to the store. */
export function fileSnapshots(store: UndoStore, clock: Clock): FileSnapshots {
  const known = new Map<string, Known>();
  let recordedAtMs = clock.nowMs();
  let isFirst = true;

  const read = (path: string, source: string, stat: fs.Stats, isIgnored: boolean): Known => {
    const kind = kindOf(stat);
    const content =
      kind === 'other'
        ? { sha256: '', stat: fs.lstatSync(systemPath(source), { bigint: true }), isSettled: true }
        : readContent(source, stat, store);
    const now = content.stat;
    const entry: TreeEntry = {
      path,
      kind,
      mode: Number(now.mode) & 0o7777,
      size: kind === 'other' ? 0 : Number(now.size),
      mtime: String(now.mtimeNs),
      ctime: String(now.ctimeNs),
      sha256: content.sha256,
      ...(isIgnored ? { isIgnored: true as const } : {}),
    };
    const mtimeMs = statMs(entry.mtime);
    const ctimeMs = statMs(entry.ctime);
    return {
      entry,
      size: Number(now.size),
      mode: Number(now.mode),
      mtimeMs,
      ctimeMs,
      inode: stat.ino,
      isRacy: !content.isSettled || isRacy(mtimeMs, ctimeMs, recordedAtMs),
    };
  };

  return {
    begin(first) {
      isFirst = first;
      recordedAtMs = clock.nowMs();
    },

    take(path, source, stat, isIgnored) {
      const last = known.get(path);
      const isUnchanged =
        last !== undefined &&
        last.mtimeMs === stat.mtimeMs &&
        last.ctimeMs === stat.ctimeMs &&
        last.size === stat.size &&
        (last.mode === stat.mode || last.inode === null) &&
        (last.inode === stat.ino || last.inode === null) &&
        (last.entry.isIgnored === true) === isIgnored;
      if (isUnchanged && !last.isRacy) return last.entry;
      try {
        const next = read(path, source, stat, isIgnored);
        const isEqual = isUnchanged && next.entry.sha256 === last.entry.sha256 && next.entry.ctime === last.entry.ctime;
        known.set(path, isEqual ? { ...next, entry: last.entry } : next);
        return isEqual ? last.entry : next.entry;
      } catch (error) {
        if (isAbsence(error)) return null;
        if (isFirst || !['EACCES', 'EPERM', 'ELOOP'].includes(systemCode(error)))
          throw treeError('reading', path, error);
        return unreadable(path, stat, isIgnored);
      }
    },

    seed(entries, atMs) {
      for (const entry of entries) {
        if (entry.kind === 'other' || !store.has(entry.sha256)) continue;
        const mtimeMs = statMs(entry.mtime);
        const ctimeMs = statMs(entry.ctime);
        const racy = isRacy(mtimeMs, ctimeMs, atMs);
        known.set(entry.path, { entry, size: entry.size, mode: 0, mtimeMs, ctimeMs, inode: null, isRacy: racy });
      }
    },

    clear() {
      known.clear();
    },
  };
}

function unreadable(path: string, stat: fs.Stats, isIgnored: boolean): TreeEntry {
  return { ...folderMark(path, stat), kind: kindOf(stat), ...(isIgnored ? { isIgnored: true } : {}) };
}

/** The entry of a git folder inside the tree: that it is there, no more. */
export function folderMark(path: string, stat: fs.Stats): TreeEntry {
  return { path, kind: 'other', mode: stat.mode & 0o7777, size: 0, mtime: '0', ctime: '0', sha256: '' };
}
