import { argumentClass } from '../../telemetry/argument-class.ts';
import type { RuleStep } from './rule-step.ts';
import { hasKey, keysOf } from './step-keys.ts';

/** The steps of one attempt at a task. */
export interface CorpusTrajectory {
  readonly taskKey: string;
  readonly steps: readonly RuleStep[];
}

/** What arguments usually are: of a history, for the rules on keys and their classes. */
export interface RuleCorpus {
  /** Whether a key is present in 5 % to 95 % of the calls of a tool. */
  isOptional(tool: string, key: string): boolean;
  /** Class of a key in a step: as `argumentClass`, or `enum:<value>` where its values are few and common. */
  classOf(step: RuleStep, key: string): string;
}

interface KeyFacts {
  calls: number;
  /** Trajectories and task keys by text value; null once there are too many values for an enumeration. */
  values: Map<string, { trajectories: number; last: number; readonly tasks: Set<string> }> | null;
}

interface ToolFacts {
  calls: number;
  readonly keys: Map<string, KeyFacts>;
}

const OPTIONAL_FROM = 0.05;
const OPTIONAL_TO = 0.95;
const MAX_VALUES = 8;
const MAX_CHARACTERS = 24;
const MIN_TRAJECTORIES = 3;
const MIN_TASKS = 2;

/** Reads a history once; a single pass over its steps. */
export function ruleCorpus(trajectories: readonly CorpusTrajectory[]): RuleCorpus {
  const tools = new Map<string, ToolFacts>();
  for (const [index, { taskKey, steps }] of trajectories.entries()) {
    for (const step of steps) countStep(tools, step, index, taskKey);
  }
  const enums = new Map<string, boolean>();
  const isEnum = (tool: string, key: string): boolean => {
    const name = `${tool}\n${key}`;
    const known = enums.get(name) ?? isEnumeration(tools.get(tool)?.keys.get(key));
    enums.set(name, known);
    return known;
  };
  return {
    isOptional(tool, key) {
      const facts = tools.get(tool);
      if (facts === undefined) return false;
      const share = (facts.keys.get(key)?.calls ?? 0) / facts.calls;
      return share >= OPTIONAL_FROM && share <= OPTIONAL_TO;
    },
    classOf(step, key) {
      const value = step.params[key] ?? null;
      return typeof value === 'string' && isEnum(step.tool, key) ? `enum:${value}` : argumentClass(value);
    },
  };
}

function countStep(tools: Map<string, ToolFacts>, step: RuleStep, trajectory: number, taskKey: string): void {
  const facts = tools.get(step.tool) ?? { calls: 0, keys: new Map<string, KeyFacts>() };
  tools.set(step.tool, facts);
  facts.calls++;
  for (const key of keysOf(step)) {
    const known: KeyFacts = facts.keys.get(key) ?? { calls: 0, values: new Map() };
    facts.keys.set(key, known);
    known.calls++;
    const value = step.params[key];
    if (typeof value === 'string' && hasKey(step, key)) countValue(known, value, trajectory, taskKey);
  }
}

function countValue(facts: KeyFacts, value: string, trajectory: number, taskKey: string): void {
  if (facts.values === null) return;
  const seen = facts.values.get(value);
  if (seen === undefined) {
    if (facts.values.size === MAX_VALUES) {
      facts.values = null;
      return;
    }
    facts.values.set(value, { trajectories: 1, last: trajectory, tasks: new Set([taskKey]) });
    return;
  }
  if (seen.last !== trajectory) seen.trajectories++;
  seen.last = trajectory;
  seen.tasks.add(taskKey);
}

function isEnumeration(facts: KeyFacts | undefined): boolean {
  if (facts === undefined || facts.values === null) return false;
  return [...facts.values].every(
    ([value, { trajectories, tasks }]) =>
      mayBeEnumerated(value) && trajectories >= MIN_TRAJECTORIES && tasks.size >= MIN_TASKS,
  );
}

/** Whether a text is short and plain enough to be one value of an enumeration, however often it is seen. */
export function mayBeEnumerated(value: string): boolean {
  return Array.from(value).length <= MAX_CHARACTERS && !/\p{Nd}/u.test(value);
}
