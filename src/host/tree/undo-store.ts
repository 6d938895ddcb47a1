import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import { syncFolder } from '../atomic-file.ts';
import { isAbsence } from './tree-error.ts';

/**
 * Contents by their SHA-256 in one append-only file, `contents.pack`: for each content a header of 82 bytes (hash, space,
 * decimal length in 16 digits, line feed), then its bytes. One file, since one sync then makes any number of contents durable.
 */
export interface UndoStore {
  has(sha256: string): boolean;
  /** Adds a content unless it is there; returns its hash. */
  add(bytes: Uint8Array): string;
  /** Adds what an open file holds, in pieces; returns its hash and the bytes read. */
  addFile(fd: number): { readonly sha256: string; readonly size: number };
  /** Makes all that was added durable. */
  commit(): void;
  read(sha256: string): Buffer;
  /** Writes a content to an open file; throws where the copy is damaged. */
  writeTo(sha256: string, fd: number): void;
  /** Puts back a pack that was deleted or altered on disk. False where contents were lost. */
  heal(): boolean;
  /** Deletes the pack. */
  forget(): void;
}

interface Slice {
  readonly offset: number;
  readonly size: number;
}

const HEADER_BYTES = 82;
const HEADER = /^([0-9a-f]{64}) (\d{16})\n$/;
const PIECE_BYTES = 1 << 20;
const FLUSH_BYTES = 4 << 20;

function header(sha256: string, size: number): Buffer {
  return Buffer.from(`${sha256} ${String(size).padStart(16, '0')}\n`, 'latin1');
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function damaged(sha256: string): PraxisError {
  return new PraxisError('WORK_TREE_IO', `the undo copy of content ${sha256} is missing or damaged`, {
    hint: 'Restore the changed files from version control; something outside the run altered .praxis/undo/.',
  });
}

function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += fs.writeSync(fd, bytes, done, bytes.length - done, position + done);
}

/** Opens the pack of a folder; a tail torn by a crash, and anything whose hash is wrong, is dropped. */
export function openUndoStore(folder: string): UndoStore {
  const file = join(folder, 'contents.pack');
  const slices = new Map<string, Slice>();
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let fd = -1;
  let end = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let isDirty = false;
  let seen = { size: 0, mtimeMs: 0, ino: 0 };

  const readSlice = (from: number, slice: Slice, take: (bytes: Uint8Array) => void): void => {
    let at = 0;
    while (at < slice.size) {
      const count = fs.readSync(from, piece, 0, Math.min(PIECE_BYTES, slice.size - at), slice.offset + at);
      if (count === 0) return;
      take(piece.subarray(0, count));
      at += count;
    }
  };

  const isSound = (sha256: string, slice: Slice): boolean => {
    const hash = createHash('sha256');
    readSlice(fd, slice, (bytes) => hash.update(bytes));
    return hash.digest('hex') === sha256;
  };

  const scan = (): void => {
    slices.clear();
    const size = fs.fstatSync(fd).size;
    const head = Buffer.alloc(HEADER_BYTES);
    end = 0;
    while (end + HEADER_BYTES <= size) {
      fs.readSync(fd, head, 0, HEADER_BYTES, end);
      const match = HEADER.exec(head.toString('latin1'));
      const slice = { offset: end + HEADER_BYTES, size: Number(match?.[2] ?? 0) };
      if (match === null || slice.offset + slice.size > size) break;
      const sha256 = match[1] ?? '';
      if (isSound(sha256, slice)) slices.set(sha256, slice);
      end = slice.offset + slice.size;
    }
    fs.ftruncateSync(fd, end);
  };

  const remember = (): void => {
    const stat = fs.fstatSync(fd);
    seen = { size: stat.size, mtimeMs: stat.mtimeMs, ino: stat.ino };
  };

  const open = (): void => {
    if (fd >= 0) return;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fd = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_NOFOLLOW, 0o600);
    fs.fchmodSync(fd, 0o600);
    scan();
    syncFolder(folder);
    remember();
  };

  const flush = (): void => {
    if (pendingBytes === 0) return;
    writeAll(fd, Buffer.concat(pending), end - pendingBytes);
    pending = [];
    pendingBytes = 0;
  };

  const append = (bytes: Buffer): void => {
    pending.push(bytes);
    pendingBytes += bytes.length;
    end += bytes.length;
    isDirty = true;
    if (pendingBytes >= FLUSH_BYTES) flush();
  };

  const replaceDeletedFile = (): void => {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const old = fd;
    fd = fs.openSync(`${file}.new`, fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_TRUNC, 0o600);
    let at = 0;
    readSlice(old, { offset: 0, size: end }, (bytes) => {
      writeAll(fd, bytes, at);
      at += bytes.length;
    });
    fs.closeSync(old);
    fs.fsyncSync(fd);
    fs.rmSync(file, { recursive: true, force: true });
    fs.renameSync(`${file}.new`, file);
    syncFolder(folder);
  };

  const locate = (sha256: string): Slice => {
    open();
    flush();
    const slice = slices.get(sha256);
    if (slice === undefined) throw damaged(sha256);
    return slice;
  };

  const commit = (): void => {
    if (!isDirty) return;
    flush();
    fs.fdatasyncSync(fd);
    isDirty = false;
    remember();
  };

  return {
    has(sha256) {
      open();
      return slices.has(sha256);
    },

    add(bytes) {
      open();
      const sha256 = hashOf(bytes);
      if (slices.has(sha256)) return sha256;
      append(header(sha256, bytes.length));
      slices.set(sha256, { offset: end, size: bytes.length });
      append(Buffer.from(bytes));
      return sha256;
    },

    addFile(source) {
      open();
      flush();
      const start = end;
      const hash = createHash('sha256');
      let size = 0;
      for (;;) {
        const count = fs.readSync(source, piece, 0, PIECE_BYTES, size);
        if (count === 0) break;
        hash.update(piece.subarray(0, count));
        writeAll(fd, piece.subarray(0, count), start + HEADER_BYTES + size);
        size += count;
      }
      const sha256 = hash.digest('hex');
      if (slices.has(sha256)) {
        fs.ftruncateSync(fd, start);
        isDirty = true;
        return { sha256, size };
      }
      writeAll(fd, header(sha256, size), start);
      slices.set(sha256, { offset: start + HEADER_BYTES, size });
      end = start + HEADER_BYTES + size;
      isDirty = true;
      return { sha256, size };
    },

    commit,

    read(sha256) {
      const slice = locate(sha256);
      const bytes = Buffer.allocUnsafe(slice.size);
      let at = 0;
      readSlice(fd, slice, (part) => {
        bytes.set(part, at);
        at += part.length;
      });
      if (at !== slice.size || hashOf(bytes) !== sha256) throw damaged(sha256);
      return bytes;
    },

    writeTo(sha256, target) {
      const slice = locate(sha256);
      const hash = createHash('sha256');
      let at = 0;
      readSlice(fd, slice, (bytes) => {
        hash.update(bytes);
        writeAll(target, bytes, at);
        at += bytes.length;
      });
      if (hash.digest('hex') !== sha256) throw damaged(sha256);
    },

    heal() {
      open();
      if (isDirty) {
        // What was added meanwhile is ours; it becomes durable before an act, not at each look.
        flush();
        remember();
      }
      const known = slices.size;
      const own = fs.fstatSync(fd);
      if (own.size !== seen.size || own.mtimeMs !== seen.mtimeMs) scan();
      const onDisk = lstatOrNull(file);
      if (onDisk?.ino !== own.ino) replaceDeletedFile();
      remember();
      return slices.size === known;
    },

    forget() {
      if (fd >= 0) fs.closeSync(fd);
      fd = -1;
      end = 0;
      isDirty = false;
      pending = [];
      pendingBytes = 0;
      slices.clear();
      fs.rmSync(file, { force: true });
    },
  };
}

function lstatOrNull(path: string): fs.Stats | null {
  try {
    return fs.lstatSync(path);
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}
