import type { CallVerdict } from '../telemetry/call.ts';
import type { HookHost } from './events.ts';

/** What a host's hook document says, as far as it is understood; members of the wrong type count as absent. */
export interface HookDocument {
  readonly host: HookHost;
  readonly session: string;
  readonly event: string;
  readonly members: Readonly<Record<string, unknown>>;
  /** How a command ended where the document does not say it and the host's own file does. */
  readonly verdict?: CallVerdict;
}

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const SESSION = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;

/** Reads one document; undefined where it is none, or names no session that can be part of a file name. */
export function readHookDocument(text: string): HookDocument | undefined {
  if (!text.trimEnd().endsWith('}')) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  const members: Readonly<Record<string, unknown>> = { ...parsed };
  const session = textMember(members, 'session_id');
  const event = textMember(members, 'hook_event_name');
  if (session === undefined || event === undefined || !SESSION.test(session)) return undefined;
  return { host: hostOf(session, textMember(members, 'transcript_path')), session, event, members };
}

/** A member that is a text. */
export function textMember(members: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = members[name];
  return typeof value === 'string' ? value : undefined;
}

function hostOf(session: string, transcript: string | undefined): HookHost {
  const name = transcript?.split(/[\\/]/).pop() ?? '';
  return name.startsWith('rollout-') || VERSION_7.test(session) ? 'codex' : 'claude-code';
}
