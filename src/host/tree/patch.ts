import { Buffer, isUtf8 } from 'node:buffer';
import { structuredPatch } from 'diff';
import type { TreeChange, TreeEntry } from '../../run/tree.ts';

/** Longest patch text, in characters; what does not fit is named only. */
const MAX_PATCH_LENGTH = 1 << 20;
const MAX_FILE_BYTES = 1 << 19;
// Beyond so many changed lines a line-by-line comparison costs seconds and tells nobody anything.
const MAX_EDITS = 5000;

function quoted(path: string): string {
  return /[\x00-\x1f"\\\x7f\ud800-\udfff]/.test(path) ? JSON.stringify(path) : path;
}

function gitMode(entry: TreeEntry): string {
  return entry.kind === 'link' ? '120000' : `100${(entry.mode & 0o777).toString(8).padStart(3, '0')}`;
}

function headLines(change: TreeChange, from: string, to: string): readonly string[] {
  const { before, after } = change;
  const head = [`diff --git ${from} ${to}`];
  if (before === null && after !== null) head.push(`new file mode ${gitMode(after)}`);
  else if (before !== null && after === null) head.push(`deleted file mode ${gitMode(before)}`);
  else if (before !== null && after !== null && gitMode(before) !== gitMode(after))
    head.push(`old mode ${gitMode(before)}`, `new mode ${gitMode(after)}`);
  return head;
}

function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8000).includes(0) || !isUtf8(bytes);
}

/** `start,lines` of one side; an empty side counts from the line before it. */
function hunkRange(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

function hunkLines(from: string, to: string, before: Buffer, after: Buffer): readonly string[] | null {
  const patch = structuredPatch(from, to, before.toString('utf8'), after.toString('utf8'), '', '', {
    context: 3,
    maxEditLength: MAX_EDITS,
  });
  return (
    patch?.hunks.flatMap((hunk) => [
      `@@ -${hunkRange(hunk.oldStart, hunk.oldLines)} +${hunkRange(hunk.newStart, hunk.newLines)} @@`,
      ...hunk.lines,
    ]) ?? null
  );
}

function changeLines(change: TreeChange, read: (entry: TreeEntry) => Buffer | null): readonly string[] {
  const { before, after } = change;
  const from = quoted(`a/${change.path}`);
  const to = quoted(`b/${change.path}`);
  const head = headLines(change, from, to);
  if (before?.kind === 'other' || after?.kind === 'other') return [...head, `Special files ${from} and ${to} differ`];
  if (before?.sha256 === after?.sha256 && before?.kind === after?.kind) return head;
  const size = Math.max(before?.size ?? 0, after?.size ?? 0);
  if (size > MAX_FILE_BYTES) return [...head, `Files ${from} and ${to} differ (${size} bytes, too large to show)`];
  const bytesBefore = before === null ? Buffer.alloc(0) : read(before);
  const bytesAfter = after === null ? Buffer.alloc(0) : read(after);
  if (bytesBefore === null || bytesAfter === null)
    return [...head, `Files ${from} and ${to} differ (no copy was kept)`];
  if (isBinary(bytesBefore) || isBinary(bytesAfter)) return [...head, `Binary files ${from} and ${to} differ`];
  const hunks = hunkLines(from, to, bytesBefore, bytesAfter);
  if (hunks === null) return [...head, `Files ${from} and ${to} differ (too many changes to show)`];
  const names = [`--- ${before === null ? '/dev/null' : from}`, `+++ ${after === null ? '/dev/null' : to}`];
  return hunks.length === 0 ? head : [...head, ...names, ...hunks];
}

/** Changes as one unified patch text in git's form. Binary, special and very large files are named only. */
export function patchText(changes: readonly TreeChange[], read: (entry: TreeEntry) => Buffer | null): string {
  const parts: string[] = [];
  let length = 0;
  for (const [at, change] of changes.entries()) {
    const part = `${changeLines(change, read).join('\n')}\n`;
    if (length + part.length > MAX_PATCH_LENGTH) {
      parts.push(`(${changes.length - at} more changed paths are not shown: the patch is limited to 1 MiB)\n`);
      break;
    }
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}
