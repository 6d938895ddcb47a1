import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../host/environment.ts';
import { packageFolder } from '../host/package-folder.ts';
import { startDetached } from '../host/start-detached.ts';

/** Lets a process of its own learn from what a library has sealed; nothing waits for it. Not where the user learns by hand. */
export function learnLater(cwd: string, libraryName: string | null, environment: Environment): void {
  const program = join(packageFolder(), 'dist', 'praxis-cli.mjs');
  if (environment.isCaptureOff || environment.isLearningManual || !existsSync(program)) return;
  const named = libraryName === null ? [] : ['--library', libraryName];
  const args = ['learn', '--background', ...named];
  startDetached({ program, args, cwd, env: environment.childEnvironment({}) });
}
