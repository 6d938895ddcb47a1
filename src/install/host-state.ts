import { existsSync } from 'node:fs';
import { hookPath } from '../host/hook-copy.ts';
import { type FoundHook, findHooks } from './hooks-in-settings.ts';
import type { HostName } from './host-name.ts';
import { installedPlugins } from './other-way.ts';
import { readSettings } from './settings-file.ts';

/** How Praxis stands in a host now, told by the host's own files. */
export interface HostState {
  /** Our hooks in its settings. */
  readonly hooks: readonly FoundHook[];
  /** Our plugins in it. */
  readonly plugins: readonly string[];
  /** Programs that the hooks start and that are not there. */
  readonly missing: readonly string[];
}

/** Reads alone. SETTINGS_INVALID, SETTINGS_IO where the host's file cannot be read. */
export function hostState(host: HostName, home: string, settingsPath: string): HostState {
  const file = readSettings(settingsPath);
  const script = hookPath(home);
  const hooks = file.text === null ? [] : findHooks(file.text, script, settingsPath);
  const programs = [...new Set([...hooks.flatMap(({ node }) => node ?? []), ...(hooks.length > 0 ? [script] : [])])];
  return { hooks, plugins: installedPlugins(host, file), missing: programs.filter((path) => !existsSync(path)) };
}
