import { join } from 'node:path';
import type { HostName } from './host-name.ts';

/** Where a host keeps what is ours to change. `variables` are those of the process, `userHome` is absolute. */
export function hostSettingsPath(
  host: HostName,
  variables: Readonly<Record<string, string | undefined>>,
  userHome: string,
): string {
  return host === 'claude-code'
    ? join(variables.CLAUDE_CONFIG_DIR || join(userHome, '.claude'), 'settings.json')
    : join(codexHome(variables, userHome), 'hooks.json');
}

/** `CODEX_HOME`, else `~/.codex`. */
function codexHome(variables: Readonly<Record<string, string | undefined>>, userHome: string): string {
  return variables.CODEX_HOME || join(userHome, '.codex');
}
