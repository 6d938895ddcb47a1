import { namedSession } from '../../hooks/end/open-session.ts';
import { readSessionLine, type SessionLine } from '../../hooks/session-line.ts';
import { readEnvironment } from '../../host/environment.ts';
import { sessionFileNames, sessionFileText } from '../../host/open-sessions.ts';

/** A session that the hooks of an agent have a file of. */
export interface HostedSessionFile {
  readonly host: string;
  readonly session: string;
  readonly lines: readonly SessionLine[];
}

/** The hosted session with that id, or with a unique prefix of it; undefined where there is none. */
export function hostedSessionFile(id: string): HostedSessionFile | undefined {
  const { home } = readEnvironment();
  const all = sessionFileNames(home).flatMap((name) => {
    const named = namedSession(name);
    return named?.session.startsWith(id) === true ? [{ name, ...named }] : [];
  });
  const found = all.find(({ session }) => session === id) ?? (all.length === 1 ? all[0] : undefined);
  if (found === undefined) return undefined;
  const lines = sessionFileText(home, found.name)
    .split('\n')
    .flatMap((line) => readSessionLine(line) ?? []);
  return { host: found.host, session: found.session, lines };
}
