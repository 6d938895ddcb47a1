import { existsSync } from 'node:fs';
import { readEnvironment } from '../host/environment.ts';
import { hookPath, refreshHookCopy } from '../host/hook-copy.ts';
import type { CommandIo } from './io.ts';
import { oneLine } from './table.ts';
import { VERSION } from './version.ts';

/** Brings the program that hosts start to that of this package, where a host was ever installed in. The command itself does not depend on it. */
export async function refreshHook(io: CommandIo): Promise<void> {
  const { home } = readEnvironment();
  if (!existsSync(hookPath(home))) return;
  try {
    if (!refreshHookCopy(home, VERSION)) return;
    const { refreshPlugins } = await import('../install/plugin-folder.ts');
    refreshPlugins(home);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    io.stderr(`warning: the hook that agents start could not be brought up to date: ${oneLine(detail, 300)}\n`);
  }
}
