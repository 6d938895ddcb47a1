import type { GroupStrength } from '../../../experience/consolidate/wish.ts';
import type { Entry } from '../../../experience/entry.ts';
import type { Operation } from '../../../experience/operation.ts';
import type { StoredTrajectory } from '../../store.ts';
import { trajectoryName } from '../../trajectory-name.ts';
import { consolidatedTexts, type TextComparison } from './consolidation-stage.ts';
import { contrastQuestion, operationsOf, type RefusedWish, readWishes } from './contrast-stage.ts';
import { type DueGroup, dueGroups } from './due-groups.ts';
import { CallsSpent, type Inquiry, type InquiryCount } from './inquiry.ts';
import type { ModelCallStore } from './model-calls.ts';
import { shortened } from './shortening.ts';
import type { FullRun } from './shown-run.ts';
import { type RunSummary, readSummary, summaryQuestion } from './summary-stage.ts';

export interface ModelExtractionInput {
  /** The part of a session whose attempts are new. */
  readonly session: string;
  /** Attempts of the newest sessions, in order of their ends. */
  readonly recent: readonly StoredTrajectory[];
  readonly inquiry: Inquiry;
  readonly calls: Pick<ModelCallStore, 'extractionsOf'>;
  fullRun(trajectory: StoredTrajectory): Promise<FullRun>;
  /** The entries nearest to a task, at most five. */
  nearest(taskText: string): Promise<readonly Entry[]>;
  readonly comparison: TextComparison;
  /** As the library calls an entry. */
  nameOf(id: number): string;
}

/** What a model made of the attempts of a session. */
export interface ModelExtraction {
  readonly operations: readonly Operation[];
  readonly groups: ReadonlyMap<string, GroupStrength>;
  /** Trajectories that took part, once for each group. */
  readonly used: readonly string[];
  readonly refused: readonly RefusedWish[];
  /** Groups that were due, and those that were finished within the budget. */
  readonly due: number;
  readonly done: number;
  /** Answers that could not be used, after a repair. */
  readonly unusable: number;
  readonly count: InquiryCount;
}

/**
 * Lessons from the contrast of good and bad attempts, worded by a model: what distinguishes each attempt, what made the
 * difference in each group, and texts that fit. Where the budget of calls is spent, what is finished still counts.
 */
export async function extractByModel(input: ModelExtractionInput): Promise<ModelExtraction> {
  const { recent, session, calls, inquiry } = input;
  const extractions = await calls.extractionsOf(recent.map(trajectoryName));
  const due = dueGroups(recent, session, (name) => extractions.get(name) ?? 0);
  let operations: readonly Operation[] = [];
  const refused: RefusedWish[] = [];
  const used: string[] = [];
  const groups = new Map<string, GroupStrength>();
  let done = 0;
  let unusable = 0;
  try {
    for (const group of due) {
      const found = await contrasted(group, input);
      operations = [...operations, ...(await shortened(found.operations, inquiry))];
      refused.push(...found.refused);
      unusable += found.unusable;
      used.push(...group.members.map(trajectoryName));
      groups.set(group.key, { strength: group.advantage.strength, trajectories: group.members.length });
      done++;
    }
    operations = await consolidatedTexts(operations, input.comparison, inquiry);
  } catch (error) {
    if (!(error instanceof CallsSpent)) throw error;
  }
  return { operations, groups, used, refused, due: due.length, done, unusable, count: inquiry.count };
}

async function contrasted(group: DueGroup, { inquiry, fullRun, nearest, nameOf }: ModelExtractionInput) {
  const runs: FullRun[] = [];
  const summaries: (RunSummary | undefined)[] = [];
  let unusable = 0;
  for (const [index, member] of group.members.entries()) {
    const run = await fullRun(member);
    const isNegative = group.advantage.negative.includes(index);
    const asked = await inquiry.ask(summaryQuestion(run), readSummary(run, isNegative));
    if (asked.kind === 'unusable') unusable++;
    runs.push(run);
    summaries.push(asked.kind === 'answered' ? asked.value : undefined);
  }
  const known = (members: readonly number[]): boolean => members.some((index) => summaries[index] !== undefined);
  if (!known(group.advantage.positive) || !known(group.advantage.negative)) {
    return {
      operations: [],
      refused: [{ group: group.key, reason: 'one side of it has no summary', text: null }],
      unusable,
    };
  }
  const contrast = { group, runs, summaries, near: await nearest(runs[0]?.trajectory.taskText ?? '') };
  const asked = await inquiry.ask(contrastQuestion(contrast, nameOf), readWishes);
  if (asked.kind === 'unusable') {
    return {
      operations: [],
      refused: [{ group: group.key, reason: asked.reason, text: null }],
      unusable: unusable + 1,
    };
  }
  return { ...operationsOf(asked.value, contrast, nameOf), unusable };
}
