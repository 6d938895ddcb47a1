import type { PlainJson } from '../../../base/exact-json.ts';
import { argumentClass } from '../../../telemetry/argument-class.ts';
import type { Corpus } from './corpus.ts';
import type { MinedStep } from './mined-trajectory.ts';

/** What the calls of a tool say of one of its keys. */
export interface KeyFacts {
  readonly key: string;
  /** Calls of the tool that carry it. */
  calls: number;
  /** Strings seen, while they may still be an enumeration; null: free text. */
  values: Map<string, SeenValue> | null;
  /** First calls that carry it. */
  readonly firstCalls: number[];
  /** What they carry; absent for a flag, which has no value. */
  readonly firstValues: (PlainJson | undefined)[];
}

interface SeenValue {
  trajectories: number;
  last: number;
  task: number;
  isInSeveralTasks: boolean;
}

export interface ToolKeys {
  /** Calls of the tool in the corpus. */
  calls: number;
  readonly keys: Map<string, KeyFacts>;
}

const MAX_VALUES = 8;
const MAX_CHARACTERS = 24;
const MIN_TRAJECTORIES = 3;
const OPTIONAL_AT_LEAST = 5;
const OPTIONAL_AT_MOST = 95;

/** The keys of every tool that is not neutral, by its number, read in one pass. */
export function toolKeys(corpus: Corpus): readonly ToolKeys[] {
  const { trajectories, tools, numberOf, isNeutral, firstCalls, task } = corpus;
  const all = tools.map((): ToolKeys => ({ calls: 0, keys: new Map() }));
  for (const [index, { steps }] of trajectories.entries()) {
    let next = firstCalls.start[index] ?? 0;
    for (const [at, step] of steps.entries()) {
      const isFirst = firstCalls.trajectory[next] === index && firstCalls.position[next] === at;
      const firstCall = isFirst ? next++ : -1;
      const number = numberOf.get(step.tool) ?? 0;
      const tool = all[number];
      if (tool === undefined || isNeutral[number] === true) continue;
      tool.calls++;
      for (const key of keysOf(step)) {
        const value = step.flags === undefined ? (step.params[key] ?? null) : undefined;
        take(factsOf(tool, key), value, firstCall, index, task[index] ?? -1);
      }
    }
  }
  return all;
}

/** The keys that a call carries: flags stand for them where it is a shell program. */
export function keysOf(step: MinedStep): readonly string[] {
  return step.flags ?? Object.keys(step.params);
}

/** Whether enough calls carry a key, and enough do not. */
export function isOptional({ calls }: KeyFacts, callsOfTool: number): boolean {
  return 100 * calls >= OPTIONAL_AT_LEAST * callsOfTool && 100 * calls <= OPTIONAL_AT_MOST * callsOfTool;
}

/** Class of what each first call carries, in their order; empty for a flag. */
export function classesOf({ values, firstValues }: KeyFacts): readonly string[] {
  const isEnumeration =
    values !== null &&
    [...values.values()].every((one) => one.trajectories >= MIN_TRAJECTORIES && one.isInSeveralTasks);
  return firstValues.flatMap((value) => {
    if (value === undefined) return [];
    return typeof value === 'string' && isEnumeration ? `enum:${value}` : argumentClass(value);
  });
}

function factsOf(tool: ToolKeys, key: string): KeyFacts {
  const known = tool.keys.get(key);
  if (known !== undefined) return known;
  const facts: KeyFacts = { key, calls: 0, values: new Map(), firstCalls: [], firstValues: [] };
  tool.keys.set(key, facts);
  return facts;
}

function take(
  facts: KeyFacts,
  value: PlainJson | undefined,
  firstCall: number,
  trajectory: number,
  task: number,
): void {
  facts.calls++;
  if (firstCall >= 0) {
    facts.firstCalls.push(firstCall);
    facts.firstValues.push(value);
  }
  if (typeof value !== 'string' || facts.values === null) return;
  const seen = facts.values.get(value);
  if (seen === undefined) {
    if (facts.values.size === MAX_VALUES || !mayBeEnumerated(value)) facts.values = null;
    else facts.values.set(value, { trajectories: 1, last: trajectory, task, isInSeveralTasks: false });
    return;
  }
  if (seen.last !== trajectory) seen.trajectories++;
  seen.last = trajectory;
  if (seen.task < 0) seen.task = task;
  else if (task >= 0 && task !== seen.task) seen.isInSeveralTasks = true;
}

function mayBeEnumerated(value: string): boolean {
  return value.length <= 2 * MAX_CHARACTERS && Array.from(value).length <= MAX_CHARACTERS && !/\p{Nd}/u.test(value);
}
