import { taskDomains } from '../../experience/task-domains.ts';
import { type Lesson, lessonOf } from '../../loops/correct/correction-entry.ts';
import type { ProjectTools } from './tools-at.ts';

/** What a correction of a task teaches, in the words of who gave it. */
export function lessonFor(
  { registry, declared }: ProjectTools,
  task: { readonly text: string; readonly domain: string },
  correction: string,
): Lesson {
  const named = taskDomains({ task: `${task.text}\n${correction}`, overrides: declared.domains });
  const domain = named.includes(task.domain) ? task.domain : (named[0] ?? task.domain);
  return lessonOf(correction, { registry, domain, toolDomains: declared.domains });
}
