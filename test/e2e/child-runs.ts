import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunResult } from '../../src/run/result.ts';
import { CLI, logged, type Place, policy, write } from './support.ts';

/** Starts the task of the folder that a script is in. */
export const CHILD = `'${process.execPath}' '${CLI}' run task.yaml --json`;

/** A task beside that of the place, in a work tree of its own: an agent takes so many steps, each a call and a child. */
export function childTask(
  at: Place,
  name: string,
  steps: number,
  own: { readonly act?: string; readonly actor?: object; readonly limits?: Parameters<typeof policy>[0] } = {},
): string {
  const tree = join(dirname(at.tree), name);
  mkdirSync(tree);
  const act = own.act ?? 'true';
  write(tree, {
    'policy.json': policy(own.limits),
    'task.yaml': {
      goal: `take the steps of ${name}`,
      topic: name,
      acceptance: [{ id: 'steps', run: `[ "$(wc -l < steps)" -ge ${steps} ] || { wc -l < steps; exit 1; }` }],
      scope: ['steps'],
      policy_ref: 'policy.json',
      actor: own.actor ?? {
        kind: 'command',
        run: `echo ${name} >> ${at.log}; echo step >> steps; ${act}`,
        format: 'none',
      },
    },
    steps: '',
  });
  return tree;
}

/** A run whose acts are one script; `calls` is what they and all that they start may spend. */
export function parent(
  at: Place,
  script: string,
  own: {
    readonly calls: number;
    readonly concurrency?: number;
    readonly goalLimits?: Readonly<Record<string, number>>;
  },
): void {
  const base = policy({
    max_cycles: 3,
    max_tool_calls: own.calls,
    max_children_per_parent: own.calls,
    max_concurrency: own.concurrency ?? 1,
  });
  const { goalLimits: goal_limits } = own;
  write(at.tree, {
    'policy.json':
      goal_limits === undefined
        ? base
        : { schema_version: 2, policy_id: 'goals', base_policy: base, goal_limits, reviewer_reserve: 1 },
    'task.yaml': {
      goal: 'have others do it',
      topic: 'parent',
      acceptance: [{ id: 'done', run: 'test -e done' }],
      scope: ['done'],
      policy_ref: 'policy.json',
      actor: { kind: 'command', run: script, format: 'none' },
    },
  });
}

/** The document of a child whose output went `into` a file. */
export function printed(at: Place, name: string): RunResult {
  return JSON.parse(readFileSync(join(dirname(at.tree), `${name}.json`), 'utf8'));
}

export const into = (at: Place, name: string) => `> ${join(dirname(at.tree), `${name}.json`)}`;
export const steps = (at: Place, name: string) => logged(at).filter((line) => line === name).length;
