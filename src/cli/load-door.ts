import type { RunDoor } from '../praxis/door.ts';

/** Loads the rooms behind the run verbs; the only place where they are loaded. */
export async function loadRunDoor(): Promise<RunDoor> {
  const { runDoor } = await import('../praxis/open-praxis.ts');
  return runDoor;
}
