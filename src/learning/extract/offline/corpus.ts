import { sortedByCodePoint } from '../../../base/code-point-order.ts';
import { isNeutral } from '../../../telemetry/tool-name.ts';
import type { MinedTrajectory } from './mined-trajectory.ts';

/** First calls of the tools of all trajectories, in order of trajectory and position. Arrays are parallel. */
interface FirstCalls {
  readonly trajectory: Int32Array;
  readonly tool: Int32Array;
  /** Index of the step, which is the number of calls before it. */
  readonly position: Int32Array;
  /** Of trajectory `i` are those from `start[i]` to before `start[i + 1]`. */
  readonly start: Int32Array;
}

/** A history in numbers: tools are numbered in lexicographic order, trajectories by age. */
export interface Corpus {
  readonly trajectories: readonly MinedTrajectory[];
  readonly tools: readonly string[];
  readonly numberOf: ReadonlyMap<string, number>;
  readonly isNeutral: readonly boolean[];
  readonly firstCalls: FirstCalls;
  /** Stratum (task and configuration) of each trajectory; of one without a task, a stratum of its own. */
  readonly stratum: Int32Array;
  readonly strata: number;
  /** Task of each trajectory as a number; −1 for none. */
  readonly task: Int32Array;
}

/** Reads a sorted history once. */
export function corpusOf(trajectories: readonly MinedTrajectory[]): Corpus {
  const tools = sortedByCodePoint(new Set(trajectories.flatMap((one) => one.steps.map((step) => step.tool))));
  const numberOf = new Map(tools.map((tool, number) => [tool, number]));
  const strata = new Numbering();
  const tasks = new Numbering();
  const stratum = trajectories.map(({ taskKey, agentConfigId, id }) =>
    strata.of(taskKey === null ? JSON.stringify([id]) : JSON.stringify([taskKey, agentConfigId])),
  );
  const task = trajectories.map(({ taskKey }) => (taskKey === null ? -1 : tasks.of(taskKey)));
  return {
    trajectories,
    tools,
    numberOf,
    isNeutral: tools.map(isNeutral),
    firstCalls: firstCallsOf(trajectories, numberOf),
    stratum: new Int32Array(stratum),
    strata: strata.size,
    task: new Int32Array(task),
  };
}

function firstCallsOf(trajectories: readonly MinedTrajectory[], numberOf: ReadonlyMap<string, number>): FirstCalls {
  const trajectory: number[] = [];
  const tool: number[] = [];
  const position: number[] = [];
  const start: number[] = [0];
  const seenIn = new Int32Array(numberOf.size).fill(-1);
  for (const [index, { steps }] of trajectories.entries()) {
    for (const [at, step] of steps.entries()) {
      const number = numberOf.get(step.tool) ?? 0;
      if (seenIn[number] === index) continue;
      seenIn[number] = index;
      trajectory.push(index);
      tool.push(number);
      position.push(at);
    }
    start.push(tool.length);
  }
  return {
    trajectory: new Int32Array(trajectory),
    tool: new Int32Array(tool),
    position: new Int32Array(position),
    start: new Int32Array(start),
  };
}

/** Numbers names from 0 in the order in which they are first asked for. */
export class Numbering {
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#numbers.size;
  }

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}
