import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { packageFolder } from './package-folder.ts';
import { makePrivateFolder } from './private-folder.ts';
import { rememberWorker } from './session-worker.ts';

/** Where the program lies that hosts start: it stays there when the package moves or goes. */
export function hookPath(home: string): string {
  return join(home, 'hook', 'hook.mjs');
}

/** How the copy stands to the program of this package. */
export type HookCopyState = 'missing' | 'older' | 'same' | 'newer';

/** `version` is that of this package. SETTINGS_IO where the package has no program. */
export function hookCopyState(home: string, version: string): HookCopyState {
  const path = hookPath(home);
  if (!existsSync(path)) return 'missing';
  if (readFileSync(path).equals(packagedHook())) return 'same';
  return isOlder(version, copiedVersion(home)) ? 'newer' : 'older';
}

/** Copies the program of this package for the hosts to start, unless the copy is the same or of a newer package; says whether it did. */
export function refreshHookCopy(home: string, version: string): boolean {
  const state = hookCopyState(home, version);
  if (state !== 'newer') rememberWorker(home);
  if (state === 'same' || state === 'newer') return false;
  makePrivateFolder(join(home, 'hook'));
  writeFileAtomically(hookPath(home), packagedHook(), { mode: 0o600 });
  writeFileAtomically(versionPath(home), `${version}\n`, { mode: 0o600 });
  return true;
}

/** Beside the program, so that a second, older installation of the package does not take it back. */
function versionPath(home: string): string {
  return join(home, 'hook', 'version');
}

/** The version of the package that the copy is of, as far as it is known. */
function copiedVersion(home: string): string {
  return existsSync(versionPath(home)) ? readFileSync(versionPath(home), 'utf8').trim() : '0.0.0';
}

/** By their three numbers; what stands behind a `-` does not count. */
function isOlder(version: string, other: string): boolean {
  const [numbers, others] = [version, other].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  for (let place = 0; place < 3; place++) {
    const difference = (numbers?.[place] ?? 0) - (others?.[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function packagedHook(): Buffer {
  const path = join(packageFolder(), 'dist', 'hook.mjs');
  try {
    return readFileSync(path);
  } catch (error) {
    throw new PraxisError('SETTINGS_IO', `this package has no ${path}`, {
      hint: 'Install praxis again; in a clone, run `npm run build` first.',
      cause: error,
    });
  }
}
