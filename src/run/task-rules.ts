import { isAbsolute } from 'node:path';
import picomatch from 'picomatch';
import { type DocumentPath, type Problem, pathText } from './task-problem.ts';
import type { CriterionEntry, TaskFile } from './task-schema.ts';

const COMMAND_ONLY = ['timeout_s', 'report', 'matches', 'json'] as const;
const JSON_TESTS = ['equals', 'at_most', 'at_least'] as const;

/** What a shape cannot say: patterns that compile, names that are unique, features that this version lacks. */
export function checkRules(file: TaskFile): readonly Problem[] {
  return [
    ...file.acceptance.flatMap(criterionProblems),
    ...duplicateIds(
      file.acceptance.map((criterion, index) => criterion.id ?? defaultCriterionId(index)),
      ['acceptance'],
    ),
    ...globProblems('scope', file.scope),
    ...globProblems('protected', file.protected),
    ...globProblems('acceptance_inputs', file.acceptance_inputs),
    ...policyProblems(file.policy_ref),
    ...actorProblems(file.actor),
    ...copyProblems(file.setup_copy),
    ...reviewerProblems(file),
  ];
}

/** The id of a criterion without one: `c1`, `c2`, … by its place. */
export function defaultCriterionId(index: number): string {
  return `c${index + 1}`;
}

function problem(path: DocumentPath, text: string, hint: string, at: Problem['at'] = 'value'): Problem {
  return { path, at, text, hint };
}

function unavailable(path: DocumentPath, what: string, instead: string): Problem {
  return problem(path, `"${pathText(path)}": ${what} is not available in this version`, instead);
}

function criterionProblems(criterion: CriterionEntry, index: number): readonly Problem[] {
  const path = ['acceptance', index];
  const label = pathText(path);
  if (criterion.run !== undefined && criterion.exists !== undefined)
    return [problem(path, `"${label}" has both "run" and "exists"`, 'Make two criteria of it.')];
  if (criterion.run === undefined && criterion.exists === undefined)
    return [problem(path, `"${label}" has neither "run" nor "exists"`, 'Give it a command to run or a path to exist.')];
  if (criterion.exists !== undefined)
    return COMMAND_ONLY.filter((key) => criterion[key] !== undefined).map((key) =>
      problem(
        [...path, key],
        `"${label}.${key}" needs "run"`,
        `Remove "${key}", or give the criterion a command.`,
        'key',
      ),
    );
  return [
    ...patternProblems([...path, 'matches'], criterion.matches),
    ...jsonProblems([...path, 'json'], criterion.json),
    ...reportProblems([...path, 'report'], criterion.report),
  ];
}

function jsonProblems(path: DocumentPath, json: CriterionEntry['json']): readonly Problem[] {
  if (json === undefined) return [];
  const given = JSON_TESTS.filter((key) => key in json);
  if (given.length === 1) return [];
  const got = given.length === 0 ? 'none' : given.map((key) => `"${key}"`).join(' and ');
  return [
    problem(
      path,
      `"${pathText(path)}" needs exactly one of "equals", "at_most", "at_least"; it has ${got}`,
      'Keep one test.',
    ),
  ];
}

function reportProblems(path: DocumentPath, report: CriterionEntry['report']): readonly Problem[] {
  if (report === undefined) return [];
  const problems = [];
  const where = report.path ?? null;
  if (where !== null && !isPlainRelative(where))
    problems.push(
      problem(
        [...path, 'path'],
        `"${pathText(path)}.path" is ${JSON.stringify(where)}; due is a path inside the work tree`,
        'The report is deleted before each run, so it must lie inside the work tree.',
      ),
    );
  return problems;
}

function isPlainRelative(path: string): boolean {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  return !isAbsolute(path) && !steps.includes('..') && steps.length > 0;
}

function patternProblems(path: DocumentPath, pattern: string | undefined): readonly Problem[] {
  if (pattern === undefined) return [];
  try {
    new RegExp(pattern);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      problem(
        path,
        `"${pathText(path)}" is no regular expression: ${reason}`,
        'Write a JavaScript regular expression without slashes; in single quotes YAML leaves backslashes alone.',
      ),
    ];
  }
}

function duplicateIds(ids: readonly string[], path: DocumentPath): readonly Problem[] {
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index
      ? []
      : [
          problem(
            [...path, index, 'id'],
            `"${pathText([...path, index])}" has the id "${id}", which is taken`,
            'Give it another id.',
          ),
        ],
  );
}

function globProblems(key: 'scope' | 'protected' | 'acceptance_inputs', globs: readonly string[] | undefined) {
  return (globs ?? []).flatMap((glob, index) => {
    const fault = globFault(glob);
    const path = [key, index];
    return fault === undefined
      ? []
      : [
          problem(
            path,
            `"${pathText(path)}" is the glob ${JSON.stringify(glob)}, which ${fault}`,
            'Globs are relative to the work tree, with "/" between folders, e.g. "src/**".',
          ),
        ];
  });
}

function globFault(glob: string): string | undefined {
  if (isAbsolute(glob)) return 'is absolute';
  if (glob.includes('\\')) return 'has a backslash';
  if (glob.split('/').includes('..')) return 'leaves the work tree';
  if (glob.startsWith('!') && !glob.startsWith('!(')) return 'begins with "!"';
  try {
    picomatch.makeRe(glob, { dot: true, strictBrackets: true });
    return undefined;
  } catch (error) {
    return `does not parse: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function policyProblems(policyRef: string): readonly Problem[] {
  if (!policyRef.includes('$' + '{') || policyRef === POLICY_VARIABLE) return [];
  return [
    problem(
      ['policy_ref'],
      `"policy_ref" is ${JSON.stringify(policyRef)}; the only variable it may hold is ${POLICY_VARIABLE}, alone`,
      `Write a path or ${POLICY_VARIABLE}.`,
    ),
  ];
}

/** Stands for the policy that the environment names. */
export const POLICY_VARIABLE = '$' + '{AGENT_COLLAB_POLICY}';

function actorProblems(actor: TaskFile['actor']): readonly Problem[] {
  const path = ['actor'];
  if (actor.kind === 'model')
    return [unavailable([...path, 'kind'], 'the actor kind model', 'Use `kind: playbook` or `kind: command`.')];
  if (actor.kind === 'playbook')
    return [
      ...duplicateIds(
        actor.candidates.map((candidate) => candidate.id),
        [...path, 'candidates'],
      ),
      ...actor.candidates.flatMap((candidate, index) =>
        patternProblems([...path, 'candidates', index, 'when'], candidate.when),
      ),
    ];
  const problems = [];
  const { budget = {} } = actor;
  for (const key of ['tokens', 'cost_microusd'] as const)
    if (budget[key] !== undefined)
      problems.push(
        problem(
          [...path, 'budget', key],
          `"actor.budget.${key}" cannot be kept: what a command uses is known after its act, not while it acts`,
          'Remove it; `tool_calls` and `seconds` bound an act, and the policy the run.',
          'key',
        ),
      );
  return problems;
}

/** A review stands beside the criteria under an id of its own. */
function reviewerProblems({ reviewer, acceptance }: TaskFile): readonly Problem[] {
  if (reviewer === undefined) return [];
  return acceptance.flatMap(({ id }, index) =>
    id === 'reviewer'
      ? [
          problem(
            ['acceptance', index, 'id'],
            `"acceptance[${index}]" has the id "reviewer", which is taken`,
            'Give it another id.',
          ),
        ]
      : [],
  );
}

function copyProblems(paths: readonly string[] | undefined): readonly Problem[] {
  return (paths ?? []).flatMap((path, index) =>
    isPlainRelative(path)
      ? []
      : [
          problem(
            ['setup_copy', index],
            `"setup_copy[${index}]" is ${JSON.stringify(path)}; due is a path inside the work tree`,
            'It is copied from the work tree to the same place in the tree of each attempt, e.g. node_modules.',
          ),
        ],
  );
}
