import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { canonicalHash } from '../base/canonical-json.ts';
import { PraxisError } from '../base/errors.ts';
import { exactFromPlain, type PlainJson } from '../base/exact-json.ts';
import type { ActorSpec, Criterion, JsonTest, Task } from './task.ts';
import { criterionEntry, defaultCheckpoint } from './task-entry.ts';
import type { Problem } from './task-problem.ts';
import { defaultCriterionId, POLICY_VARIABLE } from './task-rules.ts';
import type { CriterionEntry, TaskFile } from './task-schema.ts';
import { topicOf } from './task-slug.ts';

/** Where a task stands, and what its variables mean. */
export interface TaskSurroundings {
  /** Absolute path of the task file; null for a task made from flags. */
  readonly file: string | null;
  /** Absolute; where the command was called. */
  readonly cwd: string;
  /** The policy that the environment names; null: none. */
  readonly environmentPolicy: string | null;
  /** What `~` stands for in it; null: `~` is a name like any other. */
  readonly home: string | null;
}

export type BuiltTask =
  | { readonly kind: 'built'; readonly task: Task }
  | { readonly kind: 'wrong'; readonly problems: readonly Problem[] };

/** Makes the task of a checked task file. Throws POLICY_MISSING where the environment names none although the task asks for it. */
export function buildTask(file: TaskFile, surroundings: TaskSurroundings): BuiltTask {
  const folder = surroundings.file === null ? surroundings.cwd : dirname(surroundings.file);
  const workTree = resolve(folder, file.cwd ?? '.');
  const goal = file.goal.trim();
  const topic = file.topic ?? topicOf(goal);
  const acceptance = file.acceptance.map(buildCriterion);
  const task: Task = {
    id: `${topic}-${taskHash(goal, acceptance).slice(0, 12)}`,
    topic,
    goal,
    acceptance,
    critique: file.critique ?? null,
    scope: file.scope?.map(plainGlob) ?? null,
    protectedGlobs: file.protected?.map(plainGlob) ?? [],
    acceptanceInputs: file.acceptance_inputs?.map(plainGlob) ?? null,
    policyPath: policyPath(file.policy_ref, folder, surroundings),
    checkpointPath: resolve(workTree, file.checkpoint_ref ?? defaultCheckpoint(topic)),
    workTree,
    file: surroundings.file,
    library: file.library ?? null,
    sandbox: buildSandbox(file, workTree, surroundings.home),
    actor: buildActor(file.actor),
    group: { attempts: file.group ?? 1, setup: file.setup ?? null, setupCopy: file.setup_copy?.map(plainFolder) ?? [] },
    reviewer:
      file.reviewer === undefined ? null : { run: file.reviewer.run, timeoutMs: milliseconds(file.reviewer.timeout_s) },
    parent: file.parent ?? null,
  };
  const problems = placeProblems(task, file);
  return problems.length === 0 ? { kind: 'built', task } : { kind: 'wrong', problems };
}

/** A host needs its network and its own folder, unless the task says otherwise. */
function buildSandbox({ sandbox, actor }: TaskFile, workTree: string, home: string | null): Task['sandbox'] {
  if (sandbox === undefined || sandbox === 'none') return null;
  const host = actor.kind === 'command' ? HOST_FOLDERS.get(actor.format ?? 'none') : undefined;
  const own = host === undefined || home === null ? [] : [join(home, host)];
  const writable = sandbox.writable?.map((path) => resolve(workTree, path)) ?? own;
  return { hasNetwork: sandbox.network ?? host !== undefined, writable };
}

/** Where a host keeps its sessions and its login, below the home of the user. */
const HOST_FOLDERS: ReadonlyMap<string, string> = new Map([
  ['claude-code', '.claude'],
  ['codex', '.codex'],
]);

function taskHash(goal: string, acceptance: readonly Criterion[]): string {
  const entries = acceptance.map(criterionEntry) as unknown as readonly PlainJson[];
  return canonicalHash(exactFromPlain({ goal, acceptance: entries }));
}

function buildCriterion(entry: CriterionEntry, index: number): Criterion {
  const id = entry.id ?? defaultCriterionId(index);
  if (entry.exists !== undefined) return { kind: 'file', id, exists: entry.exists };
  return {
    kind: 'command',
    id,
    run: entry.run ?? '',
    timeoutMs: milliseconds(entry.timeout_s),
    report: entry.report === undefined ? null : { format: entry.report.format, path: entry.report.path ?? null },
    matches: entry.matches ?? null,
    json: entry.json === undefined ? null : { pointer: entry.json.pointer, test: buildJsonTest(entry.json) },
  };
}

function buildJsonTest(json: NonNullable<CriterionEntry['json']>): JsonTest {
  if (json.at_most !== undefined) return { kind: 'at_most', value: json.at_most };
  if (json.at_least !== undefined) return { kind: 'at_least', value: json.at_least };
  return { kind: 'equals', value: json.equals };
}

function buildActor(actor: TaskFile['actor']): ActorSpec {
  const most = actor.budget?.seconds;
  const timeoutMs = (seconds: number | undefined) =>
    milliseconds(Math.min(seconds ?? Number.POSITIVE_INFINITY, most ?? Number.POSITIVE_INFINITY));
  switch (actor.kind) {
    case 'playbook':
      return {
        kind: 'playbook',
        candidates: actor.candidates.map((candidate) => ({
          id: candidate.id,
          kind: candidate.kind,
          run: candidate.run,
          when: candidate.when ?? null,
          tool: candidate.tool ?? null,
          isRepeatable: candidate.repeatable ?? true,
          timeoutMs: timeoutMs(candidate.timeout_s),
        })),
      };
    case 'command':
      return {
        kind: 'command',
        run: actor.run,
        format: actor.format ?? 'none',
        callBudget: actor.budget?.tool_calls ?? null,
        diagnose: buildDiagnose(actor.diagnose ?? false),
        isRepeatable: actor.repeatable ?? true,
        timeoutMs: timeoutMs(actor.timeout_s),
      };
    case 'model':
      throw new TypeError('a model actor is refused before a task is built');
  }
}

function buildDiagnose(diagnose: boolean | string) {
  if (typeof diagnose === 'string') return { kind: 'command', run: diagnose } as const;
  return diagnose ? ({ kind: 'self' } as const) : null;
}

function milliseconds(seconds: number | undefined): number | null {
  if (seconds === undefined || !Number.isFinite(seconds)) return null;
  return Math.max(1, Math.round(seconds * 1000));
}

/** `./node_modules/` and `node_modules` mean the same. */
function plainFolder(path: string): string {
  return path.replace(/^(\.\/+)+/, '').replace(/\/+$/, '');
}

/** `./src/` and `src/**` mean the same. */
function plainGlob(glob: string): string {
  const bare = glob.replace(/^(\.\/+)+/, '');
  if (bare === '' || bare === '.') return '**';
  return bare.endsWith('/') ? `${bare}**` : bare;
}

function policyPath(policyRef: string, folder: string, surroundings: TaskSurroundings): string {
  if (policyRef !== POLICY_VARIABLE) return resolve(folder, policyRef);
  const named = surroundings.environmentPolicy ?? '';
  if (named === '')
    throw new PraxisError('POLICY_MISSING', `policy_ref is ${POLICY_VARIABLE}, but AGENT_COLLAB_POLICY is not set`, {
      hint: 'Set AGENT_COLLAB_POLICY to the path of a policy file, or name the file in policy_ref.',
    });
  const { home } = surroundings;
  if (home !== null && /^~(\/|$)/.test(named)) return join(home, named.slice(1));
  return resolve(surroundings.cwd, named);
}

/** The run writes or deletes what these name: neither may be one of the files that it lives by. */
function placeProblems(task: Task, file: TaskFile): readonly Problem[] {
  const problems: Problem[] = [];
  const checkpointFault = isInside(task.workTree, task.checkpointPath)
    ? takenBy(task, task.checkpointPath, ['.git'])
    : `lies outside the work tree ${task.workTree}`;
  if (checkpointFault !== undefined)
    problems.push({
      path: ['checkpoint_ref'],
      at: 'value',
      text: `"checkpoint_ref" is ${JSON.stringify(file.checkpoint_ref ?? defaultCheckpoint(task.topic))}, which ${checkpointFault}`,
      hint: 'Leave it out: the checkpoint then lies under .coord/.',
    });
  for (const [index, criterion] of task.acceptance.entries()) {
    const report = criterion.kind === 'command' ? criterion.report?.path : undefined;
    if (report === undefined || report === null) continue;
    const path = resolve(task.workTree, report);
    const fault =
      path === task.checkpointPath ? 'names the checkpoint' : takenBy(task, path, ['.git', '.praxis', '.coord']);
    if (fault !== undefined)
      problems.push({
        path: ['acceptance', index, 'report', 'path'],
        at: 'value',
        text: `"acceptance[${index}].report.path" is ${JSON.stringify(report)}, which ${fault}`,
        hint: 'The report is deleted before each run: give it a file of its own.',
      });
  }
  return problems;
}

function isInside(folder: string, path: string): boolean {
  const place = relative(folder, path);
  return place !== '' && place !== '..' && !place.startsWith(`..${sep}`) && !isAbsolute(place);
}

function takenBy(task: Task, path: string, folders: readonly string[]): string | undefined {
  if (path === task.policyPath) return 'names the policy';
  if (path === task.file) return 'names the task file';
  const folder = folders.find((name) => isInside(resolve(task.workTree, name), path));
  return folder === undefined ? undefined : `lies in ${folder}/`;
}
