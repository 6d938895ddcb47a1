import { nodeAt, objectTree, removed } from './json-edit.ts';
import { MARKETPLACE, PLUGINS } from './plugin-folder.ts';
import type { SettingsFile } from './settings-file.ts';

/** The members of Claude Code's settings that it writes for a plugin. */
const KEYS = ['enabledPlugins', 'extraKnownMarketplaces'] as const;

/** Which of them a file has. */
export function pluginKeys({ text, path }: SettingsFile): string[] {
  const tree = text === null ? null : objectTree(text, path);
  return KEYS.filter((key) => tree !== null && nodeAt(tree, [key]) !== undefined);
}

/** The text without our plugins, and without those of the host's members that are empty and were not there before. */
export function withoutPlugins(text: string, keptKeys: readonly string[], where: string): string {
  const ours = [...PLUGINS.map((name) => [KEYS[0], `${name}@${MARKETPLACE}`]), [KEYS[1], MARKETPLACE]];
  let changed = text;
  for (const path of ours) changed = removed(changed, path, where);
  for (const key of KEYS.filter((name) => !keptKeys.includes(name))) {
    const tree = objectTree(changed, where);
    const node = tree === null ? undefined : nodeAt(tree, [key]);
    if (node?.type === 'object' && node.children?.length === 0) changed = removed(changed, [key], where);
  }
  return changed;
}
