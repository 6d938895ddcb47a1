import type { SessionPlace } from '../hooks/capture-switch.ts';
import type { FoldedSession } from '../hooks/session/folded-session.ts';
import type { PolicyLine } from '../hooks/session-line.ts';

/** The policy of a session: its bytes, and the line that pins it where none does yet. */
export interface HookPolicy {
  readonly bytes: Uint8Array;
  readonly line: PolicyLine | undefined;
}

/** Whether sessions at a place are bounded at all: asked before a line is written. */
export function hasPolicy(_home: string, _place: SessionPlace): boolean {
  return false;
}

/** The policy that is pinned for a session, or is to be from now on; undefined where sessions at this place are not bounded. */
export function policyOf(
  _home: string,
  _place: SessionPlace,
  _session: FoldedSession,
  _nowMs: number,
): HookPolicy | undefined {
  return undefined;
}
