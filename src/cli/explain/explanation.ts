import type { PlainJson } from '../../base/exact-json.ts';
import type { Lesson } from '../../run/guidance.ts';
import type {
  ActedEvent,
  AttemptedEvent,
  BaselinedEvent,
  EndedEvent,
  EvaluatedEvent,
  GuidedEvent,
  JournalledEvent,
  ObservedEvent,
  PlannedEvent,
  ReviewedEvent,
  RunEvent,
  StartedEvent,
  Violation,
} from '../../run/journal.ts';
import { describeViolations } from '../violation-text.ts';

/** A row of the journal, read by what it is: known kinds by their shape, others as they are. */
export type ReadEvent = { readonly at: string; readonly elapsedMs: number } & (
  | { readonly isKnown: true; readonly event: RunEvent }
  | { readonly isKnown: false; readonly kind: string; readonly body: PlainJson }
);

/** Everything one cycle did, in the order of the run room. */
export interface CycleStory {
  readonly cycle: number;
  readonly planned: PlannedEvent;
  /** Whether the process of the act is known to have begun. */
  readonly hasSpawned: boolean;
  /** Of a cycle that made several, as they ended. */
  readonly attempts: readonly AttemptedEvent[];
  readonly chosen: number | null;
  readonly acted: ActedEvent | null;
  readonly violations: readonly Violation[];
  readonly filesChanged: number | null;
  readonly observed: ObservedEvent | null;
  /** Answers of the policy in their order: those before the act had ended, and those since. */
  readonly gates: readonly EvaluatedEvent[];
  readonly evaluations: readonly EvaluatedEvent[];
}

/** A run as its journal tells it. */
export interface RunStory {
  readonly started: StartedEvent | null;
  readonly beforeActing: readonly EvaluatedEvent[];
  readonly baseline: BaselinedEvent | null;
  /** Every lesson that was found in the run, as it stood then. */
  readonly lessons: ReadonlyMap<string, Lesson>;
  readonly withheld: readonly string[];
  readonly cycles: readonly CycleStory[];
  readonly lastEvaluation: EvaluatedEvent | null;
  readonly ended: EndedEvent | null;
  /** Resumes, notes, replacements and rows of kinds this version does not know. */
  readonly remarks: readonly Remark[];
}

export interface Remark {
  readonly at: string;
  /** The cycle during or after which it was written; 0 before the first. */
  readonly cycle: number;
  readonly text: string;
}

const KNOWN: ReadonlySet<string> = new Set<RunEvent['kind']>([
  'started',
  'evaluated',
  'advanced',
  'compacted',
  'overdrawn',
  'reviewing',
  'reviewed',
  'review-cut',
  'baselined',
  'guided',
  'planned',
  'exhausted',
  'intended',
  'spawned',
  'attempted',
  'chosen',
  'acted',
  'reverting',
  'inspected',
  'observed',
  'drifted',
  'resumed',
  'disowned',
  'waited',
  'noted',
  'replaced',
  'ended',
]);

/** Whether this version knows rows of that kind. */
function isKnownKind(kind: string): boolean {
  return KNOWN.has(kind);
}

const EMPTY: RunStory = {
  started: null,
  beforeActing: [],
  baseline: null,
  lessons: new Map(),
  withheld: [],
  cycles: [],
  lastEvaluation: null,
  ended: null,
  remarks: [],
};

/** Folds a journal into its story. Pure. */
export function storyOf(rows: readonly ReadEvent[]): RunStory {
  return rows.reduce(tell, EMPTY);
}

function tell(story: RunStory, row: ReadEvent): RunStory {
  if (!row.isKnown) return remark(story, row.at, `${row.kind} ${JSON.stringify(row.body)}`);
  const event = row.event;
  switch (event.kind) {
    case 'started':
      return { ...story, started: event };
    case 'evaluated':
      return evaluated(story, event);
    case 'advanced':
      return remark(story, row.at, `slice ${event.sliceId} of the goal is used up; slice ${event.sliceId + 1} begins`);
    case 'compacted':
      return remark(
        story,
        row.at,
        `the context was made smaller: ${event.tokensBefore} to ${event.context.taskPacketTokens} tokens`,
      );
    case 'baselined':
      return event.isResume
        ? remark(story, row.at, `looked again after the resume: signal ${event.critique.signal.toFixed(2)}`)
        : { ...story, baseline: event };
    case 'guided':
      return guided(story, event);
    case 'planned':
      return { ...story, cycles: [...story.cycles, opened(event)] };
    case 'spawned':
      return inCycle(story, (cycle) => ({ ...cycle, hasSpawned: true }));
    case 'attempted':
      return inCycle(story, (cycle) => ({ ...cycle, attempts: [...cycle.attempts, event] }));
    case 'chosen':
      return inCycle(story, (cycle) => ({ ...cycle, chosen: event.attempt }));
    case 'acted':
      return inCycle(story, (cycle) => ({ ...cycle, acted: event }));
    case 'reverting':
      return inCycle(story, (cycle) => ({ ...cycle, violations: event.violations }));
    case 'inspected':
      return inCycle(story, (cycle) => ({
        ...cycle,
        violations: event.violations.length > 0 ? event.violations : cycle.violations,
        filesChanged: event.filesChanged,
      }));
    case 'observed':
      return inCycle(story, (cycle) => ({ ...cycle, observed: event }));
    case 'drifted':
      return remark(
        story,
        row.at,
        `undone after the ${event.by === 'reviewer' ? 'review' : 'act'}: ${describeViolations(event.violations).join('; ')}`,
      );
    case 'reviewed':
      return remark(story, row.at, reviewText(event));
    case 'review-cut':
      return remark(story, row.at, 'the review was cut off; it is made again');
    case 'overdrawn':
      return remark(story, row.at, 'what was set aside for this run does not hold its next act');
    case 'disowned':
      return remark(story, row.at, event.reason);
    case 'waited':
      return remark(story, row.at, 'resumed while its question was still unanswered');
    case 'resumed':
      return remark({ ...story, ended: null }, row.at, resumedText(event));
    case 'noted':
      return remark(story, row.at, event.text);
    case 'replaced':
      return remark(story, row.at, `another run took its place: ${event.reason}`);
    case 'exhausted':
      return remark(story, row.at, event.reason);
    case 'ended':
      return { ...story, ended: event };
    default:
      return story;
  }
}

function reviewText({ verdict, why, failed, evidenceRefs }: ReviewedEvent): string {
  if (verdict === 'none') return `the reviewer gave no verdict: ${why ?? ''}`;
  const cited = evidenceRefs.length === 0 ? '' : `, citing ${evidenceRefs.slice(0, 5).join(', ')}`;
  return `the reviewer says ${verdict}${failed === null ? '' : `: ${failed.result.line}`}${cited}`;
}

function opened(planned: PlannedEvent): CycleStory {
  return {
    cycle: planned.cycle,
    planned,
    hasSpawned: false,
    acted: null,
    attempts: [],
    chosen: null,
    violations: [],
    filesChanged: null,
    observed: null,
    gates: [],
    evaluations: [],
  };
}

function evaluated(story: RunStory, event: EvaluatedEvent): RunStory {
  const next = { ...story, lastEvaluation: event };
  if (story.cycles.length === 0) return { ...next, beforeActing: [...story.beforeActing, event] };
  return inCycle(next, (cycle) =>
    cycle.acted === null && cycle.observed === null
      ? { ...cycle, gates: [...cycle.gates, event] }
      : { ...cycle, evaluations: [...cycle.evaluations, event] },
  );
}

function inCycle(story: RunStory, change: (cycle: CycleStory) => CycleStory): RunStory {
  const last = story.cycles.at(-1);
  if (last === undefined) return story;
  return { ...story, cycles: [...story.cycles.slice(0, -1), change(last)] };
}

function guided(story: RunStory, event: GuidedEvent): RunStory {
  const found = event.lessons.map((lesson): [string, Lesson] => [lesson.id, lesson]);
  return {
    ...story,
    lessons: new Map([...story.lessons, ...found]),
    withheld: [...new Set([...story.withheld, ...event.withheld])],
  };
}

function remark(story: RunStory, at: string, text: string): RunStory {
  const cycle = story.cycles.at(-1)?.cycle ?? 0;
  return { ...story, remarks: [...story.remarks, { at, cycle, text }] };
}

function resumedText(event: Extract<RunEvent, { kind: 'resumed' }>): string {
  const policy = event.policySha256 === event.previousPolicySha256 ? '' : ' under a changed policy';
  const answer = event.answer === null ? '' : `, answered: ${event.answer}`;
  return `resumed${policy}${answer}`;
}

/** Rows as the store gives them, told apart by whether their kind is known. */
export function readRows(
  rows: readonly { readonly at: string; readonly elapsedMs: number; readonly kind: string; readonly body: PlainJson }[],
  parse: (row: { at: string; elapsedMs: number; kind: string; body: PlainJson }) => JournalledEvent,
): readonly ReadEvent[] {
  return rows.map((row) => {
    const { at, elapsedMs } = row;
    if (!isKnownKind(row.kind)) return { at, elapsedMs, isKnown: false, kind: row.kind, body: row.body };
    return { at, elapsedMs, isKnown: true, event: parse(row).event };
  });
}
