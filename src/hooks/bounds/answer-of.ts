import type { HookAnswer, HookDecision } from '../answer/hook-answer.ts';
import type { HookHost } from '../events.ts';
import {
  growthForModel,
  growthText,
  nearText,
  type StopPlace,
  spawnText,
  stopForModel,
  stopForPerson,
} from './stop-text.ts';
import type { Verdict } from './verdict.ts';

/** A verdict as what the host is to do; empty where there is nothing to say. `event` is that of the document. */
export function answerOf(
  verdict: Verdict,
  { host, event, place }: { readonly host: HookHost; readonly event: string; readonly place: StopPlace },
): HookAnswer {
  switch (verdict.kind) {
    case 'pass':
      return verdict.near.length === 0 || event !== 'PreToolUse' ? {} : { context: nearText(verdict.near, place) };
    case 'stop':
      // Claude Code was told before the call already.
      if (event === 'PermissionRequest' && host !== 'codex') return {};
      return {
        ...decision(event === 'PermissionRequest' ? 'deny' : 'stop', stopForModel(verdict.stop, place)),
        ...(verdict.isFirst && { person: stopForPerson(verdict.stop, place) }),
      };
    case 'end':
      return {
        ...decision('block', stopForPerson(verdict.stop, place)),
        person: stopForPerson(verdict.stop, place),
      };
    case 'refuse-spawn':
      return decision('deny', spawnText(verdict.reached, place));
    case 'ask':
      return decision(
        'ask',
        host === 'codex' ? growthForModel(verdict.reached, place) : growthText(verdict.reached, place),
      );
    case 'refuse-prompt':
      return decision('block', stopForPerson(verdict.stop, place));
    default:
      return {};
  }
}

function decision(kind: HookDecision['kind'], reason: string): Pick<HookAnswer, 'decision'> {
  return { decision: { kind, reason } };
}
