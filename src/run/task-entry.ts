import { relative } from 'node:path';
import type { ActorSpec, CommandActorSpec, Criterion, JsonTest, PlaybookCandidate, Task } from './task.ts';
import { defaultCriterionId } from './task-rules.ts';
import type { CriterionEntry, TaskFile } from './task-schema.ts';
import { topicOf } from './task-slug.ts';

/** The task file that a task stands for, as it would stand in `folder`. Members at their defaults are left out. */
export function taskEntry(task: Task, folder: string): TaskFile {
  const policy = inFolder(folder, task.policyPath);
  const workTree = inFolder(folder, task.workTree);
  const checkpoint = relative(task.workTree, task.checkpointPath);
  return present({
    goal: task.goal,
    acceptance: task.acceptance.map((criterion, index) => {
      const { id, ...entry } = criterionEntry(criterion);
      return id === defaultCriterionId(index) ? entry : { id, ...entry };
    }),
    critique: task.critique ?? undefined,
    scope: task.scope === null ? undefined : [...task.scope],
    protected: task.protectedGlobs.length === 0 ? undefined : [...task.protectedGlobs],
    acceptance_inputs: task.acceptanceInputs === null ? undefined : [...task.acceptanceInputs],
    policy_ref: policy,
    checkpoint_ref: checkpoint === defaultCheckpoint(task.topic) ? undefined : checkpoint,
    topic: task.topic === topicOf(task.goal) ? undefined : task.topic,
    cwd: workTree === '.' ? undefined : workTree,
    library: task.library ?? undefined,
    actor: actorEntry(task.actor),
    reviewer:
      task.reviewer === null
        ? undefined
        : present({ run: task.reviewer.run, timeout_s: secondsOf(task.reviewer.timeoutMs) }),
    parent: task.parent ?? undefined,
  });
}

/** The default of `checkpoint_ref`, relative to the work tree. */
export function defaultCheckpoint(topic: string): string {
  return `.coord/checkpoint-${topic}.json`;
}

/** A criterion as a task file writes it, with its id. */
export function criterionEntry(criterion: Criterion): CriterionEntry {
  if (criterion.kind === 'file') return { id: criterion.id, exists: criterion.exists };
  return present({
    id: criterion.id,
    run: criterion.run,
    timeout_s: secondsOf(criterion.timeoutMs),
    report: criterion.report ?? undefined,
    matches: criterion.matches ?? undefined,
    json:
      criterion.json === null ? undefined : { pointer: criterion.json.pointer, ...jsonTestEntry(criterion.json.test) },
  });
}

function jsonTestEntry(test: JsonTest) {
  return { [test.kind]: test.value };
}

function actorEntry(actor: ActorSpec): TaskFile['actor'] {
  return actor.kind === 'playbook'
    ? { kind: 'playbook', candidates: actor.candidates.map(candidateEntry) }
    : commandEntry(actor);
}

function candidateEntry(candidate: PlaybookCandidate) {
  return present({
    id: candidate.id,
    kind: candidate.kind,
    run: candidate.run,
    when: candidate.when ?? undefined,
    tool: candidate.tool ?? undefined,
    repeatable: candidate.isRepeatable ? undefined : false,
    timeout_s: secondsOf(candidate.timeoutMs),
  });
}

function commandEntry(actor: CommandActorSpec): TaskFile['actor'] {
  const { diagnose } = actor;
  return present({
    kind: actor.kind,
    run: actor.run,
    format: actor.format === 'none' ? undefined : actor.format,
    budget: actor.callBudget === null ? undefined : { tool_calls: actor.callBudget },
    diagnose: diagnose === null ? undefined : diagnose.kind === 'self' ? true : diagnose.run,
    repeatable: actor.isRepeatable ? undefined : false,
    timeout_s: secondsOf(actor.timeoutMs),
  });
}

function secondsOf(milliseconds: number | null): number | undefined {
  return milliseconds === null ? undefined : milliseconds / 1000;
}

function inFolder(folder: string, path: string): string {
  return relative(folder, path) || '.';
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Leaves out the members that are undefined. */
function present<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Present<T>;
}
