import { PraxisError } from '../base/errors.ts';
import type { RunDoor } from './run-door.ts';

/** Loads the rooms behind the run verbs; the only place where they are loaded. */
export async function loadRunDoor(): Promise<RunDoor> {
  throw new PraxisError('INTERNAL', 'the run room is not wired yet', { hint: '' });
}
