import { isoTime } from '../../base/clock.ts';
import { PraxisError } from '../../base/errors.ts';
import type { AppliedBatch } from '../../experience/batch.ts';
import { cosine } from '../../experience/consolidate/text-cosine.ts';
import type { Planner } from '../../experience/plan-batch.ts';
import { activeUserEntries } from '../../experience/user-cap.ts';
import { systemClock } from '../../host/clock.ts';
import { readEnvironment } from '../../host/environment.ts';
import type { Lesson } from '../../loops/correct/correction-entry.ts';
import { type CorrectionPlan, type CorrectionSource, planCorrection } from '../../loops/correct/correction-plan.ts';
import { redactText } from '../../telemetry/redact.ts';
import { type EntryView, entryView } from '../library/entry-view.ts';
import type { Wish } from '../library/library-writer.ts';
import { type CorrectedTask, correctedTask } from './corrected-task.ts';
import { type GivenFeedback, giveFeedback } from './give-feedback.ts';
import { lessonFor } from './lesson-for.ts';
import { type LoopLibrary, withLoopLibrary } from './loop-library.ts';
import { toolsAt } from './tools-at.ts';
import { wordedLesson } from './worded-lesson.ts';

export interface CorrectRequest {
  readonly cwd: string;
  readonly library: string | null;
  readonly text: string;
  /** Id of a session, or a beginning of it that only one has; null: the newest of this work tree. */
  readonly session: string | null;
  /** Null: its last. */
  readonly task: string | null;
}

/** What became of a correction. */
export interface Corrected {
  /** The guideline that stands for it; null where it teaches none, or waits for a person. */
  readonly entry: EntryView | null;
  readonly feedback: GivenFeedback & {
    /** `known`: a guideline says so already; `held`: it waits for a person; `feedback`: it is about its instance alone. */
    readonly result: CorrectionPlan['kind'];
    /** Why there is no new guideline. */
    readonly reason: string | null;
    /** What waits for a person: `q1`. */
    readonly asked: readonly string[];
    readonly batch: string | null;
  };
}

/** Takes a correction that a person typed: the task counts as turned down, and what holds for other tasks becomes a guideline. */
export async function correct(request: CorrectRequest): Promise<Corrected> {
  const text = redactText(request.text).trim();
  if (text === '')
    throw new PraxisError('USAGE', 'the correction is empty', {
      hint: 'Say what should have been done: praxis correct "use rg instead of grep".',
    });
  if (readEnvironment().isCaptureOff)
    throw new PraxisError('CAPTURE_OFF', 'PRAXIS_CAPTURE is off, so no correction is kept', {
      hint: 'Unset PRAXIS_CAPTURE to correct what agents did here.',
    });
  const corrected = await withLoopLibrary(request.cwd, request.library, async (opened) => {
    const task = await correctedTask(opened.store, { ...request, workTree: opened.root });
    const feedback = await giveFeedback(opened.store, task, text);
    return { feedback, ...(await teach(opened, task, text, feedback.eventId)) };
  });
  if (corrected === undefined) throw nothingToCorrect();
  const { feedback, entry, ...lesson } = corrected;
  return { entry, feedback: { ...feedback, ...lesson } };
}

type Taught = Pick<Corrected, 'entry'> & Pick<Corrected['feedback'], 'result' | 'reason' | 'asked' | 'batch'>;

async function teach(opened: LoopLibrary, task: CorrectedTask, text: string, eventId: string): Promise<Taught> {
  const plain = await lessonIn(opened, text);
  const isPlain = plain.kind === 'lesson';
  // What the user's own words say needs nobody to word it.
  const lesson = isPlain ? plain : await wordedLesson(opened.store, task, text, plain, eventId);
  if (lesson.kind === 'instance')
    return { entry: null, result: 'feedback', reason: lesson.reason, asked: [], batch: null };
  const planner = await opened.planner();
  const plan = await planned(planner, lesson, isPlain ? 'user' : 'model', task);
  const reason = 'reason' in plan ? plan.reason : null;
  const wish = wishOf(plan);
  const before = planner.held.state.entries.get('id' in plan ? plan.id : 0);
  if (wish === null)
    return { entry: before ? entryView('r', before) : null, result: plan.kind, reason, asked: [], batch: null };
  const submitted = await opened.session.write('r', { kind: 'correct', sessionId: task.part.sessionId, wish });
  const library = await planner.held.refresh();
  if (submitted.kind !== 'applied')
    return { entry: before ? entryView('r', before) : null, result: 'known', reason, asked: [], batch: null };
  const { batch } = submitted;
  const open = await planner.held.store.review({ state: 'open' });
  const asked = open.filter((item) => item.askedBy === batch.id);
  const id = 'id' in plan ? plan.id : madeBy(batch);
  const entry = id === null ? undefined : library.entries.get(id);
  const isHeld = entry === undefined && asked.length > 0;
  return {
    entry: entry === undefined ? null : entryView('r', entry),
    result: isHeld ? 'held' : plan.kind,
    reason: isHeld ? (asked[0]?.detail ?? reason) : reason,
    asked: asked.map(({ n }) => `q${n}`),
    batch: batch.id,
  };
}

async function lessonIn({ store, root }: LoopLibrary, text: string): Promise<Lesson> {
  const epochs = await store.loops.epochs({ epoch: Number.MAX_SAFE_INTEGER, job: null });
  return lessonFor(await toolsAt(store.loops, root, { epoch: epochs.at(-1) ?? 0, job: null }), text);
}

async function planned(
  { held, vectors }: Planner,
  lesson: Extract<Lesson, { readonly kind: 'lesson' }>,
  source: CorrectionSource,
  { part }: CorrectedTask,
): Promise<CorrectionPlan> {
  const { id, dupAt } = vectors.main;
  const stored = new Map((await held.store.vectors(id)).map((one) => [one.id, one.text]));
  const own = await vectors.compared(lesson.text);
  return planCorrection(lesson, source, {
    library: held.state,
    sessionId: part.sessionId,
    at: isoTime(systemClock.nowMs()),
    activated: activeUserEntries(await held.store.batches({ sessionId: part.sessionId })),
    cosine: (entry) => cosine(own, stored.get(entry.id) ?? null),
    dupAt,
  });
}

/** Null: nothing has to change. */
function wishOf(plan: CorrectionPlan): Wish['wish'] | null {
  switch (plan.kind) {
    case 'held':
      return { kind: 'operations', operations: [], review: [plan.review] };
    case 'feedback':
      return null;
    default:
      return plan.operations.length === 0 ? null : { kind: 'operations', operations: plan.operations, review: [] };
  }
}

/** The entry that a batch made, or that it was about. */
function madeBy({ changes, outcomes }: AppliedBatch): number | null {
  const made = changes.find(({ before }) => before === null);
  return made?.id ?? outcomes.find(({ id }) => id !== null)?.id ?? null;
}

function nothingToCorrect(): PraxisError {
  return new PraxisError('SESSION_NOT_FOUND', 'the library of this folder holds no sessions yet', {
    hint: 'A correction is about what an agent did: `praxis run`, a hook or `praxis telemetry record` tells of it.',
  });
}
