import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import { packageFolder } from '../host/package-folder.ts';
import type { Controller } from '../run/controller.ts';
import { loadController } from '../run/mel-controller.ts';

/** The domain that steers a run: the user's, or the embedded one. Throws CONTROLLER_INVALID with what it lacks. */
export function readController(file: string | null, cwd: string): Controller {
  const path = file === null ? join(packageFolder(), 'src/run/reflective.mel') : resolve(cwd, file);
  let source: string;
  try {
    source = readFileSync(path, 'utf8');
  } catch (error) {
    throw new PraxisError('CONTROLLER_INVALID', `cannot read the controller ${file ?? path}`, {
      hint: '--controller names a MEL file.',
      cause: error,
    });
  }
  const loaded = loadController(source, file ?? path);
  if (loaded.kind === 'controller') return loaded.controller;
  throw new PraxisError('CONTROLLER_INVALID', loaded.problems.join('\n'), {
    hint: 'The interface of a controller is described in docs/run.md; check the file with `praxis mel check`.',
  });
}
