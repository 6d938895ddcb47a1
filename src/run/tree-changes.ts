import type { TreeChange, TreeEntry, TreeRecord } from './tree.ts';

/** Whether two records of a path show the same thing: kind, mode and content; times are no part of it. */
function isSameEntry(a: TreeEntry, b: TreeEntry): boolean {
  return a.kind === b.kind && a.sha256 === b.sha256 && a.mode === b.mode;
}

/** What changed between two records, in the order of the paths. */
export function treeChanges(before: TreeRecord, after: TreeRecord): readonly TreeChange[] {
  if (before.entries === after.entries) return [];
  const changes: TreeChange[] = [];
  for (const [path, entry] of before.entries) {
    const now = after.entries.get(path);
    if (now === entry || (now !== undefined && isSameEntry(entry, now))) continue;
    changes.push({ path, before: entry, after: now ?? null });
  }
  for (const [path, entry] of after.entries)
    if (!before.entries.has(path)) changes.push({ path, before: null, after: entry });
  return changes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
