import { type HookDocument, textMember } from './document.ts';

/** One call of the hook in a session's file: numbers, names of fixed kinds, and hashes; never text. */
export interface SessionLine {
  readonly v: 1;
  readonly kind: 'event';
  readonly at: number;
  readonly event: string;
  readonly subagent: boolean;
  readonly tool?: string;
  readonly call?: string;
  readonly task?: string;
  readonly ok?: boolean | null;
  readonly input?: string;
  readonly inputChars?: number;
}

const NAME = /^[A-Za-z][\w.:-]{0,127}$/;

/** The line of a document. `at` is in milliseconds since 1970; `hash` makes a text unreadable. */
export function sessionLine(document: HookDocument, at: number, hash: (text: string) => string): SessionLine {
  const { members, event } = document;
  const tool = textMember(members, 'tool_name');
  const call = textMember(members, 'tool_use_id');
  const task = textMember(members, 'prompt_id') ?? textMember(members, 'turn_id');
  const told = textMember(members, 'prompt') ?? inputText(members.tool_input);
  const ok = outcome(document);
  return {
    v: 1,
    kind: 'event',
    at,
    event: nameOrHash(event, hash),
    subagent: textMember(members, 'agent_id') !== undefined,
    ...(tool === undefined ? {} : { tool: nameOrHash(tool, hash) }),
    ...(call === undefined ? {} : { call: hash(call) }),
    ...(task === undefined ? {} : { task: hash(task) }),
    ...(ok === undefined ? {} : { ok }),
    ...(told === undefined ? {} : { input: hash(told), inputChars: told.length }),
  };
}

function inputText(input: unknown): string | undefined {
  return input === undefined ? undefined : JSON.stringify(input);
}

/** Codex does not say in its hooks whether a command succeeded; of other calls it tells those that did. */
function outcome({ event, host, members }: HookDocument): boolean | null | undefined {
  if (event === 'PostToolUseFailure') return false;
  if (event !== 'PostToolUse') return undefined;
  return host === 'codex' && members.tool_name === 'Bash' ? null : true;
}

function nameOrHash(name: string, hash: (text: string) => string): string {
  return NAME.test(name) ? name : hash(name);
}
