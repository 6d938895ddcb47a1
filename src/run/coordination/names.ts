import type { Task } from '../task.ts';

/** Where `.coord/` says how the next session goes on; relative to the work tree, as all of these. */
export const PRIMER_PATH = '.coord/session_primer.md';

/** What a child was told in a cycle and what came back. */
export function packetPath(task: Pick<Task, 'topic'>, cycle: number): string {
  return `.ai/task_${threeDigits(cycle)}_${task.topic}.md`;
}

export function contextPath(number: number): string {
  return `.coord/context_${threeDigits(number)}.md`;
}

export function acceptancePath(number: number): string {
  return `.coord/acceptance_${threeDigits(number)}.md`;
}

/** Whether a path is that of a packet, of whatever task. */
export function isPacketPath(path: string): boolean {
  return /^\.ai\/task_\d{3,}_[^/]+\.md$/.test(path);
}

function threeDigits(number: number): string {
  return String(number).padStart(3, '0');
}
