import { typedPrompt } from '../capture/event-line.ts';
import { seenCalls } from '../capture/seen-call.ts';
import type { HookDocument } from '../document.ts';
import type { FoldedSession } from '../session/folded-session.ts';
import type { EventLine } from '../session-line.ts';

/** Why lessons may be given now. */
export type Occasion =
  /** A prompt, and the signature of the failure that it follows. */
  | { readonly kind: 'prompt'; readonly text: string; readonly failure: string | null }
  /** A call failed in a way that the session has not met. */
  | { readonly kind: 'failure'; readonly message: string; readonly tool: string; readonly failure: string }
  /** What was given lies behind a compaction. */
  | { readonly kind: 'again' }
  /** A subagent begins, with nothing in view. */
  | { readonly kind: 'subagent' };

/** More of a prompt or message tells nothing more. */
const MOST_CHARACTERS = 8000;

/** The occasion of an event; undefined where there is none. `before`: the session without the event. */
export function occasionOf(document: HookDocument, line: EventLine, before: FoldedSession): Occasion | undefined {
  const { event, host } = document;
  switch (event) {
    case 'UserPromptSubmit': {
      const text = typedPrompt(document)?.slice(0, MOST_CHARACTERS);
      return text === undefined ? undefined : { kind: 'prompt', text, failure: before.lastFailure };
    }
    case 'SessionStart':
      return line.source === 'compact' ? { kind: 'again' } : undefined;
    case 'SubagentStart':
      return line.agent === undefined ? undefined : { kind: 'subagent' };
    case 'PostToolUseFailure':
    case 'PostToolBatch':
      return newFailure(document, line, before);
    case 'PostToolUse':
      return host === 'codex' ? newFailure(document, line, before) : undefined;
    default:
      return undefined;
  }
}

/** Once a failure: of several that come at once, the first line tells it. */
function newFailure(document: HookDocument, line: EventLine, before: FoldedSession): Occasion | undefined {
  const facts = line.calls ?? (line.facts === undefined ? [] : [line.facts]);
  for (const [at, call] of seenCalls(document).entries()) {
    const failure = facts[at]?.failure;
    if (failure === undefined || before.failures[failure] !== undefined) continue;
    const output = call.result?.output ?? '';
    const message = (typeof output === 'string' ? output : JSON.stringify(output)).slice(0, MOST_CHARACTERS);
    return { kind: 'failure', message, tool: call.tool, failure };
  }
  return undefined;
}
