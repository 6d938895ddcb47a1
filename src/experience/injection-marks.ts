import type { MarkRecord } from '../telemetry/event.ts';
import { redactText } from '../telemetry/redact.ts';
import { injectionBlock } from './injection-block.ts';

/** What was retrieved for a task, and how much of it was given. */
export interface GivenGuidelines {
  readonly given: readonly { readonly id: string; readonly text: string }[];
  /** Names of those that were chosen and held back. */
  readonly withheld: readonly string[];
  readonly candidates: number;
  readonly encoderId: string;
  /** What was looked for; redacted here. */
  readonly query: string;
}

/** The members that every record has. `nextId` gives an id that no record has. */
export interface MarkPlace extends Pick<MarkRecord, 'sessionId' | 'taskId' | 'at'> {
  nextId(): string;
}

/** What telemetry keeps of a retrieval, and of the block that was given where it was not empty. */
export function injectionMarks(
  { given, withheld, candidates, encoderId, query }: GivenGuidelines,
  { nextId, sessionId, taskId, at }: MarkPlace,
): readonly MarkRecord[] {
  const base = () => ({ v: 1 as const, eventId: nextId(), sessionId, taskId, at });
  const { ids, contentHash } = injectionBlock(given);
  const retrieval: MarkRecord = {
    ...base(),
    type: 'retrieval',
    candidates,
    chosen: [...ids, ...withheld],
    withheld,
    query: redactText(query),
    encoderId,
  };
  if (ids.length === 0) return [retrieval];
  return [retrieval, { ...base(), type: 'injection', tag: contentHash.slice(0, 12), ids, contentHash }];
}
