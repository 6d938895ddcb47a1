import { preferencePairs, type ToolUse } from '../../../experience/rule-check/preference-pairs.ts';
import { isSameCall } from '../../../experience/rule-check/step-keys.ts';
import type { Candidate } from './candidate.ts';
import type { Corpus } from './corpus.ts';
import { addTo } from './grouped.ts';
import type { MinedStep, MinedTrajectory } from './mined-trajectory.ts';

/** What a trajectory as a whole did: `USE`, `PREFER`, `FIRST`, `REPEAT` over those whose result is known. */
export function runCandidates(
  corpus: Corpus,
  isKnown: (trajectory: number) => boolean,
  domainOf: (tool: string) => string,
): readonly Candidate[] {
  const { tools, isNeutral, trajectories } = corpus;
  const known = Int32Array.from([...trajectories.keys()].filter(isKnown));
  const users = usersOf(corpus).map((list) => list.filter(isKnown));
  const plain = tools.flatMap((t, number) => (isNeutral[number] === true ? [] : [{ t, used: users[number] }]));
  return [
    ...plain.map(({ t, used }): Candidate => ({ rule: { form: 'USE', t }, applies: known, truth: used ?? none() })),
    ...preferencePairs(usesOf(corpus), domainOf).map(([x, y]) => preference(corpus, x, y, users)),
    ...beginnings(corpus, isKnown),
    ...repetitions(corpus, users, isKnown),
  ];
}

function none(): Int32Array {
  return new Int32Array();
}

/** Trajectories in which each tool is called, ascending. */
function usersOf({ tools, firstCalls }: Corpus): readonly Int32Array[] {
  const lists = tools.map((): number[] => []);
  for (const [index, tool] of firstCalls.tool.entries()) lists[tool]?.push(firstCalls.trajectory[index] ?? 0);
  return lists.map((list) => new Int32Array(list));
}

function usesOf({ trajectories }: Corpus): readonly ToolUse[] {
  return trajectories.flatMap(({ taskKey, steps }) =>
    taskKey === null ? [] : [{ taskKey, tools: new Set(steps.map((step) => step.tool)) }],
  );
}

/** There may be thousands of pairs: what they apply to is worked out when it is asked for. */
function preference({ numberOf }: Corpus, x: string, y: string, users: readonly Int32Array[]): Candidate {
  const ofX = users[numberOf.get(x) ?? -1] ?? none();
  const ofY = users[numberOf.get(y) ?? -1] ?? none();
  return {
    rule: { form: 'PREFER', x, y },
    get applies() {
      return inOne(ofX, ofY);
    },
    get truth() {
      return without(ofX, ofY);
    },
  };
}

/** Members of exactly one of two lists; all ascending. */
function inOne(left: Int32Array, right: Int32Array): Int32Array {
  const found = new Int32Array(left.length + right.length);
  let size = 0;
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    const a = left[i] ?? Number.POSITIVE_INFINITY;
    const b = right[j] ?? Number.POSITIVE_INFINITY;
    if (a !== b) found[size++] = Math.min(a, b);
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return found.slice(0, size);
}

/** Members of the first list that are not in the second; both ascending. */
function without(list: Int32Array, other: Int32Array): Int32Array {
  let next = 0;
  return list.filter((one) => {
    while (next < other.length && (other[next] ?? 0) < one) next++;
    return other[next] !== one;
  });
}

function beginnings(corpus: Corpus, isKnown: (trajectory: number) => boolean): readonly Candidate[] {
  const { tools, isNeutral, trajectories, firstCalls } = corpus;
  const applies: number[] = [];
  const begun = new Map<number, number[]>();
  for (let index = 0; index < trajectories.length; index++) {
    if (!isKnown(index)) continue;
    const start = firstCalls.start[index] ?? 0;
    const own = firstCalls.tool.subarray(start, firstCalls.start[index + 1]);
    if (own.length > 0) applies.push(index);
    const first = own.find((tool) => isNeutral[tool] === false);
    if (first !== undefined) addTo(begun, first, index);
  }
  const scope = new Int32Array(applies);
  return Array.from(begun, ([tool, list]) => ({
    rule: { form: 'FIRST', t: tools[tool] ?? '' },
    applies: scope,
    truth: new Int32Array(list),
  }));
}

function repetitions(
  { tools, numberOf, isNeutral, trajectories }: Corpus,
  users: readonly Int32Array[],
  isKnown: (trajectory: number) => boolean,
): readonly Candidate[] {
  const repeated = new Map<number, number[]>();
  for (const [index, trajectory] of trajectories.entries()) {
    if (!isKnown(index)) continue;
    for (const tool of repeatedTools(trajectory)) {
      const number = numberOf.get(tool) ?? 0;
      if (isNeutral[number] === false) addTo(repeated, number, index);
    }
  }
  return Array.from(repeated, ([number, list]) => ({
    rule: { form: 'REPEAT', t: tools[number] ?? '' },
    applies: users[number] ?? none(),
    truth: new Int32Array(list),
  }));
}

/** Tools that were called three times in a row with the same parameters. */
export function repeatedTools({ steps }: Pick<MinedTrajectory, 'steps'>): ReadonlySet<string> {
  const tools = new Set<string>();
  const last = new Map<string, { readonly step: MinedStep; readonly call: number; readonly alike: number }>();
  for (const [index, step] of steps.entries()) {
    const call = step.call ?? index;
    const before = last.get(step.tool);
    // The same command twice in one shell line is one call.
    if (before?.call === call) continue;
    const isNext = before !== undefined && call === before.call + 1 && isSameCall(before.step, step);
    const alike = isNext ? before.alike + 1 : 1;
    if (alike >= 3) tools.add(step.tool);
    last.set(step.tool, { step, call, alike });
  }
  return tools;
}
