import { type RuleCorpus, ruleCorpus } from '../../../experience/rule-check/rule-corpus.ts';
import { keysOf } from '../../../experience/rule-check/step-keys.ts';
import type { Candidate } from './candidate.ts';
import type { Corpus } from './corpus.ts';
import { addTo } from './grouped.ts';

/** What may have come before the first call of a tool, or been passed to it: `PRE`, `ARG`, `ARGV` over first calls. */
export function callCandidates(corpus: Corpus): readonly Candidate[] {
  const callsOf = firstCallsByTool(corpus);
  return [...precursors(corpus, callsOf), ...argumentsOf(corpus, callsOf)];
}

/** Numbers of the first calls of each tool, ascending. */
function firstCallsByTool({ tools, firstCalls }: Corpus): readonly Int32Array[] {
  const lists = tools.map((): number[] => []);
  for (const [index, tool] of firstCalls.tool.entries()) lists[tool]?.push(index);
  return lists.map((list) => new Int32Array(list));
}

function precursors(corpus: Corpus, callsOf: readonly Int32Array[]): readonly Candidate[] {
  const { tools, isNeutral, firstCalls, trajectories } = corpus;
  const after = new Map<number, number[]>();
  for (let index = 0; index < trajectories.length; index++) {
    const start = firstCalls.start[index] ?? 0;
    const end = firstCalls.start[index + 1] ?? start;
    for (let later = start + 1; later < end; later++) {
      const b = firstCalls.tool[later] ?? 0;
      if (isNeutral[b] === true) continue;
      for (let earlier = start; earlier < later; earlier++) {
        const pair = (firstCalls.tool[earlier] ?? 0) * tools.length + b;
        addTo(after, pair, later);
      }
    }
  }
  return Array.from(after, ([pair, list]) => {
    const a = tools[Math.floor(pair / tools.length)] ?? '';
    const b = pair % tools.length;
    return {
      rule: { form: 'PRE', a, b: tools[b] ?? '' },
      applies: callsOf[b] ?? new Int32Array(),
      truth: new Int32Array(list),
    };
  });
}

function argumentsOf(corpus: Corpus, callsOf: readonly Int32Array[]): readonly Candidate[] {
  const { trajectories, tools, isNeutral } = corpus;
  const history = ruleCorpus(trajectories.map(({ taskKey, steps }) => ({ taskKey: taskKey ?? '', steps })));
  return callsOf.flatMap((calls, number) => {
    if (isNeutral[number] === true) return [];
    const t = tools[number] ?? '';
    return Array.from(firstArguments(calls, corpus, history), ([k, { carrying, classes }]) => {
      const truth = new Int32Array(carrying);
      const values = Array.from(classes, ([name, list]): Candidate => {
        return { rule: { form: 'ARGV', t, k, class: name }, applies: truth, truth: new Int32Array(list) };
      });
      if (!history.isOptional(t, k)) return values;
      return [{ rule: { form: 'ARG', t, k }, applies: calls, truth } as const, ...values];
    }).flat();
  });
}

/** First calls of a tool that carry a key, and by the class of what they carry. */
interface FirstArgument {
  readonly carrying: number[];
  readonly classes: Map<string, number[]>;
}

function firstArguments(
  calls: Int32Array,
  { trajectories, firstCalls }: Corpus,
  history: RuleCorpus,
): ReadonlyMap<string, FirstArgument> {
  const found = new Map<string, FirstArgument>();
  for (const call of calls) {
    const step = trajectories[firstCalls.trajectory[call] ?? -1]?.steps[firstCalls.position[call] ?? -1];
    if (step === undefined) continue;
    for (const key of keysOf(step)) {
      const known = found.get(key) ?? { carrying: [], classes: new Map<string, number[]>() };
      found.set(key, known);
      known.carrying.push(call);
      // A flag has no value that is known.
      if (step.flags === undefined) addTo(known.classes, history.classOf(step, key), call);
    }
  }
  return found;
}
