import { PraxisError } from '../../base/errors.ts';
import type { TelemetryView } from '../../praxis/telemetry/view.ts';
import type { SessionPart } from '../../telemetry/store.ts';

/** The parts of the session with that id, oldest first; a unique prefix is enough, `last` is the newest session. */
export async function findParts(view: TelemetryView, id: string): Promise<readonly SessionPart[]> {
  if (id === '')
    throw new PraxisError('USAGE', 'the id is empty', { hint: '`praxis sessions` lists them; `last` is the newest.' });
  const exact = await view.parts({ sessionId: id });
  if (exact.length > 0) return exact.toReversed();
  const all = await view.parts(id === 'last' ? { limit: 1 } : {});
  const sessions = new Set(all.filter((part) => id === 'last' || part.id.startsWith(id)).map((part) => part.sessionId));
  const [first] = sessions;
  if (first !== undefined && sessions.size === 1) return (await view.parts({ sessionId: first })).toReversed();
  if (all.length === 0)
    throw new PraxisError('SESSION_NOT_FOUND', 'the library of this folder holds no telemetry yet', {
      hint: '`praxis telemetry import`, `praxis telemetry record` and `praxis run` bring some.',
    });
  if (first === undefined)
    throw new PraxisError('SESSION_NOT_FOUND', `no session or event ${id}`, { hint: '`praxis sessions` lists them.' });
  throw new PraxisError('SESSION_NOT_FOUND', `${sessions.size} sessions begin with ${id}`, {
    hint: `Write more of the id: ${[...sessions].slice(0, 5).join(', ')}`,
  });
}
