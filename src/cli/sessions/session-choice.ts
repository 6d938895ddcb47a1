import { PraxisError } from '../../base/errors.ts';
import type { ListedSession } from './listed-session.ts';

/** The session with that id, with a unique prefix of it, or the newest one for `last`. */
export function findListed(all: readonly ListedSession[], id: string): ListedSession {
  if (id === '')
    throw new PraxisError('USAGE', 'the id is empty', { hint: '`praxis sessions` lists them; `last` is the newest.' });
  const exact = all.find((session) => session.id === id);
  if (exact !== undefined) return exact;
  const found = id === 'last' ? all.slice(0, 1) : all.filter((session) => session.id.startsWith(id));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (all.length === 0)
    throw new PraxisError('SESSION_NOT_FOUND', 'the library of this folder holds no sessions yet', {
      hint: '`praxis init` writes a first task; `praxis telemetry import` reads what agents have left.',
    });
  if (first === undefined)
    throw new PraxisError('SESSION_NOT_FOUND', `no session ${id}`, { hint: '`praxis sessions` lists them.' });
  const some = found.map((session) => session.id).slice(0, 5);
  throw new PraxisError('SESSION_NOT_FOUND', `${found.length} sessions begin with ${id}`, {
    hint: `Write more of the id: ${some.join(', ')}`,
  });
}
