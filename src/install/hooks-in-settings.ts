import { type HookGroup, nodeOf, runsScript } from './hook-groups.ts';
import { appended, type Insertion, nodeAt, objectTree, removed, replaced } from './json-edit.ts';

export interface SettingsEdit {
  readonly text: string;
  readonly insertions: readonly Insertion[];
}

/** Appends our groups, each at the end of its event. */
export function addHooks(text: string, groups: readonly HookGroup[], where: string): SettingsEdit {
  let changed = text;
  const insertions: Insertion[] = [];
  for (const { event, group } of groups) {
    const next = appended(changed, ['hooks', event], group, where);
    changed = next.text;
    insertions.push(...next.insertions);
  }
  return { text: changed, insertions };
}

/** One of our handlers as it was found. */
export interface FoundHook {
  readonly event: string;
  /** Place of its group in the event, from 0. */
  readonly group: number;
  readonly handler: number;
  /** The Node that it runs our program with; undefined where the command is of another form. */
  readonly node?: string;
}

/** Where our program is registered, in order. */
export function findHooks(text: string, script: string, where: string): readonly FoundHook[] {
  const tree = objectTree(text, where);
  const hooks = tree === null ? undefined : nodeAt(tree, ['hooks']);
  if (hooks?.type !== 'object') return [];
  const parsed = JSON.parse(text.replace(/^\ufeff/, '')) as { readonly hooks: Readonly<Record<string, unknown>> };
  return Object.entries(parsed.hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, groupIndex) =>
      listOf((group as { readonly hooks?: unknown } | null)?.hooks).flatMap((handler, index) =>
        runsScript(handler, script)
          ? [{ event, group: groupIndex, handler: index, ...withNode(nodeOf(handler, script)) }]
          : [],
      ),
    ),
  );
}

function withNode(node: string | undefined): { readonly node?: string } {
  return node === undefined ? {} : { node };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export interface Removal {
  /** Whether a group of another tool may not move up: its place is part of what its user trusted. */
  readonly keepsPlaces: boolean;
}

/** Takes our handlers out, and what of groups, events and `hooks` is empty without them. */
export function removeHooks(text: string, script: string, where: string, { keepsPlaces }: Removal): string {
  let changed = text;
  for (;;) {
    // From the last on, so that the places of those before stay.
    const own = findHooks(changed, script, where).at(-1);
    if (own === undefined) return changed;
    changed = withoutHook(changed, own, where, keepsPlaces);
  }
}

function withoutHook(text: string, { event, group, handler }: FoundHook, where: string, keepsPlaces: boolean): string {
  const size = (changed: string, path: readonly (string | number)[]): number => {
    const tree = objectTree(changed, where);
    return (tree === null ? undefined : nodeAt(tree, path))?.children?.length ?? 0;
  };
  const groupPath = ['hooks', event, group];
  if (size(text, [...groupPath, 'hooks']) > 1) return removed(text, [...groupPath, 'hooks', handler], where);
  if (keepsPlaces && group < size(text, ['hooks', event]) - 1) return replaced(text, groupPath, { hooks: [] }, where);
  let changed = removed(text, groupPath, where);
  if (size(changed, ['hooks', event]) > 0) return changed;
  changed = removed(changed, ['hooks', event], where);
  return size(changed, ['hooks']) > 0 ? changed : removed(changed, ['hooks'], where);
}
