import { join, resolve } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import { packageFolder } from '../host/package-folder.ts';
import { readBounded, unreadableBecause } from '../host/read-bounded.ts';
import { MAX_SOURCE_LENGTH } from '../mel/syntax/source-length.ts';
import type { Controller } from '../run/controller.ts';
import { loadController } from '../run/load-controller.ts';

/** The domain that steers a run: the user's, or the embedded one. Throws CONTROLLER_INVALID with what it lacks. */
export async function readController(file: string | null, cwd: string): Promise<Controller> {
  const path = file === null ? join(packageFolder(), 'src/run/reflective.mel') : resolve(cwd, file);
  let source: Uint8Array;
  try {
    // No code unit takes more than three bytes, so one byte more is too long in any case.
    source = await readBounded(path, MAX_SOURCE_LENGTH * 3 + 1);
  } catch (error) {
    throw new PraxisError('CONTROLLER_INVALID', `the controller ${file ?? path} ${unreadableBecause(error)}`, {
      hint: '--controller names a MEL file.',
      cause: error,
    });
  }
  const loaded = await loadController(source, file ?? path);
  if (loaded.kind === 'controller') return loaded.controller;
  throw new PraxisError('CONTROLLER_INVALID', loaded.problems.join('\n'), {
    hint: 'The interface of a controller is described in docs/run.md; check the file with `praxis mel check`.',
  });
}
