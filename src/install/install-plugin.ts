import { PraxisError } from '../base/errors.ts';
import { hookPath } from '../host/hook-copy.ts';
import { claudeBounds, claudeCapture, type HookProgram } from './hook-groups.ts';
import { findHooks } from './hooks-in-settings.ts';
import type { HostRecord } from './installed.ts';
import { installedPlugins } from './other-way.ts';
import { havePlugins, MARKETPLACE, type PluginHooks, pluginFolder } from './plugin-folder.ts';
import { pluginKeys, withoutPlugins } from './plugin-settings.ts';
import type { SettingsFile } from './settings-file.ts';
import type { SettingsPlan } from './settings-plan.ts';

/** What the host itself is asked to do. */
export interface PluginPlan {
  /** Its command lines, without its name. */
  readonly commands: readonly (readonly string[])[];
  /** The hooks of the plugins, where they are to be written. */
  readonly hooks: PluginHooks | undefined;
}

export interface PluginChoice {
  readonly hasBounds: boolean;
  readonly isEnforced: boolean;
}

/** How our plugins come into Claude Code. SETTINGS_INVALID where our hooks stand in its settings: both would record twice. */
export function planPlugins(file: SettingsFile, home: string, program: HookProgram, choice: PluginChoice): PluginPlan {
  if (file.text !== null && findHooks(file.text, hookPath(home), file.path).length > 0) {
    throw new PraxisError('SETTINGS_INVALID', `the hooks of Praxis stand in ${file.path} already`, {
      hint: 'Never both: `praxis uninstall claude-code` first, or stay with --settings.',
    });
  }
  const hooks = { praxis: claudeCapture(program), 'praxis-bounds': claudeBounds(program, choice.isEnforced) };
  const there = installedPlugins('claude-code', file);
  const wanted = choice.hasBounds ? ['praxis', 'praxis-bounds'] : ['praxis'];
  const missing = wanted.filter((name) => !there.includes(`${name}@${MARKETPLACE}`));
  return {
    commands: missing.map((name) => ['plugin', 'install', name, '--marketplace', pluginFolder(home)]),
    hooks: havePlugins(home, hooks) ? undefined : hooks,
  };
}

/** How they go: by the host's own commands as far as it knows them. */
export function planPluginRemoval(file: SettingsFile): PluginPlan {
  const own = installedPlugins('claude-code', file).filter((name) => name.endsWith(`@${MARKETPLACE}`));
  const commands = own.map((name) => ['plugin', 'uninstall', name]);
  return {
    commands: own.length === 0 ? [] : [...commands, ['plugin', 'marketplace', 'remove', MARKETPLACE]],
    hooks: undefined,
  };
}

/** What is kept of the settings as they were before. */
export function pluginRecord(file: SettingsFile, known: HostRecord | undefined): HostRecord['plugin'] {
  return (
    known?.plugin ?? {
      keys: pluginKeys(file),
      isNew: file.text === null,
      isFolderNew: file.text === null && !file.isFolderThere,
    }
  );
}

/** What is left to take out of the settings after the host did its part. */
export function planPluginSettings(file: SettingsFile, record: HostRecord['plugin']): SettingsPlan {
  const nothing = { file, after: file.text, isChanged: false, record: undefined, isFolderOurs: false };
  if (file.text === null) return nothing;
  const left = withoutPlugins(file.text, record?.keys ?? ['enabledPlugins', 'extraKnownMarketplaces'], file.path);
  const after = record?.isNew === true && /^\ufeff?\s*\{\s*\}\s*$/.test(left) ? null : left;
  return { ...nothing, after, isChanged: after !== file.text };
}
