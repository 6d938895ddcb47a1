import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CaptureScope } from '../hooks/capture-switch.ts';
import { hookCopyState, hookPath, refreshHookCopy } from '../host/hook-copy.ts';
import { makePrivateFolder, restrictFolder } from '../host/private-folder.ts';
import { capturePath, readCapture, withoutScope, withScope } from './capture-file.ts';
import { withoutTrust } from './codex-trust-tables.ts';
import { type HomeFile, homeFile, writeHomeFile } from './home-file.ts';
import { type HookGroup, hookGroups } from './hook-groups.ts';
import { findHooks } from './hooks-in-settings.ts';
import type { HostName } from './host-name.ts';
import type { RunHost } from './host-program.ts';
import { type PluginPlan, planPluginRemoval, planPluginSettings, planPlugins, pluginRecord } from './install-plugin.ts';
import { type HostRecord, type Installed, installedPath, readInstalled } from './installed.ts';
import { installedPlugins, refuseOtherWay } from './other-way.ts';
import { pluginFolder, writePlugins } from './plugin-folder.ts';
import { policiesDocument, policiesPath, readPolicies, withPolicy } from './policy-registration.ts';
import { widened } from './scope.ts';
import { assertWritable, readSettings, type SettingsFile, writeSettings } from './settings-file.ts';
import { type PlanContext, planHooks, planRemoval, type SettingsPlan } from './settings-plan.ts';

/** What this machine is, as far as an installation asks. */
export interface InstallContext {
  /** `PRAXIS_HOME`. */
  readonly home: string;
  /** Absolute path of the Node that hosts start. */
  readonly node: string;
  /** The file that the host reads its hooks from. */
  readonly settingsPath: string;
  /** ISO 8601 UTC. */
  readonly now: string;
  /** Of this package. */
  readonly version: string;
  /** Runs the host's own command line; HOST_MISSING where it is not there or fails. */
  readonly runHost: RunHost;
  /** Whether it is there. */
  isHostThere(): boolean;
}

export interface InstallRequest {
  readonly host: HostName;
  readonly way: HostRecord['way'];
  readonly scope: CaptureScope;
  /** Absolute path of a policy; null: none is given, and none that was is taken away. */
  readonly policy: string | null;
  /** Whether a hook that breaks blocks the call. */
  readonly isEnforced: boolean;
}

/** What an installation or its removal would change; nothing is written yet. */
export interface InstallPlan {
  readonly way: HostRecord['way'];
  readonly settings: SettingsPlan;
  readonly plugins: PluginPlan;
  /** What becomes of the file in which Codex keeps its trust; undefined: nothing. */
  readonly trust?: SettingsPlan;
  /** Files of PRAXIS_HOME that change. */
  readonly files: readonly HomeFile[];
  /** What becomes of the copy of the hook: `keep` where it is the newest. */
  readonly copy: 'write' | 'keep' | 'remove';
  /** What is agreed to afterwards; undefined: nothing. */
  readonly scope: CaptureScope | undefined;
}

/** How the host would be installed in. Reads alone. */
export function planInstall(request: InstallRequest, context: InstallContext): InstallPlan {
  const { host } = request;
  const { home } = context;
  const installed = readInstalled(home);
  const known = installed.hosts[host];
  const capture = readCapture(home);
  const scope = widened(capture.hosts?.[host], request.scope);
  const policies =
    request.policy === null
      ? readPolicies(home)
      : withPolicy(readPolicies(home), request.policy, foldersOf(request.scope));
  const program = { node: context.node, script: hookPath(home) };
  const choice = { hasBounds: policies.length > 0, isEnforced: request.isEnforced };
  const file = readSettings(context.settingsPath);
  const parts =
    request.way === 'plugin'
      ? { settings: untouched(file), plugins: planPlugins(file, home, program, choice) }
      : { settings: planSettings(host, file, hookGroups(host, program, choice), known, context), plugins: NO_PLUGINS };
  const record: HostRecord = {
    way: request.way,
    installedAt: known?.installedAt ?? context.now,
    files: parts.settings.record === undefined ? [] : [parts.settings.record],
    ...(request.way === 'plugin' ? { plugin: pluginRecord(file, known) } : {}),
  };
  const state = hookCopyState(home, context.version);
  return {
    way: request.way,
    ...parts,
    files: changed([
      homeFile(installedPath(home), { v: 1, hosts: { ...installed.hosts, [host]: record } } satisfies Installed),
      homeFile(capturePath(home), withScope(capture, host, scope)),
      homeFile(policiesPath(home), policiesDocument(policies)),
    ]),
    copy: state === 'missing' || state === 'older' ? 'write' : 'keep',
    scope,
  };
}

function planSettings(
  host: HostName,
  file: SettingsFile,
  groups: readonly HookGroup[],
  known: HostRecord | undefined,
  context: InstallContext,
): SettingsPlan {
  refuseOtherWay(host, installedPlugins(host, file));
  const plan = planHooks(file, groups, planContext(host, known, context));
  if (plan.isChanged) assertWritable(file);
  return plan;
}

const NO_PLUGINS: PluginPlan = { commands: [], hooks: undefined };

function untouched(file: SettingsFile): SettingsPlan {
  return { file, after: file.text, isChanged: false, record: undefined, isFolderOurs: false };
}

/** How the host would be left. Reads alone. */
export function planUninstall(host: HostName, context: InstallContext): InstallPlan {
  const { home } = context;
  const installed = readInstalled(home);
  const known = installed.hosts[host];
  const file = readSettings(context.settingsPath);
  const settings = planRemoval(file, planContext(host, known, context));
  if (settings.isChanged) assertWritable(file);
  // Where the host is gone, its settings are mended all the same.
  const plugins = host === 'claude-code' && context.isHostThere() ? planPluginRemoval(file) : NO_PLUGINS;
  const { [host]: _, ...hosts } = installed.hosts;
  const isLast = Object.keys(hosts).length === 0;
  return {
    way: known?.way ?? (installedPlugins(host, file).length > 0 ? 'plugin' : 'settings'),
    settings,
    plugins,
    ...(host === 'codex' ? trustRemoval(file, home) : {}),
    files: changed([
      homeFile(installedPath(home), isLast ? null : ({ v: 1, hosts } satisfies Installed)),
      homeFile(capturePath(home), withoutScope(readCapture(home), host)),
      homeFile(policiesPath(home), isLast ? null : policiesDocument(readPolicies(home))),
    ]),
    copy: isLast && existsSync(dirname(hookPath(home))) ? 'remove' : 'keep',
    scope: undefined,
  };
}

/** The tables by which Codex trusts our hooks go with them. */
function trustRemoval(hooks: SettingsFile, home: string): { readonly trust?: SettingsPlan } {
  const found = hooks.text === null ? [] : findHooks(hooks.text, hookPath(home), hooks.path);
  const file = readSettings(join(dirname(hooks.path), 'config.toml'));
  const after = file.text === null ? null : withoutTrust(file.text, hooks.path, found);
  if (after === file.text) return {};
  assertWritable(file);
  return { trust: { ...untouched(file), after, isChanged: true } };
}

/** Whether a plan changes nothing. */
export function isNothing({ settings, plugins, files, copy }: InstallPlan): boolean {
  const isPluginSame = plugins.commands.length === 0 && plugins.hooks === undefined;
  return !settings.isChanged && isPluginSame && files.length === 0 && copy === 'keep';
}

/** Does what an installation plans: the program first, then the consent, then the host's own file, so that no hook runs unasked. */
export function install({ settings, plugins, files }: InstallPlan, { home, version, runHost }: InstallContext): void {
  makePrivateFolder(home);
  restrictFolder(home);
  refreshHookCopy(home, version);
  for (const file of files) writeHomeFile(file);
  if (plugins.hooks !== undefined) writePlugins(home, plugins.hooks);
  for (const command of plugins.commands) runHost(command);
  if (settings.isChanged) writeSettings(settings.file, settings.after);
}

/** Does what a removal plans: the host's own file first, so that no hook is left without its program. */
export function uninstall(plan: InstallPlan, { home, runHost }: InstallContext): void {
  const { settings, plugins, files, copy } = plan;
  // Before the record of it goes.
  const record = readInstalled(home).hosts['claude-code']?.plugin;
  if (settings.isChanged) writeSettings(settings.file, settings.after);
  if (plan.trust !== undefined) writeSettings(plan.trust.file, plan.trust.after);
  for (const command of plugins.commands) runHost(command);
  if (plan.way === 'plugin') {
    const left = planPluginSettings(readSettings(settings.file.path), record);
    if (left.isChanged) writeSettings(left.file, left.after);
    if (left.after === null && record?.isFolderNew === true) removeEmptyFolder(dirname(settings.file.path));
    rmSync(pluginFolder(home), { recursive: true, force: true });
  }
  if (settings.isFolderOurs) removeEmptyFolder(dirname(settings.file.path));
  for (const file of files) writeHomeFile(file);
  if (copy === 'remove') rmSync(join(home, 'hook'), { recursive: true, force: true });
}

function planContext(
  host: HostName,
  known: HostRecord | undefined,
  { home, settingsPath }: InstallContext,
): PlanContext {
  const file = known?.files.find(({ path }) => path === settingsPath);
  return { script: hookPath(home), known: file, keepsPlaces: host === 'codex' };
}

function foldersOf(scope: CaptureScope): readonly (string | null)[] {
  return scope.kind === 'all' ? [null] : scope.folders;
}

function changed(files: readonly HomeFile[]): readonly HomeFile[] {
  return files.filter(({ before, after }) => before !== after);
}

/** Unless something has come into it since. */
function removeEmptyFolder(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
