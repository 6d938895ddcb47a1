import { readCorrection } from '../../telemetry/correction.ts';
import { type HookDocument, textMember } from '../document.ts';
import type { EventLine } from '../session-line.ts';
import { callFacts } from './call-facts.ts';
import { bytesForModel } from './model-bytes.ts';
import { nameOrHash } from './name-or-hash.ts';
import { seenCalls } from './seen-call.ts';

/** What the machine adds to a document. */
export interface LineMakers {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Makes a text unreadable. */
  hash(text: string): string;
  /** The process of the host; null where it is not known. */
  readonly process: { readonly pid: number; readonly startTime: string } | null;
}

/** The line of a document. */
export function eventLine(document: HookDocument, { id, at, hash, process }: LineMakers): EventLine {
  const { members, event } = document;
  const agent = textMember(members, 'agent_id');
  const task = taskId(document);
  const source = textMember(members, 'source');
  const text = textMember(members, 'prompt') ?? textMember(members, 'last_assistant_message');
  const bytes = bytesForModel(document);
  return {
    v: 1,
    kind: 'event',
    id,
    at,
    event: nameOrHash(event, hash),
    subagent: agent !== undefined,
    ...(agent !== undefined && { agent: hash(agent) }),
    ...(task !== undefined && { task: hash(task) }),
    ...(event === 'SessionStart' && source !== undefined && { source: nameOrHash(source, hash) }),
    ...promptFacts(document),
    ...(isTaskEnd(document) && { isTaskEnd: true as const }),
    ...(text !== undefined && { text: hash(text), textChars: text.length }),
    ...(bytes > 0 && { bytes }),
    ...callMembers(document, hash),
    ...(event === 'SessionStart' && process !== null && { process }),
  };
}

/** The host's id of the prompt or turn that an event belongs to. */
export function taskId({ members }: HookDocument): string | undefined {
  return textMember(members, 'prompt_id') ?? textMember(members, 'turn_id');
}

const COMMAND = /^\/[a-z][\w:-]*(?:\s|$)/;

/** The text of a prompt that a person or a program typed; undefined for one that the host or a model made, and for other events. */
export function typedPrompt({ event, members }: HookDocument): string | undefined {
  const prompt = textMember(members, 'prompt');
  if (event !== 'UserPromptSubmit' || prompt === undefined || textMember(members, 'agent_id') !== undefined) {
    return undefined;
  }
  return prompt.trimStart().startsWith('<task-notification>') || COMMAND.test(prompt) ? undefined : prompt;
}

/** Whether a person typed the name of a command: no task of its own, and yet that person's decision to go on. */
function isCommand({ event, members }: HookDocument): boolean {
  if (event !== 'UserPromptSubmit' || textMember(members, 'agent_id') !== undefined) return false;
  return COMMAND.test(textMember(members, 'prompt') ?? '');
}

function promptFacts(document: HookDocument): Pick<EventLine, 'typed' | 'command' | 'corrects'> {
  const prompt = typedPrompt(document);
  if (prompt === undefined) return isCommand(document) ? { command: true } : {};
  return { typed: true, ...(readCorrection(prompt).isCorrection && { corrects: true as const }) };
}

/** Whether the agent has given its answer and nothing of its own goes on. */
function isTaskEnd({ event, members }: HookDocument): boolean {
  if (event !== 'Stop') return false;
  return !Array.isArray(members.background_tasks) || members.background_tasks.length === 0;
}

function callMembers(document: HookDocument, hash: (text: string) => string): Partial<EventLine> {
  const calls = seenCalls(document).map((call) => callFacts(call, hash));
  if (document.event === 'PostToolBatch') return { calls };
  const [facts] = calls;
  if (facts === undefined) return {};
  return { tool: facts.tool, ...(facts.ok !== undefined && { ok: facts.ok }), facts };
}
