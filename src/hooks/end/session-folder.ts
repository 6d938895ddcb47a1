import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { openSessionText } from '../../host/open-sessions.ts';
import type { SessionPlace } from '../capture-switch.ts';
import { foldOpenSession, type OpenSession } from './open-session.ts';

/** Where the library of a session is looked for: in the folder in which it began, or, where that is gone, by its repository. */
export function sessionFolder({ cwd, repository }: OpenSession): string | undefined {
  return [cwd, repository === null ? null : dirname(repository)].find(
    (path): path is string => path !== null && existsSync(path),
  );
}

/** Where a session began, whatever folder its agent has gone to since; `place` where nothing is known of that. */
export function beginningPlace(home: string, name: string, place: SessionPlace): SessionPlace {
  const text = openSessionText(home, name) || openSessionText(home, name, 'closed');
  const known = foldOpenSession(name, text);
  const folder = known === undefined ? undefined : sessionFolder(known);
  if (known === undefined || folder === undefined) return place;
  return { host: place.host, folder, repository: known.repository ?? undefined };
}
