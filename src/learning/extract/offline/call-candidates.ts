import { ruleCorpus } from '../../../experience/rule-check/rule-corpus.ts';
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
  const { trajectories, tools, isNeutral, firstCalls } = corpus;
  const history = ruleCorpus(trajectories.map(({ taskKey, steps }) => ({ taskKey: taskKey ?? '', steps })));
  return callsOf.flatMap((calls, number) => {
    if (isNeutral[number] === true) return [];
    const t = tools[number] ?? '';
    const keys = new Map<string, number[]>();
    const classes = new Map<string, Map<string, number[]>>();
    for (const call of calls) {
      const step = trajectories[firstCalls.trajectory[call] ?? -1]?.steps[firstCalls.position[call] ?? -1];
      if (step === undefined) continue;
      for (const k of keysOf(step)) {
        addTo(keys, k, call);
        // A flag has no value that is known.
        if (step.flags !== undefined) continue;
        const known = classes.get(k) ?? new Map<string, number[]>();
        classes.set(k, known);
        addTo(known, history.classOf(step, k), call);
      }
    }
    return Array.from(keys, ([k, list]) => ({ k, truth: new Int32Array(list) })).flatMap(({ k, truth }) => [
      ...(history.isOptional(t, k) ? [{ rule: { form: 'ARG', t, k }, applies: calls, truth } as const] : []),
      ...Array.from(classes.get(k) ?? [], ([name, list]): Candidate => {
        return { rule: { form: 'ARGV', t, k, class: name }, applies: truth, truth: new Int32Array(list) };
      }),
    ]);
  });
}
