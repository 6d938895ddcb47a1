import { parse } from 'yaml';
import type { PlainJson } from '../base/exact-json.ts';
import { isList, isObject, type JsonObject, textMember } from '../telemetry/import/json-view.ts';

/** Where people and other tools keep a plan, relative to the work tree. */
export const PLAN_PATH = '.coord/plan.yml';

/**
 * What a plan says of a goal, one task a line with what shows that it is done; empty where the text is no plan, or one of
 * another goal.
 */
export function planText(yaml: string, goal: string): string {
  const plan = parsed(yaml);
  if (!isObject(plan) || (textMember(plan, 'goal') ?? '').trim() !== goal.trim()) return '';
  const tasks = isList(plan.tasks) ? plan.tasks.filter(isObject) : [];
  return tasks.map(taskLine).join('\n');
}

function parsed(yaml: string): PlainJson {
  try {
    return parse(yaml, { maxAliasCount: 100 }) as PlainJson;
  } catch {
    // Not a plan of ours to judge: an agent is told nothing of it.
    return null;
  }
}

function taskLine(task: JsonObject): string {
  const id = textMember(task, 'id') ?? textMember(task, 'slug') ?? 'task';
  const after = textsOf(task.depends_on);
  const done = textsOf(task.success_criteria);
  const notes = [
    after.length === 0 ? '' : `after ${after.join(', ')}`,
    done.length === 0 ? '' : `done when: ${done.join('; ')}`,
  ].filter((note) => note !== '');
  const what = (textMember(task, 'description') ?? '').replace(/\s+/gu, ' ').trim();
  return `- ${id}: ${what}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}

function textsOf(value: PlainJson | undefined): readonly string[] {
  const items = isList(value) ? value : [];
  return items.filter((item) => typeof item === 'string').map((item) => item.replace(/\s+/gu, ' '));
}
