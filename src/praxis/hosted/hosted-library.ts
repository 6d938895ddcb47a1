import { realpathSync } from 'node:fs';
import type { OpenSession } from '../../hooks/end/open-session.ts';
import { sessionFolder } from '../../hooks/end/session-folder.ts';
import { readEnvironment } from '../../host/environment.ts';
import { folderLibraryId } from '../../host/hosted-library.ts';
import { lastLibrary } from '../../host/last-library.ts';

/** Where commands find the library of a hosted session. */
export interface HostedLibrary {
  /** A folder that is there: that of the session, or, where it is gone, the one of its repository. */
  readonly cwd: string;
  /** Null: that of the repository. */
  readonly name: string | null;
}

/** The library that a session's records belong to; undefined where nothing of its place is left. */
export function hostedLibrary(open: OpenSession): HostedLibrary | undefined {
  const folder = sessionFolder(open);
  if (folder === undefined) return undefined;
  const real = realpathSync(folder);
  const name = readEnvironment().library ?? lastLibrary(real) ?? folderLibraryId(real) ?? null;
  return { cwd: real, name };
}
