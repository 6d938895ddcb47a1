import { openLibrary } from './open-library.ts';

/** What the verbs of the experience library need of the rooms below. */
export interface ExperienceDoor {
  readonly openLibrary: typeof openLibrary;
}

/** The library as the command line reaches it. */
export const experienceDoor: ExperienceDoor = { openLibrary };
