import type { CallFacts } from '../session-line.ts';

/** What makes two calls the same one. */
export interface CallIdentity {
  /** The tool. */
  readonly operation: string;
  /** Hash of the file it concerns, else of the first word of its command. */
  readonly target: string;
  /** Hash of what it was given, without what does not change what it does. */
  readonly input: string;
}

const SPAWNERS: ReadonlySet<string> = new Set(['Agent', 'Task', 'spawn_agent', 'collaborationspawn_agent']);

/** The identity of a call. */
export function callIdentity({ tool, target = '', input }: CallFacts): CallIdentity {
  return { operation: tool, target, input };
}

/** Whether a tool starts an agent. */
export function spawnsAgent(tool: string): boolean {
  return SPAWNERS.has(tool);
}
