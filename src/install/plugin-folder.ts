import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../host/package-folder.ts';
import type { HookGroup } from './hook-groups.ts';

/** The marketplace's name, and that of each plugin in it. */
export const MARKETPLACE = 'praxis';
export const PLUGINS = ['praxis', 'praxis-bounds'] as const;
type PluginName = (typeof PLUGINS)[number];
export type PluginHooks = Readonly<Record<PluginName, readonly HookGroup[]>>;

/** Where the plugins lie that a host reads in place: they stay there when the package moves or goes. */
export function pluginFolder(home: string): string {
  return join(home, 'plugin');
}

/**
 * Copies the plugins of this package to PRAXIS_HOME, with hooks that start the copied program by absolute paths: a host
 * that was started from a desktop may know no `node`.
 */
export function writePlugins(home: string, hooks: PluginHooks): void {
  copyPlugins(home);
  for (const name of PLUGINS) writeFileSync(hooksPath(home, name), hooksText(hooks[name]));
}

/** Brings the copied plugins to those of this package, where there are any; their hooks stay as they were agreed to. */
export function refreshPlugins(home: string): void {
  if (!existsSync(pluginFolder(home))) return;
  const kept = PLUGINS.map((name) => [name, readFileSync(hooksPath(home, name))] as const);
  copyPlugins(home);
  for (const [name, text] of kept) writeFileSync(hooksPath(home, name), text);
}

/** Whether the copied plugins have these hooks. */
export function havePlugins(home: string, hooks: PluginHooks): boolean {
  return PLUGINS.every((name) => {
    const path = hooksPath(home, name);
    return existsSync(path) && readFileSync(path, 'utf8') === hooksText(hooks[name]);
  });
}

function copyPlugins(home: string): void {
  mkdirSync(pluginFolder(home), { recursive: true, mode: 0o700 });
  cpSync(join(packageFolder(), 'plugin'), pluginFolder(home), {
    recursive: true,
    // The hooks are written apart, and start the program without this one between.
    filter: (source) => !/[\\/](hooks\.json|hook\.mjs)$/.test(source),
  });
}

function hooksPath(home: string, name: PluginName): string {
  return join(pluginFolder(home), name, 'hooks', 'hooks.json');
}

function hooksText(groups: readonly HookGroup[]): string {
  const hooks = Object.fromEntries(groups.map(({ event, group }) => [event, [group]]));
  return `${JSON.stringify({ hooks }, null, 2)}\n`;
}
