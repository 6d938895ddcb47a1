import type { CallFacts, EventLine } from '../session-line.ts';

let count = 0;

/** A line of an event. */
export function eventOf(event: string, members: Partial<EventLine> = {}): EventLine {
  count += 1;
  return { v: 1, kind: 'event', id: `e${count}`, at: count, event, subagent: false, ...members };
}

/** What is known of a call. */
export function callOf(call: string, members: Partial<CallFacts> = {}): CallFacts {
  return { call, tool: 'Bash', input: 'i', inputChars: 1, ...members };
}

/** A typed prompt. */
export function promptOf(task: string, members: Partial<EventLine> = {}): EventLine {
  return eventOf('UserPromptSubmit', { task, typed: true, text: `text of ${task}`, ...members });
}
