import * as v from 'valibot';
import {
  decisionSchema,
  evidenceList,
  type MemoryDecision,
  type MemoryProposal,
  type Read,
  readWith,
} from './proposal.ts';

const eventSchema = v.strictObject({
  event_id: v.pipe(v.string(), v.regex(/^M[1-9]\d*$/, 'must be M and a number')),
  event_type: v.picklist(['decision', 'open_question', 'resolution', 'artifact', 'execution', 'lifecycle']),
  created_at: v.string(),
  actor: v.string(),
  summary: v.string(),
  rationale: v.string(),
  evidence_refs: evidenceList,
  supersedes: v.array(v.string()),
  resolves: v.array(v.string()),
  target_ref: v.nullable(v.string()),
  source_proposal_id: v.nullable(v.string()),
  approval: v.nullable(decisionSchema),
});

const memorySchema = v.pipe(
  v.strictObject({
    schema_version: v.literal(2),
    project: v.string(),
    created_at: v.string(),
    events: v.array(eventSchema),
  }),
  v.check(
    ({ events }) =>
      events.every(
        (event, index) => index === 0 || numberOf(event.event_id) > numberOf(events[index - 1]?.event_id ?? 'M0'),
      ),
    'the ids of the events have to rise',
  ),
);

export type MemoryEvent = Readonly<v.InferOutput<typeof eventSchema>>;
/** `.coord/memory.yml`: only ever added to. */
export type Memory = Readonly<Omit<v.InferOutput<typeof memorySchema>, 'events'>> & {
  readonly events: readonly MemoryEvent[];
};

export function readMemory(value: unknown): Read<Memory> {
  return readWith(memorySchema, value);
}

/** What an event counts as by now. */
export interface MemoryView {
  readonly event: MemoryEvent;
  /** Ids of later events that say so; none: it stands. */
  readonly supersededBy: readonly string[];
  readonly resolvedBy: readonly string[];
  readonly archivedBy: readonly string[];
}

/** Every event with the marks that later ones give it. Pure. */
export function viewOf(memory: Memory): readonly MemoryView[] {
  return memory.events.map((event, index) => {
    const later = memory.events.slice(index + 1);
    const ids = (said: (other: MemoryEvent) => boolean) => later.filter(said).map((other) => other.event_id);
    return {
      event,
      supersededBy: ids((other) => other.supersedes.includes(event.event_id)),
      resolvedBy: ids((other) => other.resolves.includes(event.event_id)),
      archivedBy: ids((other) => other.event_type === 'lifecycle' && other.target_ref === event.event_id),
    };
  });
}

/** Whether an event still says something: it is no mere mark, and no later one took it back. */
export function stands(view: MemoryView): boolean {
  return view.event.event_type !== 'lifecycle' && view.supersededBy.length + view.archivedBy.length === 0;
}

/** The event that an approved proposal becomes. Its id was never used before. */
export function eventOf(memory: Memory, proposal: MemoryProposal, decision: MemoryDecision, at: string): MemoryEvent {
  const { operation, target_ref: target, summary, evidence_refs } = proposal.action;
  const isLesson = operation === 'add' || operation === 'supersede';
  return {
    event_id: `M${numberOf(memory.events.at(-1)?.event_id ?? 'M0') + 1}`,
    event_type: isLesson ? 'decision' : 'lifecycle',
    created_at: at,
    actor: decision.actor,
    summary,
    rationale: decision.rationale,
    evidence_refs,
    supersedes: operation === 'supersede' && target !== null ? [target] : [],
    resolves: [],
    target_ref: target,
    source_proposal_id: proposal.proposal_id,
    approval: decision,
  };
}

function numberOf(eventId: string): number {
  return Number(eventId.slice(1));
}
