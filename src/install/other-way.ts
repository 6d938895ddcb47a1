import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import { HOST_TITLES, type HostName } from './host-name.ts';
import { nodeAt, objectTree } from './json-edit.ts';
import type { SettingsFile } from './settings-file.ts';

/** Our plugins in a host, as `plugin@marketplace`, told by what the host itself keeps. */
export function installedPlugins(host: HostName, settings: SettingsFile): readonly string[] {
  return host === 'claude-code' ? claudePlugins(settings) : codexPlugins(dirname(settings.path));
}

function claudePlugins({ text, path }: SettingsFile): readonly string[] {
  const tree = text === null ? null : objectTree(text, path);
  const enabled = tree === null ? undefined : nodeAt(tree, ['enabledPlugins']);
  return (enabled?.children ?? []).flatMap(({ children: [name, value] = [] }) => {
    const isOn = value !== undefined && text?.slice(value.offset, value.offset + value.length) === 'true';
    const plugin = name?.value;
    return isOn && isOurs(plugin) ? [plugin] : [];
  });
}

/** Codex copies a plugin into its cache and takes the copy away with it. */
function codexPlugins(codexHome: string): readonly string[] {
  const cache = join(codexHome, 'plugins', 'cache');
  if (!existsSync(cache)) return [];
  return readdirSync(cache).flatMap((market) =>
    ['praxis', 'praxis-bounds']
      .filter((name) => existsSync(join(cache, market, name)))
      .map((name) => `${name}@${market}`),
  );
}

function isOurs(name: string | undefined): name is string {
  return name !== undefined && /^praxis(-bounds)?@/.test(name);
}

/** Both would record everything twice. */
export function refuseOtherWay(host: HostName, plugins: readonly string[]): void {
  if (plugins.length === 0) return;
  const remove = host === 'claude-code' ? 'claude plugin uninstall' : 'codex plugin remove';
  throw new PraxisError('SETTINGS_INVALID', `${plugins.join(', ')} is installed in ${HOST_TITLES[host]} as a plugin`, {
    hint: `Never both: what an agent does would be recorded twice. Take it out with \`${remove} ${plugins[0]}\`, or leave it so.`,
  });
}
