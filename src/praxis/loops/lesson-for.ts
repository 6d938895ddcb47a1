import { type Lesson, lessonOf } from '../../loops/correct/correction-entry.ts';
import type { ProjectTools } from './tools-at.ts';

/** What a correction teaches, in the words of who gave it. */
export function lessonFor({ registry, declared }: ProjectTools, correction: string): Lesson {
  return lessonOf(correction, { registry, toolDomains: declared.domains });
}
