import type { Entry } from '../experience/entry.ts';
import { type EarlierRun, improvement } from '../experience/improvement.ts';
import { checkRule } from '../experience/rule-check/rule-check.ts';
import { type RuleStep, ruleSteps } from '../experience/rule-check/rule-step.ts';
import type { EntryInUse } from '../experience/uses.ts';
import type { StoredTrajectory } from './store.ts';
import { taskKeys } from './task-key.ts';

/** A trajectory whose uses are to be counted, with its calls. */
interface CreditedRun {
  readonly trajectory: StoredTrajectory;
  readonly calls: Parameters<typeof ruleSteps>[0];
}

/**
 * What each entry of a library that was in view did in one session: whether it had something to say of a run, whether the
 * run did as it says, and whether the run was better than those of the same work without it. In order of the ends of the
 * runs; a run counts for an entry once. `history`: all trajectories up to this session, ordered by the end of their
 * sessions, those of this session included; where it is only the newest part, `repeated` are the texts of tasks that are tried
 * more than once in all of it. `nameOf` gives the name (`r7`) that an entry has outside of its library.
 */
export function creditsOf(
  runs: readonly CreditedRun[],
  entries: Iterable<Entry>,
  history: readonly StoredTrajectory[],
  nameOf: (id: number) => string,
  repeated?: ReadonlySet<string>,
): readonly EntryInUse[] {
  const compared = comparedRuns(history, repeated);
  const byName = new Map(Array.from(entries, (entry): [string, Entry] => [nameOf(entry.id), entry]));
  return inOrderOfEnd(runs).flatMap(({ trajectory, calls }) => {
    if (trajectory.injected.length === 0) return [];
    const steps = ruleSteps(calls);
    const own = compared.find((one) => one.trajectory === trajectory || isSame(one.trajectory, trajectory));
    if (own === undefined) return [];
    const others = compared.filter((one) => one !== own);
    return [...new Set(trajectory.injected)].flatMap((name) => {
      const entry = byName.get(name);
      return entry === undefined ? [] : [useOf(entry, name, own, others, steps)];
    });
  });
}

interface Compared extends EarlierRun {
  readonly trajectory: StoredTrajectory;
}

function comparedRuns(history: readonly StoredTrajectory[], repeated?: ReadonlySet<string>): readonly Compared[] {
  const keys = taskKeys(history, repeated);
  const sessions = new Map<string, number>();
  return history.map((trajectory, index) => {
    const { sessionId, taskId, agentConfigId, domain, reward, injected } = trajectory;
    const session = sessions.get(sessionId) ?? sessions.size;
    sessions.set(sessionId, session);
    // A task that nothing is known of is like no other.
    const taskKey = keys[index] ?? `alone:${sessionId}/${taskId}`;
    return { trajectory, taskKey, agentConfigId, domain, reward, injected, session };
  });
}

function useOf(
  entry: Entry,
  name: string,
  run: Compared,
  others: readonly Compared[],
  steps: readonly RuleStep[],
): EntryInUse {
  const { isApplicable, followed } = bearing(entry, steps);
  const { verdict } = improvement({ ...run, followed }, name, others);
  return { id: entry.id, isApplicable, followed, verdict };
}

/** Whether an entry has to do with a run, and whether the run did as it says; null: nothing tells. */
function bearing(
  { rule, failureMode }: Pick<Entry, 'rule' | 'failureMode'>,
  steps: readonly RuleStep[],
): Pick<EntryInUse, 'isApplicable' | 'followed'> {
  if (rule !== null) {
    const { applicable, followed } = checkRule(rule, steps);
    return { isApplicable: applicable, followed };
  }
  if (failureMode === null) return { isApplicable: true, followed: null };
  return { isApplicable: steps.some((step) => step.sig === failureMode.signature), followed: null };
}

function inOrderOfEnd(runs: readonly CreditedRun[]): readonly CreditedRun[] {
  return [...runs].sort((a, b) => compare(a.trajectory.endedAt ?? '', b.trajectory.endedAt ?? ''));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function isSame(a: StoredTrajectory, b: StoredTrajectory): boolean {
  return a.sessionId === b.sessionId && a.taskId === b.taskId;
}
