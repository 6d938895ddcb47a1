import { PraxisError } from '../base/errors.ts';
import type { RunStore, SessionRecord } from '../run/store.ts';

/** The session with that id, with a unique prefix of it, or the newest one for `last`. */
export async function findSession(store: RunStore, id: string): Promise<SessionRecord> {
  const exact = await store.session(id);
  if (exact !== undefined) return exact;
  const all = await store.sessions(id === 'last' ? { limit: 1 } : {});
  const found = id === 'last' ? all : all.filter((session) => id !== '' && session.id.startsWith(id));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (first === undefined && (id === 'last' || all.length === 0))
    throw new PraxisError('SESSION_NOT_FOUND', 'the library of this folder holds no runs yet', {
      hint: '`praxis init` writes a first task, `praxis run task.yaml` runs it.',
    });
  if (first === undefined)
    throw new PraxisError('SESSION_NOT_FOUND', `no session ${id}`, { hint: '`praxis sessions` lists them.' });
  throw new PraxisError('SESSION_NOT_FOUND', `${found.length} sessions begin with ${id}`, {
    hint: `Write more of the id: ${found
      .map((session) => session.id)
      .slice(0, 5)
      .join(', ')}`,
  });
}
