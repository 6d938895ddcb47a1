import type { HookHost } from '../events.ts';
import type { HookAnswer, HookDecision } from './hook-answer.ts';

type Members = Readonly<Record<string, unknown>>;

/** Where a host takes text for the model. Stop would begin another round; elsewhere the host ignores it. */
const TAKES_CONTEXT: Readonly<Record<HookHost, ReadonlySet<string>>> = {
  'claude-code': new Set([
    ...['SessionStart', 'UserPromptSubmit', 'SubagentStart'],
    ...['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch'],
  ]),
  codex: new Set(['SessionStart', 'UserPromptSubmit', 'SubagentStart', 'PreToolUse', 'PostToolUse']),
};
/** Events of Codex whose answers may hold nothing at all, or nothing that is of use. */
const UNANSWERED: ReadonlySet<string> = new Set(['PreModelRequest', 'PostModelRequest', 'SessionEnd']);

/**
 * The one JSON document, without a line feed, that tells a host what was decided; undefined where there is nothing to say,
 * or nothing that this host takes at this event. Codex refuses an answer with one unknown member.
 */
export function answerDocument(host: HookHost, event: string, answer: HookAnswer): string | undefined {
  if (host === 'codex' && UNANSWERED.has(event)) return undefined;
  const { context, person, decision } = answer;
  const decided = decision === undefined ? {} : decisionMembers(host, event, decision);
  const specific: Members = {
    ...(decided.hookSpecificOutput as Members | undefined),
    ...(context !== undefined && TAKES_CONTEXT[host].has(event) && { additionalContext: context }),
  };
  const members: Members = {
    ...decided,
    ...(person !== undefined && { systemMessage: person }),
    ...(Object.keys(specific).length > 0 && { hookSpecificOutput: { hookEventName: event, ...specific } }),
  };
  return Object.keys(members).length === 0 ? undefined : JSON.stringify(members);
}

function decisionMembers(host: HookHost, event: string, { kind, reason }: HookDecision): Members {
  switch (event) {
    case 'PreToolUse':
      // A bare `continue: false` lets the call run first.
      return {
        ...(kind === 'stop' && host === 'claude-code' && { continue: false, stopReason: reason }),
        hookSpecificOutput: {
          permissionDecision: kind === 'ask' && host === 'claude-code' ? 'ask' : 'deny',
          permissionDecisionReason: reason,
        },
      };
    case 'PermissionRequest':
      return { hookSpecificOutput: { decision: { behavior: 'deny', message: reason } } };
    case 'UserPromptSubmit':
    case 'PostToolUse':
    case 'PostToolBatch':
    case 'PostToolUseFailure':
      return { decision: 'block', reason };
    default:
      return {};
  }
}
