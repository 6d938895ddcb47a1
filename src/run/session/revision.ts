import type { ExactJson, ExactObject } from '../../base/exact-json.ts';
import { governingDecisions, validateTaskCheckpoint } from '../../policy/index.ts';
import { redactText } from '../../telemetry/redact.ts';
import { RECORD_LISTS } from '../checkpoint-view.ts';
import { isGoalDocument, taskDocument } from '../goal-view.ts';
import type { Revision } from '../journal.ts';

/** Characters of a person's answer that an actor is told. */
const MOST = 2000;

/** What a person wants changed of the action that waits; null where none asked for that. A decline stands before it. */
export function revisionOf(document: ExactObject): Revision | null {
  const read = validateTaskCheckpoint(taskDocument(document));
  if (read.kind === 'refused' || read.checkpoint.pendingActionHash === null) return null;
  const governing = governingDecisions(read.checkpoint.decisions);
  if (governing.kind === 'refused') return null;
  const decided = [...governing.byGate.values()];
  if (decided.some(({ decision }) => decision === 'decline')) return null;
  const found = decided.find(({ decision }) => decision === 'revise');
  return found === undefined ? null : { gate: found.gate, rationale: redactText(found.rationale).slice(0, MOST) };
}

/** The records that a revision makes past, for the archive. */
export function recordsIn(document: ExactObject): readonly ExactObject[] {
  return RECORD_LISTS.flatMap((member) => listOf(taskDocument(document), member));
}

/**
 * The checkpoint once the action that waited is given up for a revised one. Nothing waits while that is being made: it gets
 * a question, and needs an approval, of its own.
 */
export function withoutWaiting(document: ExactObject): ExactObject {
  const task = new Map<string, ExactJson>([
    ...taskDocument(document),
    ['pending_action_hash', null],
    ...RECORD_LISTS.map((member): [string, ExactJson] => [member, []]),
  ]);
  return isGoalDocument(document) ? new Map([...document, ['task', task], ['requires_human', false]]) : task;
}

function listOf(task: ExactObject, member: string): readonly ExactObject[] {
  const value = task.get(member);
  return Array.isArray(value) ? value.filter((record): record is ExactObject => record instanceof Map) : [];
}
