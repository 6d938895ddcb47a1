import type { PlainJson } from '../base/exact-json.ts';

/** One call with its arguments. */
export interface ArgumentStep {
  readonly tool: string;
  readonly params: { readonly [key: string]: PlainJson };
}

/** What classes are read from: the calls of one attempt at a task. */
export interface ArgumentTrajectory {
  readonly taskKey: string;
  readonly steps: readonly ArgumentStep[];
}

const MAX_VALUES = 8;
const MAX_CHARACTERS = 24;
const MIN_TRAJECTORIES = 3;
const MIN_TASKS = 2;

/** Class of an argument by itself, e.g. `int` or `list(n=2+)`; a text is a `string`. */
export function argumentClass(value: PlainJson): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return `bool:${value}`;
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  if (typeof value === 'string') return 'string';
  if (Array.isArray(value)) return `list(n=${value.length > 1 ? '2+' : value.length})`;
  return 'object';
}

/** Values of a key of a tool that are an enumeration over a corpus; empty where they are free text. */
export function enumValues(
  trajectories: readonly ArgumentTrajectory[],
  tool: string,
  key: string,
): ReadonlySet<string> {
  const seen = new Map<string, { count: number; readonly tasks: Set<string> }>();
  for (const { taskKey, steps } of trajectories) {
    const values = new Set(valuesOf(steps, tool, key).filter((value) => typeof value === 'string'));
    for (const value of values) {
      const where = seen.get(value) ?? { count: 0, tasks: new Set<string>() };
      where.count++;
      where.tasks.add(taskKey);
      seen.set(value, where);
    }
  }
  const isEnum = seen.size <= MAX_VALUES && [...seen].every(([value, where]) => isEnumValue(value, where));
  return isEnum ? new Set(seen.keys()) : new Set();
}

/** Class of a key in the first call of a tool in each trajectory; null where that call lacks it. */
export function argumentClasses(
  trajectories: readonly ArgumentTrajectory[],
  tool: string,
  key: string,
): readonly (string | null)[] {
  const values = enumValues(trajectories, tool, key);
  return trajectories.map(({ steps }) => {
    const params = steps.find((step) => step.tool === tool)?.params;
    if (params === undefined || !Object.hasOwn(params, key)) return null;
    const value = params[key] ?? null;
    return typeof value === 'string' && values.has(value) ? `enum:${value}` : argumentClass(value);
  });
}

function valuesOf(steps: readonly ArgumentStep[], tool: string, key: string): readonly PlainJson[] {
  return steps.flatMap(({ tool: name, params }) =>
    name === tool && Object.hasOwn(params, key) ? [params[key] ?? null] : [],
  );
}

function isEnumValue(value: string, where: { readonly count: number; readonly tasks: ReadonlySet<string> }): boolean {
  const isShort = Array.from(value).length <= MAX_CHARACTERS && !/\p{Nd}/u.test(value);
  return isShort && where.count >= MIN_TRAJECTORIES && where.tasks.size >= MIN_TASKS;
}
