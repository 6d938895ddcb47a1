import { actNow } from '../session/act.ts';
import { type Session, stateOf } from '../session/session.ts';
import { actInGroup } from './group-act.ts';
import { groupMembers } from './members.ts';

/** The act of a cycle: one in the work tree, or several attempts side by side of which the best is applied. */
export async function actOrGroup(session: Session): Promise<void> {
  const planned = stateOf(session).current?.planned;
  if (planned === undefined) return;
  const members = await groupMembers(session, planned);
  if (members.length > 1) await actInGroup(session, planned, members);
  else await actNow(session);
}
