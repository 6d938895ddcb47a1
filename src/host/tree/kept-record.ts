import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import type { TreeEntry } from '../../run/tree.ts';
import { syncFolder } from '../atomic-file.ts';
import type { GitView } from './git-location.ts';
import { isAbsence } from './tree-error.ts';

/** A record with what its comparison and its undo need beside the entries. */
export interface KeptRecord {
  readonly entries: ReadonlyMap<string, TreeEntry>;
  readonly folders: ReadonlySet<string>;
  readonly view: GitView | null;
  /** Hashes of the ignore files it was made with, by path. */
  readonly ignoreFiles: ReadonlyMap<string, string>;
  /** Milliseconds since 1970 at which the record was begun. */
  readonly atMs: number;
}

/**
 * The last kept record on disk, `record.jsonl`: a header, then blocks of what changed, each closed by a line with its hash.
 * A block without its closing line was torn by a crash and does not count.
 */
export interface KeptRecordFile {
  load(): KeptRecord | undefined;
  /** Durable when it returns. */
  keep(record: KeptRecord): void;
  forget(): void;
}

type Line =
  | { readonly set: TreeEntry }
  | { readonly delete: string }
  | { readonly folder: string }
  | { readonly noFolder: string };

interface Close {
  readonly end: string;
  readonly atMs: number;
  readonly view: GitView | null;
  readonly ignoreFiles: readonly (readonly [path: string, sha256: string])[];
}

const VERSION = 1;
// Beyond this the file is written anew, so that its length follows the tree and not the length of the run.
const MAX_GROWTH = 2;
const GROWTH_BYTES = 1 << 20;
const HEADER = `${JSON.stringify({ v: VERSION, kind: 'praxis-tree-record' })}\n`;
const EMPTY: KeptRecord = { entries: new Map(), folders: new Set(), view: null, ignoreFiles: new Map(), atMs: 0 };

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isSameRow(a: TreeEntry, b: TreeEntry | undefined): boolean {
  return a === b || (b !== undefined && JSON.stringify(a) === JSON.stringify(b));
}

function differences(from: KeptRecord, to: KeptRecord): readonly Line[] {
  const lines: Line[] = [];
  for (const [path, entry] of to.entries) if (!isSameRow(entry, from.entries.get(path))) lines.push({ set: entry });
  for (const path of from.entries.keys()) if (!to.entries.has(path)) lines.push({ delete: path });
  for (const folder of to.folders) if (!from.folders.has(folder)) lines.push({ folder });
  for (const folder of from.folders) if (!to.folders.has(folder)) lines.push({ noFolder: folder });
  return lines;
}

function block(lines: readonly Line[], record: KeptRecord): string {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { atMs, view } = record;
  const close: Close = { end: hashOf(text), atMs, view, ignoreFiles: [...record.ignoreFiles] };
  return `${text}${JSON.stringify(close)}\n`;
}

function tooNew(version: string): PraxisError {
  return new PraxisError('RECORD_TOO_NEW', `the kept record of the work tree has version ${version}`, {
    hint: `This Praxis knows version ${VERSION}; resume with the one that began the run.`,
  });
}

/** Replays the blocks of a file up to the last one that is whole. */
function replay(text: string): KeptRecord | undefined {
  const [first = '', ...rest] = text.split('\n');
  const version = /^\{"v":(\d+),"kind":"praxis-tree-record"/.exec(first)?.[1];
  if (version === undefined) return undefined;
  if (Number(version) !== VERSION) throw tooNew(version);
  const entries = new Map<string, TreeEntry>();
  const folders = new Set<string>();
  let last: Close | undefined;
  let open: string[] = [];
  for (const line of rest) {
    if (!line.startsWith('{"end":')) {
      open.push(line);
      continue;
    }
    const close = parseClose(line);
    if (close === undefined || close.end !== hashOf(open.map((each) => `${each}\n`).join(''))) break;
    for (const each of open) apply(JSON.parse(each), entries, folders);
    last = close;
    open = [];
  }
  if (last === undefined) return undefined;
  return { entries, folders, view: last.view, ignoreFiles: new Map(last.ignoreFiles), atMs: last.atMs };
}

function parseClose(line: string): Close | undefined {
  try {
    return JSON.parse(line);
  } catch {
    // A torn last line; the block before it stands.
    return undefined;
  }
}

function apply(line: Line, entries: Map<string, TreeEntry>, folders: Set<string>): void {
  if ('set' in line) entries.set(line.set.path, line.set);
  else if ('delete' in line) entries.delete(line.delete);
  else if ('folder' in line) folders.add(line.folder);
  else folders.delete(line.noFolder);
}

/** The kept record in a folder. */
export function keptRecordFile(folder: string): KeptRecordFile {
  const file = join(folder, 'record.jsonl');
  let kept = EMPTY;
  let size = 0;
  let sizeAtRewrite = 0;
  let inode = -1;

  const rewrite = (record: KeptRecord): void => {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const text = HEADER + block(differences(EMPTY, record), record);
    const fd = fs.openSync(`${file}.new`, 'w', 0o600);
    try {
      fs.writeFileSync(fd, text);
      fs.fsyncSync(fd);
      const stat = fs.fstatSync(fd);
      size = stat.size;
      sizeAtRewrite = size;
      inode = stat.ino;
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(`${file}.new`, file);
    syncFolder(folder);
  };

  const append = (text: string): void => {
    const fd = fs.openSync(file, 'a');
    try {
      fs.writeFileSync(fd, text);
      fs.fdatasyncSync(fd);
      size += Buffer.byteLength(text);
    } finally {
      fs.closeSync(fd);
    }
  };

  return {
    load() {
      try {
        return replay(fs.readFileSync(file, 'utf8'));
      } catch (error) {
        if (isAbsence(error)) return undefined;
        throw error;
      }
    },

    keep(record) {
      const lines = differences(kept, record);
      const stat = fs.lstatSync(file, { throwIfNoEntry: false });
      const isOurs = stat !== undefined && stat.ino === inode && stat.size === size;
      const isGrown = size > MAX_GROWTH * sizeAtRewrite + GROWTH_BYTES;
      if (isOurs && !isGrown) append(block(lines, record));
      else rewrite(record);
      kept = record;
    },

    forget() {
      kept = EMPTY;
      inode = -1;
      fs.rmSync(file, { force: true });
    },
  };
}
