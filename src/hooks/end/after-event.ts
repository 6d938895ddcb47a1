import { hostProcess } from '../../host/hook-process.ts';
import { openSessionText, tellOpenSession } from '../../host/open-sessions.ts';
import { startWorker } from '../../host/session-worker.ts';
import type { SessionPlace } from '../capture-switch.ts';
import { type HookDocument, textMember } from '../document.ts';
import { dueSessions } from './due-sessions.ts';
import { foldOpenSession, type OpenSession, type OpenSessionLine, sessionFileName } from './open-session.ts';

/** What the end of a hook's call needs to know. */
export interface AfterEvent {
  readonly home: string;
  readonly document: HookDocument;
  readonly place: SessionPlace;
  readonly nowMs: number;
  /** Whether a person sits there; null: the host does not say. */
  readonly isAttended: boolean | null;
  log(line: string): void;
}

/**
 * Tells those who finish sessions what they need of this one, and starts them where a session has ended, or where one
 * begins and others were left behind. To be called once the line of the event is in the session's file.
 */
export function afterEvent(event: AfterEvent): void {
  const { home, document, nowMs } = event;
  const name = sessionFileName(document.host, document.session);
  const known = foldOpenSession(name, openSessionText(home, name));
  const line = openLine(event, known);
  if (line !== undefined) tellOpenSession(home, name, line);
  const isNeeded =
    document.event === 'SessionEnd' ||
    (document.event === 'SessionStart' && dueSessions(home, nowMs, [name]).length > 0);
  if (isNeeded && !startWorker(home))
    event.log('no worker: the package is gone; its sessions are finished once it is there again');
}

/** Undefined where there is nothing new to say. */
function openLine(
  { document, place, nowMs, isAttended }: AfterEvent,
  known: OpenSession | undefined,
): OpenSessionLine | undefined {
  const { event, members } = document;
  const isAgent = textMember(members, 'agent_id') !== undefined;
  const transcript = textMember(members, isAgent ? 'agent_transcript_path' : 'transcript_path');
  const isNew = transcript !== undefined && known?.transcripts.includes(transcript) !== true;
  const told = { v: 1 as const, at: nowMs, ...(isNew && { transcript }) };
  if (event === 'SessionEnd') return { ...told, ...(known === undefined && whole(place, isAttended)), kind: 'end' };
  if (event === 'SessionStart' && !isAgent) return { ...told, ...whole(place, isAttended), kind: 'start' };
  if (known === undefined) return { ...told, ...whole(place, isAttended), kind: 'seen' };
  if (isAgent) return isNew ? { ...told, kind: 'agent' } : undefined;
  if (isNew) return { ...told, ...whole(place, isAttended), kind: 'seen' };
  // What comes late after the end does not take it back; a person who goes on does.
  return known.endedAt !== null && event === 'UserPromptSubmit'
    ? { ...told, ...whole(place, isAttended), kind: 'seen' }
    : undefined;
}

function whole({ host, folder, repository }: SessionPlace, isAttended: boolean | null): Partial<OpenSessionLine> {
  const process = hostProcess(host);
  return {
    cwd: folder,
    ...(repository !== undefined && { repository }),
    ...(process !== null && { process }),
    ...(isAttended !== null && { isAttended }),
  };
}
